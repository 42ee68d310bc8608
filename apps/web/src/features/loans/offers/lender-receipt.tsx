import { startFigures } from '@pelican/shared/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../ui/facts.tsx';
import { moneyText, percentText } from '../figures.tsx';
import { isNumber } from '../form-rules.ts';
import styles from '../loans.module.css';
import type { OfferValues } from './use-offer-form.ts';

const scale = 8;
const percentScale = 6;

/** Interest of the whole amount at one rate, for a term; null while the fields do not say it. */
function earned(amount: string, percent: string, days: string) {
  if (!isNumber(amount) || !isNumber(percent) || !/^\d{1,3}$/.test(days)) return null;
  const figures = startFigures(
    {
      amount: parseBigUnits(amount, scale),
      dayRate: parseBigUnits(percent, percentScale),
      days: Number(days),
      // Fees are the borrower's.
      feeRate: 0n,
      gstRate: 0n,
    },
    0,
  );
  return {
    day: formatBigUnits(figures.dayInterest, scale),
    total: formatBigUnits(figures.interestTotal, scale),
    apr: formatBigUnits(figures.yearRate, percentScale),
  };
}

/** What a lender earns when all of the offer is lent, and may lose. */
export function LenderReceipt({ values }: { values: OfferValues }) {
  const { t } = useTranslation('loans');
  const amount = values.amount === '' ? values.amount_to : values.amount;
  const low = earned(amount, values.percent_from, values.days_from);
  const high = earned(amount, values.percent_to, values.days_to);
  const money = (value: string | undefined) => moneyText(value, values.fiat_currency);
  return (
    <section className={styles.panel} aria-labelledby="lender-receipt">
      <h2 id="lender-receipt">{t('earn.title')}</h2>
      <Facts
        facts={[
          { label: t('earn.leaves'), value: <strong>{money(isNumber(amount) ? amount : undefined)}</strong> },
          { label: t('earn.dayLow'), value: money(low?.day) },
          { label: t('earn.dayHigh'), value: money(high?.day) },
          { label: t('earn.totalLow'), value: money(low?.total) },
          { label: t('earn.totalHigh'), value: money(high?.total) },
          { label: t('earn.apr'), value: percentText(high?.apr) },
        ]}
      />
      <p>{t('risk')}</p>
      <p className="hint">{t('earn.note')}</p>
    </section>
  );
}
