/** Friends, rewards by day, and claims with the tax withheld of them. */
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { accrualsQuery, claimsQuery, friendsQuery } from '../../api/referrals.ts';
import type { Page } from '../../api/spot.ts';
import { paths } from '../../platform/paths.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { accrualColumns, claimColumns, friendColumns } from './referral-columns.tsx';
import styles from './referrals.module.css';

const pageSize = 50;

interface ListProps<Row, Key extends QueryKey> {
  name: 'friends' | 'accruals' | 'claims';
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  query: (page: { offset: number; limit: number }) => UseQueryOptions<Page<Row>, Error, Page<Row>, Key>;
}

function List<Row, Key extends QueryKey>({ name, columns, rowKey, query }: ListProps<Row, Key>) {
  const { t } = useTranslation('referrals');
  const [params, setParams] = useUrlParams();
  const wanted = Number(params.get('offset') ?? '0');
  const offset = Number.isInteger(wanted) && wanted > 0 ? wanted : 0;
  const { data, error, refetch } = useQuery(query({ offset, limit: pageSize }));
  return (
    <div className={styles.list}>
      <DataTable
        caption={t(`tab.${name}`)}
        columns={columns}
        rows={data?.result}
        rowKey={rowKey}
        compact
        empty={<EmptyState text={t(`empty.${name}`)} action={<Link to={paths.referrals}>{t('toOverview')}</Link>} />}
        error={error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : null}
      />
      <Pager
        offset={offset}
        limit={pageSize}
        total={data?.total ?? 0}
        onChange={(next) => setParams({ offset: next === 0 ? '' : String(next) })}
      />
    </div>
  );
}

export function Friends() {
  const { t } = useTranslation('referrals');
  return (
    <List
      name="friends"
      columns={friendColumns(t)}
      rowKey={({ date, email }) => `${date} ${email}`}
      query={friendsQuery}
    />
  );
}

export function Accruals() {
  const { t } = useTranslation('referrals');
  return <List name="accruals" columns={accrualColumns(t)} rowKey={({ id }) => id} query={accrualsQuery} />;
}

export function Claims() {
  const { t } = useTranslation('referrals');
  return <List name="claims" columns={claimColumns(t)} rowKey={({ id }) => id} query={claimsQuery} />;
}
