import type { WalletRecord } from '@pelican/shared/contracts/statements';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type WalletHistoryFilter, walletHistoryQuery } from '../../../api/statements.ts';
import { PaymentStatusChip } from '../../../payments/payment-status.tsx';
import { addMessages } from '../../../platform/i18n.ts';
import { walletRecordPath } from '../../../platform/paths.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import english from './locales/en.json';
import styles from './wallet-history.module.css';

addMessages('wallet-history', english);

function useColumns(): Column<WalletRecord>[] {
  const { t } = useTranslation('wallet-history');
  return useMemo(
    () => [
      {
        key: 'kind',
        header: t('column.kind'),
        card: 'headline',
        render: ({ kind, ticker }) => (
          <span className={styles.kind}>
            <CoinIcon ticker={ticker} size={20} />
            {t(`kind.${kind}`)}
          </span>
        ),
      },
      {
        key: 'amount',
        header: t('column.amount'),
        numeric: true,
        card: 'headline',
        render: ({ amount, ticker }) => <Amount value={amount} ticker={ticker} withTicker />,
      },
      { key: 'time', header: t('column.time'), render: ({ createdAt }) => <Moment seconds={createdAt} /> },
      {
        key: 'status',
        header: t('column.status'),
        render: ({ status }) => <PaymentStatusChip status={status} />,
      },
      {
        key: 'fee',
        header: t('column.fee'),
        numeric: true,
        render: ({ fee, ticker }) => <Amount value={fee} ticker={ticker} />,
      },
      {
        key: 'details',
        header: t('column.details'),
        render: ({ from, to, method, address }) => (
          <span className={styles.details}>
            {from && to ? t('way', { from: t(`wallet.${from}`), to: t(`wallet.${to}`) }) : address || method}
          </span>
        ),
      },
      {
        key: 'open',
        header: t('open'),
        quietHeader: true,
        card: 'action',
        numeric: true,
        render: ({ kind, id }) => (
          <Link to={walletRecordPath(kind, id)} aria-label={t('openRecord', { kind: t(`kind.${kind}`), id })}>
            {t('open')}
          </Link>
        ),
      },
    ],
    [t],
  );
}

interface RecordsTableProps {
  caption: string;
  filter: WalletHistoryFilter;
  /** What is said when there are none. */
  empty: string;
  /** Without it the first page is all that is shown. */
  onPage?: (offset: number) => void;
}

export function RecordsTable({ caption, filter, empty, onPage }: RecordsTableProps) {
  const { t } = useTranslation('wallet-history');
  const { data, error, refetch } = useQuery(walletHistoryQuery(filter));
  const columns = useColumns();
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={data?.result}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        compact
        skeletonRows={Math.min(filter.limit, 8)}
        empty={<EmptyState text={empty} />}
        error={error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : null}
      />
      {onPage && <Pager offset={filter.offset} limit={filter.limit} total={data?.total ?? 0} onChange={onPage} />}
    </>
  );
}
