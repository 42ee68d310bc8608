import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import styles from '../../../terminal/form/order-form.module.css';
import { TransferLink } from '../../../terminal/form/transfer-link.tsx';
import { decimalsOfStep, formatUpTo, groupingOf } from '../../../ui/format.ts';
import { useSpotMarket } from '../market-context.ts';

/** What the trade wallet holds free of the ticker, cut to the decimals of its market, and the way to get more there. */
export function AvailableLine({ ticker, available }: { ticker: string; available: string | null }) {
  const { t } = useTranslation('spot');
  const { isSignedIn } = useSession();
  const { info, moneyDisplay } = useSpotMarket();
  const decimals = ticker === info.money ? moneyDisplay : decimalsOfStep(info.amount_step);
  return (
    <p className={styles.available}>
      <span>
        {t('form.available')}{' '}
        <b title={available ?? undefined}>
          {available === null ? '–' : `${formatUpTo(available, decimals, groupingOf(ticker))} ${ticker}`}
        </b>
      </span>
      {isSignedIn && (
        <TransferLink
          ticker={ticker}
          to="trade"
          label={t('balances.transferOf', { ticker })}
          text={t('balances.transfer')}
        />
      )}
    </p>
  );
}
