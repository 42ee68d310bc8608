import type { LoanView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../ui/facts.tsx';
import { moneyText, percentText } from '../figures.tsx';
import styles from '../loans.module.css';
import healthStyles from './health.module.css';
import { LevelChip } from './loan-state.tsx';

/** How much of the way to the sale lies behind a price: 1 at the price at which the pledge is sold. For the eye alone. */
function wayTo(liquidation: string, price: string): number {
  return Math.min(1, Math.max(0, Number(liquidation) / Number(price)));
}

const marks = ['warning', 'call'] as const;

/** How far the pledge is from being sold, as a bar with its levels and in words. */
export function LoanHealth({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans');
  const { price, ltv, level, warning_price, call_price, liquidation_price, fiat_ticker, crypto_ticker } = loan;
  const prices = { warning: warning_price, call: call_price };
  const money = (value: string | null) => moneyText(value, fiat_ticker);
  const way = price !== null && liquidation_price !== null ? wayTo(liquidation_price, price) : null;
  return (
    <section className={styles.panel} aria-labelledby="loan-health">
      <div className={styles.panelHead}>
        <h2 id="loan-health">{t('health.title')}</h2>
        <LevelChip level={level} />
      </div>
      {way === null ? (
        <p role="status" className="muted">
          {t('health.stale')}
        </p>
      ) : (
        <>
          <div className={healthStyles.bar} data-level={level} aria-hidden>
            <span className={healthStyles.fill} style={{ inlineSize: `${way * 100}%` }} />
            {marks.map((name) => {
              const at = prices[name];
              if (at === null || liquidation_price === null) return null;
              const left = wayTo(liquidation_price, at) * 100;
              return <span key={name} className={healthStyles.mark} style={{ insetInlineStart: `${left}%` }} />;
            })}
          </div>
          <p>
            {t('health.text', {
              ltv: percentText(ltv),
              level: t(`level.${level ?? 'ok'}`),
              price: money(liquidation_price),
            })}
          </p>
        </>
      )}
      <Facts
        facts={[
          { label: t('health.ltv'), value: percentText(ltv) },
          { label: t('health.price', { ticker: crypto_ticker }), value: money(price) },
          { label: t('receipt.warning'), value: money(warning_price) },
          { label: t('receipt.call'), value: money(call_price) },
          { label: t('receipt.liquidation'), value: money(liquidation_price) },
        ]}
      />
      {level !== null && level !== 'ok' && loan.role === 'borrow' && (
        <p role="status">{t('health.advice', { amount: loan.top_up ?? '0', ticker: crypto_ticker })}</p>
      )}
    </section>
  );
}
