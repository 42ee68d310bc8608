import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../../api/session.ts';
import { transferHash } from '../../../platform/hash-dialogs.ts';
import styles from '../../../terminal/form/order-form.module.css';
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
        <Link to={{ hash: transferHash(money, 'futures') }} aria-label={t('form.transferOf', { money })}>
          {t('form.transfer')}
        </Link>
      )}
    </p>
  );
}
