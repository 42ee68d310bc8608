import type { OfferView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../ui/facts.tsx';
import { moneyText } from '../figures.tsx';
import styles from '../loans.module.css';
import moneyStyles from './offer-money.module.css';

const parts = ['free', 'reserved', 'lent'] as const;

/** Where the money of an offer is, and what its loans bring. */
export function OfferMoney({ offer }: { offer: OfferView }) {
  const { t } = useTranslation('loans');
  const { free_amount: free, reserved = '0', lent = '0', fiat_currency: ticker } = offer;
  const amounts = { free, reserved, lent };
  const money = (value: string | null | undefined) => moneyText(value, ticker);
  return (
    <section className={styles.panel} aria-labelledby="offer-money">
      <h2 id="offer-money">{t('offer.money')}</h2>
      <div className={moneyStyles.bar} aria-hidden>
        {parts.map((part) => (
          // For the eye alone: shares of a bar.
          <span key={part} data-part={part} style={{ flexGrow: Number(amounts[part]) }} />
        ))}
      </div>
      <Facts
        facts={[
          { label: t('offer.whole'), value: <strong>{money(offer.amount)}</strong> },
          ...parts.map((part) => ({ label: t(`offer.${part}`), value: money(amounts[part]) })),
          { label: t('offer.daily'), value: money(offer.daily_charged) },
          { label: t('offer.estimated'), value: money(offer.estimated) },
          { label: t('stats.guarantee'), value: money(offer.total_freeze) },
        ]}
      />
    </section>
  );
}
