import { fallPercents, type OfferView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../ui/facts.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { Money, moneyText, percentText } from '../figures.tsx';
import styles from '../loans.module.css';
import { LevelChip } from '../own/loan-state.tsx';
import type { CreditFigures } from './credit-figures.ts';
import type { CreditForm } from './use-credit-form.ts';

interface ReceiptProps {
  offer: Pick<OfferView, 'fiat_currency'>;
  form: Pick<CreditForm, 'figures' | 'values' | 'isStale'>;
}

const levelNames = ['warning', 'call', 'liquidation'] as const;

/** What the loan would cost, what is pledged for it, and when the pledge would be sold. The lines are there before the figures are. */
export function Receipt({ offer: { fiat_currency: ticker }, form: { figures, values, isStale } }: ReceiptProps) {
  const { t } = useTranslation('loans');
  const money = (value: string | undefined) => <Money value={value} ticker={ticker} />;
  const saleDayText = (day: number | null) =>
    day === null ? t('receipt.notInTerm') : t('receipt.saleDayNumber', { day });
  return (
    <section className={styles.panel} aria-labelledby="take-receipt">
      <h2 id="take-receipt">{t('receipt.title')}</h2>
      {isStale && (
        <p role="status" className="hint">
          {t('receipt.stale')}
        </p>
      )}
      <Facts
        facts={[
          { label: t('receipt.payout'), value: <strong>{money(figures?.payout)}</strong> },
          { label: t('receipt.fee'), value: money(figures?.fee) },
          { label: t('receipt.gst'), value: money(figures?.gst) },
          { label: t('receipt.day'), value: money(figures?.dayInterest) },
          { label: t('receipt.interest'), value: money(figures?.interestTotal) },
          { label: t('receipt.total'), value: <strong>{money(figures?.repayTotal)}</strong> },
          { label: t('receipt.apr'), value: percentText(figures?.apr) },
        ]}
      />
      <Facts
        facts={[
          {
            label: t('receipt.pledge'),
            value: (
              <Amount
                value={figures ? (figures.pledge ?? figures.proposedPledge) : null}
                ticker={values.currency}
                withTicker
              />
            ),
          },
          { label: t('receipt.least'), value: <Amount value={figures?.leastPledge} ticker={values.currency} /> },
          { label: t('receipt.value'), value: money(figures?.pledgeValue) },
          { label: t('receipt.startLtv'), value: percentText(figures?.startLtv) },
          ...levelNames.map((name) => ({
            label: t(`receipt.${name}`),
            value: figures
              ? t('receipt.levelPrice', {
                  price: moneyText(figures.levels[name].price, ticker),
                  distance: percentText(figures.levels[name].distance),
                })
              : '–',
          })),
          { label: t('receipt.saleDay'), value: figures ? saleDayText(figures.liquidationDay) : '–' },
        ]}
      />
      <Falls figures={figures} ticker={ticker} />
      <p className="hint">{t('receipt.note')}</p>
    </section>
  );
}

/** What a fall of the coin's price would do to the loan on its first day. */
function Falls({ figures, ticker }: { figures: CreditFigures | undefined; ticker: string }) {
  const { t } = useTranslation('loans');
  return (
    <>
      <h3>{t('falls.title')}</h3>
      <Facts
        facts={fallPercents.map((percent, at) => {
          const fallen = figures?.falls[at];
          return {
            label: t('falls.fall', { percent, price: moneyText(fallen?.price, ticker) }),
            value: (
              <span className={styles.fall}>
                {percentText(fallen?.ltv)} {fallen && <LevelChip level={fallen.level} />}
              </span>
            ),
          };
        })}
      />
    </>
  );
}
