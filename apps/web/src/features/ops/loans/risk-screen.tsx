import type { OperatorLoan } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { loansAtRiskQuery } from '../../../api/loans-desk.ts';
import { pageRows } from '../../../api/operators.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import page from '../home/home-page.module.css';
import { useListPage } from '../parts/list-screen.tsx';
import { wordsOf } from '../parts/words.ts';
import { Falls } from './falls.tsx';
import { Distance } from './loan-facts.tsx';
import './messages.ts';
import { OpenSales } from './open-sales.tsx';

/** What a fall of prices would do, pledges that are being sold, and running loans, those nearest to their sale first. */
export function Component() {
  const { t } = useTranslation('ops-loans');
  usePageTitle(t('risk.title'));
  const { change, offset } = useListPage();
  const { data, error, refetch } = useQuery(loansAtRiskQuery(offset));
  const failed =
    error && !data ? <ErrorState title={t('risk.failed')} error={error} onRetry={() => void refetch()} /> : null;
  return (
    <div className={page.page}>
      <h1>{t('risk.title')}</h1>
      <Falls pairs={data?.pairs} error={failed} />
      <OpenSales />
      <section aria-labelledby="running">
        <h2 id="running">{t('risk.running')}</h2>
        <Running rows={data?.result} error={failed} />
        <Pager
          offset={offset}
          limit={pageRows}
          total={data?.total ?? 0}
          onChange={(next) => change({ offset: next === 0 ? '' : String(next) })}
        />
      </section>
    </div>
  );
}

function Running({ rows, error }: { rows: readonly OperatorLoan[] | undefined; error: React.ReactNode }) {
  const { t } = useTranslation('ops-loans');
  const columns = useMemo<Column<OperatorLoan>[]>(
    () => [
      {
        key: 'loan',
        header: t('risk.loan'),
        card: 'headline',
        render: ({ id }) => <Link to={`${paths.operators}/loans/${id}`}>{t('loan.title', { id })}</Link>,
      },
      { key: 'state', header: t('loans.state'), render: ({ state }) => t(`state.${state}`) },
      {
        key: 'distance',
        header: t('loan.distance'),
        numeric: true,
        card: 'half',
        render: (loan) => <Distance loan={loan} />,
      },
      {
        key: 'notified',
        header: t('loan.notified'),
        card: 'half',
        render: ({ notified }) => t(`level.${notified}`, wordsOf(notified)),
      },
      {
        key: 'principal',
        header: t('loan.principal'),
        numeric: true,
        card: 'half',
        render: ({ principal, money }) => <Amount value={principal} ticker={money} withTicker />,
      },
      {
        key: 'coins',
        header: t('loan.pledge'),
        numeric: true,
        card: 'half',
        render: ({ coins, pledge }) => <Amount value={coins} ticker={pledge} withTicker />,
      },
      {
        key: 'price',
        header: t('loan.price'),
        numeric: true,
        card: 'half',
        render: ({ price, money }) => <Amount value={price} ticker={money} />,
      },
      {
        key: 'liquidation',
        header: t('loan.liquidationPrice'),
        numeric: true,
        card: 'half',
        render: ({ liquidation_price: price, money }) => <Amount value={price} ticker={money} />,
      },
    ],
    [t],
  );
  return (
    <DataTable
      caption={t('risk.runningCaption')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      compact
      empty={<EmptyState text={t('risk.empty')} />}
      error={error}
    />
  );
}
