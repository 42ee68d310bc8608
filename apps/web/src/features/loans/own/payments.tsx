import type { LoanView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { Money } from '../figures.tsx';
import styles from '../loans.module.css';

type Payment = NonNullable<LoanView['paymentHistory']>[number];

const tones: Record<Payment['status'], ChipTone> = {
  successful: 'done',
  unsuccessful: 'attention',
  closed: 'done',
  finished: 'done',
};

/** Of a change of the pledge the sign says which. */
function nameOf(kind: Payment['kind'], amount: string) {
  if (kind !== 'pledge') return kind;
  return amount.startsWith('-') ? 'released' : 'added';
}

/** Every charge, repayment and change of the pledge of a loan, the newest first. */
export function Payments({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans');
  const { fiat_ticker: ticker, crypto_ticker: coin, paymentHistory = [] } = loan;
  const figure = (kind: Payment['kind'], amount: string) =>
    kind === 'pledge' ? `${amount.replace(/^-/, '')} ${coin}` : <Money value={amount} ticker={ticker} />;
  const columns: Column<Payment>[] = [
    {
      key: 'kind',
      header: t('payment.kind'),
      card: 'headline',
      render: ({ kind, day, amount }) => t(`paymentKind.${nameOf(kind, amount)}`, { day }),
    },
    {
      key: 'amount',
      header: t('payment.amount'),
      numeric: true,
      card: 'headline',
      render: ({ kind, amount }) => figure(kind, amount),
    },
    {
      key: 'paid',
      header: t('payment.paid'),
      numeric: true,
      render: ({ kind, paid }) => figure(kind, paid),
    },
    {
      key: 'status',
      header: t('column.state'),
      render: ({ status }) => <StatusChip tone={tones[status]} label={t(`paymentStatus.${status}`)} />,
    },
    { key: 'date', header: t('payment.date'), render: ({ date }) => <Moment seconds={date} /> },
  ];
  return (
    <section>
      <h2 className={styles.listTitle}>{t('payment.title')}</h2>
      <div className={styles.list}>
        <DataTable
          caption={t('payment.title')}
          columns={columns}
          rows={paymentHistory.toReversed()}
          rowKey={({ id }) => id}
          empty={<EmptyState text={t('payment.none')} />}
        />
      </div>
    </section>
  );
}
