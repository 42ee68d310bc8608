import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import styles from '../../../terminal/form/order-form.module.css';
import { TransferLink } from '../../../terminal/form/transfer-link.tsx';
import { formatFixed } from '../../../ui/format.ts';
import { textOf } from '../account/sizes.ts';
import { moneyDisplay, usePerpetualMarket } from '../perpetual-market.ts';

/** What backs the next order, and the way to get more of it into the futures wallet. */
export function FundsLine({ funds }: { funds: bigint | null }) {
  const { t } = useTranslation('perpetual');
  const { info, grouping } = usePerpetualMarket();
  const { isSignedIn } = useSession();
  const { money } = info;
  return (
    <p className={styles.available}>
      <span>
        {t('form.available')}{' '}
        <b>{funds === null ? '–' : `${formatFixed(textOf(funds), moneyDisplay, grouping)} ${money}`}</b>
      </span>
      {isSignedIn && (
        <TransferLink ticker={money} to="futures" label={t('form.transferOf', { money })} text={t('form.transfer')} />
      )}
    </p>
  );
}
