import type { LoanView } from '@pelican/shared/contracts/loans';
import { isRunning } from '@pelican/shared/loans';
import { useTranslation } from 'react-i18next';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { Money, percentText } from '../figures.tsx';
import styles from '../loans.module.css';

/** Terms, what is owed, and what has been paid. */
export function LoanFacts({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans');
  const money = (value: string) => <Money value={value} ticker={loan.fiat_ticker} />;
  const isBorrower = loan.role === 'borrow';
  const owed: Fact[] = isRunning(loan)
    ? [
        { label: t('facts.owed'), value: <strong>{money(loan.repay_amount)}</strong> },
        { label: t('facts.principal'), value: money(loan.principal) },
        { label: t('facts.unpaid'), value: money(loan.interest_unpaid) },
        { label: t('facts.day'), value: money(loan.daily_charged) },
      ]
    : [];
  // Fees are the borrower's, out of the payout.
  const costs: Fact[] = isBorrower
    ? [
        { label: t('receipt.fee'), value: money(loan.fee) },
        { label: t('receipt.gst'), value: money(loan.gst) },
        { label: t('receipt.payout'), value: money(loan.payout) },
      ]
    : [];
  return (
    <section className={styles.panel} aria-labelledby="loan-facts">
      <h2 id="loan-facts">{t('facts.title')}</h2>
      <Facts
        facts={[
          { label: t('facts.amount'), value: money(loan.amount_fiat) },
          { label: t('field.percent'), value: percentText(loan.percent) },
          { label: t('facts.term'), value: t('daysCount', { count: loan.days }) },
          {
            label: t('facts.pledge'),
            value: <Amount value={loan.amount_crypto} ticker={loan.crypto_ticker} withTicker />,
          },
          ...costs,
          ...owed,
          { label: t(isBorrower ? 'facts.paid' : 'facts.received'), value: money(loan.interest_paid) },
        ]}
      />
    </section>
  );
}
