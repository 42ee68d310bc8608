import { Button } from '@mantine/core';
import type { ProofHead } from '@pelican/shared/contracts/reserves';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { proofQuery, proofsPageSize, proofsQuery } from '../../api/reserves.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatDateTime } from '../../ui/format-time.ts';
import { Pager } from '../../ui/pager.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import english from './locales/en.json';
import { OwnPart } from './own-proof.tsx';
import { AssetsTable, PlacesTable } from './proof-tables.tsx';
import styles from './reserves.module.css';

addMessages('reserves', english);

/** The tables are longer than a screen: what stands below them begins below the fold, and does not jump when they come. */
const loadingHeight = '100vh';

function numberOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** What is owed to users and what lies against it, for everybody; and for who is signed in, the own part of it. */
export function Component() {
  const { t } = useTranslation('reserves');
  usePageTitle(t('title'));
  const [params, change] = useUrlParams();
  const offset = numberOf(params.get('offset')) ?? 0;
  const list = useQuery(proofsQuery(offset));
  const newest = useQuery(proofsQuery(0));
  const shown = numberOf(params.get('proof')) ?? newest.data?.result[0]?.id;
  return (
    <div className={styles.page}>
      <header className={styles.hero}>
        <h1>{t('title')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
      </header>
      {shown !== undefined && <ShownProof id={shown} />}
      {shown === undefined && newest.data && <EmptyState text={t('empty')} />}
      {shown === undefined && !newest.data && !newest.error && <Skeleton width="100%" height={loadingHeight} />}
      {shown === undefined && newest.error && (
        <ErrorState title={t('failed')} error={newest.error} onRetry={() => void newest.refetch()} />
      )}
      {(list.data?.total ?? 0) > 0 && (
        <History
          page={list.data}
          offset={offset}
          shown={shown}
          onShow={(id) => change({ proof: String(id) })}
          onPage={(next) => change({ offset: next === 0 ? '' : String(next) })}
        />
      )}
      <HowItWorks />
    </div>
  );
}

function ShownProof({ id }: { id: number }) {
  const { t } = useTranslation('reserves');
  const { data: proof, error, refetch } = useQuery(proofQuery(id));
  if (error && !proof) return <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />;
  if (!proof) return <Skeleton width="100%" height={loadingHeight} />;
  return (
    <>
      <section aria-labelledby="proof-assets">
        <h2 id="proof-assets">{t('assets.title')}</h2>
        <p className={styles.text}>
          {t('madeAt')} <time dateTime={new Date(proof.time * 1000).toISOString()}>{formatDateTime(proof.time)}</time>
        </p>
        {proof.is_demo && <p className={styles.note}>{t('demo')}</p>}
        <AssetsTable proof={proof} />
      </section>
      <OwnPart proof={proof} />
      <section aria-labelledby="proof-places">
        <h2 id="proof-places">{t('places.title')}</h2>
        <PlacesTable proof={proof} />
      </section>
    </>
  );
}

interface HistoryProps {
  page: { result: ProofHead[]; total: number } | undefined;
  offset: number;
  shown: number | undefined;
  onShow: (id: number) => void;
  onPage: (offset: number) => void;
}

function History({ page, offset, shown, onShow, onPage }: HistoryProps) {
  const { t } = useTranslation('reserves');
  const columns: Column<ProofHead>[] = [
    { key: 'time', header: t('history.time'), card: 'headline', render: ({ time }) => formatDateTime(time) },
    { key: 'assets', header: t('history.assets'), numeric: true, render: ({ assets }) => assets },
    { key: 'below', header: t('history.below'), numeric: true, render: ({ below }) => below },
    {
      key: 'show',
      header: t('history.show'),
      quietHeader: true,
      card: 'action',
      render: ({ id, time }) =>
        id === shown ? (
          <span className="hint">{t('history.shown')}</span>
        ) : (
          <Button
            variant="default"
            size="xs"
            aria-label={`${t('history.show')} ${formatDateTime(time)}`}
            onClick={() => onShow(id)}
          >
            {t('history.show')}
          </Button>
        ),
    },
  ];
  return (
    <section aria-labelledby="proof-history">
      <h2 id="proof-history">{t('history.title')}</h2>
      <div className={styles.list} data-short>
        <DataTable
          caption={t('history.caption')}
          columns={columns}
          rows={page?.result}
          rowKey={({ id }) => id}
          rowHeight={44}
          empty={<EmptyState text={t('empty')} />}
        />
        <Pager offset={offset} limit={proofsPageSize} total={page?.total ?? 0} onChange={onPage} />
      </div>
    </section>
  );
}

function HowItWorks() {
  const { t } = useTranslation('reserves');
  return (
    <section aria-labelledby="proof-how">
      <h2 id="proof-how">{t('how.title')}</h2>
      {(['tree', 'hidden', 'limits', 'format', 'source'] as const).map((part) => (
        <p key={part} className={styles.text}>
          {t(`how.${part}`)}
        </p>
      ))}
    </section>
  );
}
