import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { searchMarkets } from '../../../api/market-tabs.ts';
import { perpetualMarketsQuery } from '../../../api/perpetual.ts';
import { useSession } from '../../../api/session.ts';
import { LiveNote } from '../../../connection/late-live-note.ts';
import { useFundingRates, usePerpetualPriceFeed } from '../../../live/index.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { IconSearch } from '../../../ui/icons.ts';
import styles from '../../../ui/market-list.module.css';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TabBar } from '../../../ui/tab-bar.tsx';
import english from '../locales/en.json';
import { usePerpetualColumns } from './perpetual-columns.tsx';
import { readSort, sortChoices, sortPerpetuals, writeSort } from './perpetual-sort.ts';

addMessages('perpetual', english);
const refreshMs = 60_000;
const rowHeight = 56;

/** /perpetuals: the perpetual markets. Search, tab and sort live in the URL. */
export function Component() {
  const { t } = useTranslation('perpetual');
  usePageTitle(t('list.title'));
  const { isSignedIn } = useSession();
  const [params, change] = useUrlParams();
  const search = params.get('search') ?? '';
  const onlyFavorites = isSignedIn && params.get('tab') === 'favorite';
  const sortText = params.get('sort');
  const sort = useMemo(() => readSort(sortText), [sortText]);
  const { data, error, refetch } = useQuery({ ...perpetualMarketsQuery, refetchInterval: refreshMs });
  const searched = useDeferredValue(search);
  const names = useMemo(() => data?.list.map((market) => market.name) ?? [], [data]);
  usePerpetualPriceFeed(names);
  useFundingRates(names);
  const markets = useMemo(() => {
    if (!data) return undefined;
    const wanted = onlyFavorites ? data.list.filter((market) => market.favorite) : data.list;
    const found = searchMarkets(
      wanted.map((market) => ({ ...market, money_label: market.money })),
      searched,
    );
    return sortPerpetuals(found, sort);
  }, [data, onlyFavorites, searched, sort]);
  const columns = usePerpetualColumns(isSignedIn);
  const emptyText =
    searched === ''
      ? t(onlyFavorites ? 'list.emptyFavorites' : 'list.empty')
      : t('list.emptySearch', { search: searched });
  return (
    <div className={styles.page}>
      <header className={styles.titleRow}>
        <h1>{t('list.title')}</h1>
        <p className="muted" aria-live="polite">
          {markets ? t('list.count', { count: markets.length }) : ' '}
        </p>
      </header>
      <div className={styles.filters}>
        {isSignedIn && (
          <TabBar
            label={t('list.tabs')}
            value={onlyFavorites ? 'favorite' : 'all'}
            onChange={(next) => change({ tab: next === 'all' ? '' : next })}
            tabs={(['all', 'favorite'] as const).map((value) => ({ value, label: t(`list.tab.${value}`) }))}
          />
        )}
        <TextInput
          className={styles.search}
          type="search"
          aria-label={t('list.search')}
          placeholder={t('list.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => change({ search: event.currentTarget.value })}
        />
        {/* The cards of a phone have no head to sort by. */}
        <NativeSelect
          className={styles.sort}
          aria-label={t('list.sort.label')}
          data={Object.entries(sortChoices).map(([name, value]) => ({ value, label: t(`list.sort.${name}`) }))}
          value={sort ? writeSort(sort) : ''}
          onChange={(event) => change({ sort: event.currentTarget.value })}
        />
      </div>
      <section className={styles.list} aria-label={t('list.title')}>
        <DataTable
          caption={t('list.title')}
          columns={columns}
          rows={markets}
          rowKey={(market) => market.name}
          {...(sort ? { sort } : {})}
          onSort={(next) => change({ sort: writeSort(next) })}
          empty={<EmptyState text={emptyText} />}
          error={
            error && !data ? (
              <ErrorState title={t('marketsFailed')} error={error} onRetry={() => void refetch()} />
            ) : null
          }
          stickyHead
          skeletonRows={4}
          rowHeight={rowHeight}
        />
      </section>
      <LiveNote />
    </div>
  );
}
