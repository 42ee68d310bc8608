import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths, walletRecordPath } from '../../platform/paths.ts';
import { IconCircleCheck, IconExclamationCircle } from '../../ui/icons.ts';
import './messages.ts';
import styles from './withdrawals.module.css';

/** What a page of the client hands over with the address; a provider that leads back here hands over nothing. */
interface ArrivalState {
  withdrawalId?: number;
}

/** What became of a request of money: /successful and /unsuccessful. */
export function Component() {
  const { t } = useTranslation('withdrawals');
  const { pathname, state } = useLocation();
  const { withdrawalId } = (state ?? {}) as ArrivalState;
  const isSuccessful = pathname.endsWith(paths.successful);
  const outcome = isSuccessful ? 'successful' : 'unsuccessful';
  usePageTitle(t(`outcome.${outcome}.title`));
  const Icon = isSuccessful ? IconCircleCheck : IconExclamationCircle;
  return (
    <div className={styles.card}>
      <Icon size={48} className={isSuccessful ? 'buy' : 'sell'} aria-hidden />
      <h1>{t(`outcome.${outcome}.title`)}</h1>
      <p className="muted">{t(`outcome.${outcome}.text`)}</p>
      <div className={styles.buttons}>
        <Link to={paths.walletList}>{t('outcome.assets')}</Link>
        {withdrawalId === undefined ? (
          <Link to={paths.walletHistory}>{t('outcome.history')}</Link>
        ) : (
          <Link to={walletRecordPath('withdrawal', withdrawalId)}>{t('outcome.withdrawal')}</Link>
        )}
        {!isSuccessful && <Link to={paths.support}>{t('outcome.support')}</Link>}
      </div>
    </div>
  );
}
