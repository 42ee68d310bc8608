import type { LoanView } from '@pelican/shared/contracts/loans';
import { isRunning } from '@pelican/shared/loans';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { loanPath } from '../../../platform/paths.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { unknown } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { twoColumn } from '../../../ui/two-column.tsx';
import { Money, percentText } from '../figures.tsx';
import styles from '../loans.module.css';
import { BorrowerRecord } from './borrower-record.tsx';
import { Decisions } from './decisions.tsx';
import { HealthBar } from './health-bar.tsx';
import { LevelChip, LoanStateChip } from './loan-state.tsx';
import { OtherSide } from './other-side.tsx';

/** When something happens by itself: the end of a term, of grace or of a request's life; else when it was made. */
function Next({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans');
  const [name, at] =
    loan.expires_at !== null
      ? (['column.expires', loan.expires_at] as const)
      : isRunning(loan) && loan.date_end !== null
        ? (['column.due', loan.date_end] as const)
        : (['column.made', loan.date] as const);
  return (
    <span className={styles.two}>
      <span className="hint">{t(name)}</span>
      <Moment seconds={at} />
    </span>
  );
}

/** @param withDecisions with the lender's answer to each request that waits */
export function useLoanColumns(withDecisions: boolean): Column<LoanView>[] {
  const { t } = useTranslation('loans');
  const decisions: Column<LoanView> = {
    key: 'decide',
    header: t('decide.title'),
    quietHeader: true,
    card: 'action',
    render: (loan) => loan.state === 'pending' && loan.role === 'lend' && <Decisions loan={loan} />,
  };
  return [
    {
      key: 'loan',
      header: t('column.loan'),
      card: 'headline',
      render: (loan) => (
        <span className={styles.two}>
          <Link to={loanPath(loan.id)}>{t('loan.number', { id: loan.id })}</Link>
          <span className="hint" title={loan.username ?? undefined}>
            <OtherSide loan={loan} isShort />
          </span>
          <BorrowerRecord record={loan.record} />
        </span>
      ),
    },
    {
      key: 'state',
      header: t('column.state'),
      card: 'corner',
      render: ({ state }) => <LoanStateChip state={state} />,
    },
    twoColumn(
      'amount',
      t('column.amountAndOwed'),
      ({ amount_fiat, fiat_ticker }) => <Money value={amount_fiat} ticker={fiat_ticker} />,
      (loan) => (isRunning(loan) ? <Money value={loan.repay_amount} ticker={loan.fiat_ticker} /> : unknown),
    ),
    twoColumn(
      'terms',
      t('column.terms'),
      ({ percent }) => percentText(percent),
      ({ days }) => t('daysCount', { count: days }),
    ),
    {
      key: 'pledge',
      header: t('column.pledge'),
      numeric: true,
      // Of a loan that has ended nothing is held.
      render: ({ amount_crypto, crypto_ticker }) => (
        <Amount value={isZeroDecimal(amount_crypto) ? null : amount_crypto} ticker={crypto_ticker} withTicker />
      ),
    },
    {
      key: 'level',
      header: t('column.ltv'),
      numeric: true,
      render: (loan) =>
        loan.ltv === null ? (
          unknown
        ) : (
          <span className={styles.two}>
            <span className={styles.fall}>
              {percentText(loan.ltv)} <LevelChip level={loan.level} />
            </span>
            <HealthBar {...loan} isSmall />
          </span>
        ),
    },
    { key: 'next', header: t('column.next'), render: (loan) => <Next loan={loan} /> },
    ...(withDecisions ? [decisions] : []),
  ];
}
