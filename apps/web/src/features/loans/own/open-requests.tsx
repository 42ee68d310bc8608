import { Button } from '@mantine/core';
import type { LoanView } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { openRequestsQuery } from '../../../api/loans.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { shortLabel } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { twoColumn } from '../../../ui/two-column.tsx';
import { Money, percentText } from '../figures.tsx';
import styles from '../loans.module.css';
import { useOffset } from '../use-offset.ts';
import { BorrowerRecord } from './borrower-record.tsx';
import { TitledTable } from './paged-table.tsx';
import { useDecisions } from './use-decisions.ts';

/** Requests to all lenders: whoever accepts one first pays it from the main wallet. */
export function OpenRequests() {
  const { t } = useTranslation('loans');
  const { page, onPage } = useOffset('openRequests');
  const columns = useColumns();
  const query = useQuery(openRequestsQuery(page));
  return (
    <TitledTable
      caption={t('openRequest.list')}
      columns={columns}
      query={query}
      empty={<EmptyState text={t('openRequest.none')} />}
      page={page}
      onPage={onPage}
    />
  );
}

function Accept({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans');
  const { approve, sending } = useDecisions(loan);
  return (
    <Button size="xs" loading={sending} aria-label={t('openRequest.acceptNamed', { id: loan.id })} onClick={approve}>
      {t('openRequest.accept')}
    </Button>
  );
}

function useColumns(): Column<LoanView>[] {
  const { t } = useTranslation('loans');
  return [
    {
      key: 'borrower',
      header: t('history.borrow'),
      card: 'headline',
      render: ({ username, record }) => (
        <span className={styles.two}>
          {shortLabel(username ?? '')}
          <BorrowerRecord record={record} />
        </span>
      ),
    },
    {
      key: 'amount',
      header: t('column.amount'),
      numeric: true,
      card: 'headline',
      render: ({ amount_fiat, fiat_ticker }) => <Money value={amount_fiat} ticker={fiat_ticker} />,
    },
    twoColumn(
      'terms',
      t('column.terms'),
      ({ percent }) => percentText(percent),
      ({ days }) => t('daysCount', { count: days }),
    ),
    twoColumn(
      'pledge',
      t('column.pledge'),
      ({ amount_crypto, crypto_ticker }) => <Amount value={amount_crypto} ticker={crypto_ticker} withTicker />,
      ({ ltv }) => percentText(ltv),
    ),
    {
      key: 'expires',
      header: t('column.expires'),
      render: ({ expires_at, date }) => <Moment seconds={expires_at ?? date} />,
    },
    {
      key: 'accept',
      header: t('openRequest.accept'),
      quietHeader: true,
      numeric: true,
      card: 'action',
      render: (loan) => <Accept loan={loan} />,
    },
  ];
}
