import type { LoanView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../ui/facts.tsx';
import { Money, moneyText, percentText } from '../figures.tsx';
import styles from '../loans.module.css';
import { HealthBar } from './health-bar.tsx';
import { LevelChip } from './loan-state.tsx';

/** How far the pledge is from being sold, as a bar with its levels and in words. */
export function LoanHealth({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans');
  const { price, ltv, level, warning_price, call_price, liquidation_price, fiat_ticker, crypto_ticker } = loan;
  const money = (value: string | null) => <Money value={value} ticker={fiat_ticker} />;
  return (
    <section className={styles.panel} aria-labelledby="loan-health">
      <div className={styles.panelHead}>
        <h2 id="loan-health">{t('health.title')}</h2>
        <LevelChip level={level} />
      </div>
      {price === null || liquidation_price === null ? (
        <p role="status" className="muted">
          {t('health.stale')}
        </p>
      ) : (
        <>
          <HealthBar {...loan} />
          <p>
            {t('health.text', {
              ltv: percentText(ltv),
              level: t(`level.${level ?? 'ok'}`),
              price: moneyText(liquidation_price, fiat_ticker),
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
