import { Button } from '@mantine/core';
import type { OpenSale, OperatorLoan } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { loanSalesQuery } from '../../../api/loans-desk.ts';
import { pageRows } from '../../../api/operators.ts';
import { paths } from '../../../platform/paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { formatAge } from '../parts/age.ts';
import { LoanDialog } from './loan-dialogs.tsx';
import './messages.ts';
import { useProblemText } from './use-problem-text.ts';

/** Pledges that are being sold, the oldest sale first, with what holds them up; each can be ended. */
export function OpenSales() {
  const { t } = useTranslation('ops-loans');
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useQuery(loanSalesQuery(offset));
  const [ending, setEnding] = useState<OperatorLoan>();
  const columns = useColumns(setEnding);
  return (
    <section aria-labelledby="sales">
      <h2 id="sales">{t('sales.title')}</h2>
      <DataTable
        caption={t('sales.caption')}
        columns={columns}
        rows={data?.result}
        rowKey={({ loan }) => loan.id}
        compact
        empty={<EmptyState text={t('sales.empty')} />}
        error={
          error && !data ? <ErrorState title={t('sales.failed')} error={error} onRetry={() => void refetch()} /> : null
        }
      />
      <Pager offset={offset} limit={pageRows} total={data?.total ?? 0} onChange={setOffset} />
      {ending && (
        <LoanDialog
          loan={ending}
          decision="endSale"
          onDecided={() => void refetch()}
          onClose={() => setEnding(undefined)}
        />
      )}
    </section>
  );
}

function useColumns(onEnd: (loan: OperatorLoan) => void): Column<OpenSale>[] {
  const { t } = useTranslation('ops-loans');
  const problemText = useProblemText();
  return useMemo(
    () => [
      {
        key: 'loan',
        header: t('risk.loan'),
        card: 'headline',
        render: ({ loan: { id } }) => <Link to={`${paths.operators}/loans/${id}`}>{t('loan.title', { id })}</Link>,
      },
      { key: 'cause', header: t('sale.cause'), card: 'half', render: ({ sale }) => t(`cause.${sale.cause}`) },
      { key: 'step', header: t('sale.step'), card: 'half', render: ({ sale }) => t(`step.${sale.step}`) },
      {
        key: 'age',
        header: t('sales.age'),
        numeric: true,
        card: 'half',
        render: ({ sale }) => <span className="tabular">{formatAge(sale.date)}</span>,
      },
      {
        key: 'sold',
        header: t('sale.sold'),
        numeric: true,
        card: 'half',
        render: ({ loan, sale }) => (
          <>
            <Amount value={sale.sold} /> / <Amount value={sale.pledge} ticker={loan.pledge} withTicker />
          </>
        ),
      },
      {
        key: 'proceeds',
        header: t('sale.proceeds'),
        numeric: true,
        card: 'half',
        render: ({ loan, sale }) => (
          <>
            <Amount value={sale.proceeds} ticker={loan.money} /> /{' '}
            <Amount value={sale.cost} ticker={loan.money} withTicker />
          </>
        ),
      },
      {
        key: 'problem',
        header: t('sales.problem'),
        render: ({ problem }) =>
          problem === null ? '–' : <StatusChip tone="attention" label={problemText(problem)} />,
      },
      {
        key: 'end',
        header: t('endSale.open'),
        quietHeader: true,
        card: 'action',
        render: ({ loan }) => (
          <Button
            size="xs"
            variant="danger"
            aria-label={t('endSale.openOf', { id: loan.id })}
            onClick={() => onEnd(loan)}
          >
            {t('endSale.open')}
          </Button>
        ),
      },
    ],
    [t, problemText, onEnd],
  );
}
