import { Button } from '@mantine/core';
import type { OfferView } from '@pelican/shared/contracts/loans';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { offersQuery } from '../../../api/loans.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import styles from '../loans.module.css';
import { useOfferColumns } from './offer-columns.tsx';
import searchStyles from './search.module.css';
import type { OfferSearchState } from './use-offer-search.ts';

/** The offers that a search finds, ten at a time. */
export function OfferList({ state }: { state: OfferSearchState }) {
  const { t } = useTranslation('loans');
  const { query, filterCount, clear } = state;
  const columns = useOfferColumns();
  const offers = useInfiniteQuery({ ...offersQuery(query ?? {}), enabled: query !== undefined });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = offers;
  const rows: OfferView[] | undefined = data?.pages.flatMap((page) => page.data);
  return (
    <section className={styles.list} aria-label={t('search.found')}>
      <p className="visually-hidden" role="status">
        {data?.pages[0] && t('search.count', { count: data.pages[0].count })}
      </p>
      <DataTable
        caption={t('search.found')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            text={t(filterCount > 0 ? 'search.noneFound' : 'search.none')}
            action={
              filterCount > 0 && (
                <Button variant="default" onClick={clear}>
                  {t('search.clear')}
                </Button>
              )
            }
          />
        }
        error={
          error && !data ? (
            <ErrorState title={t('search.failed')} error={error} onRetry={() => void refetch()} />
          ) : undefined
        }
      />
      {hasNextPage && (
        <div className={searchStyles.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('search.more')}
          </Button>
        </div>
      )}
    </section>
  );
}
