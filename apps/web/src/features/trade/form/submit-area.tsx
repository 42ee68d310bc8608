import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../../api/session.ts';
import { generalSettingsQuery } from '../../../api/settings.ts';
import { systemQuery } from '../../../api/system.ts';
import { useConnection } from '../../../live/index.ts';
import { paths, signInPath, tradePath } from '../../../platform/paths.ts';
import styles from '../../../terminal/form/order-form.module.css';
import { IconAlertTriangle, IconExclamationCircle } from '../../../ui/icons.ts';
import { useTradeMarket } from '../market-context.ts';
import type { Side } from './receipt.ts';

/** What the server said last, for as long as nothing is changed: the toast is gone in a second. */
export function RefusalNote({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <p className={styles.error} role="alert">
      <IconExclamationCircle size={14} aria-hidden /> {messages.join(' ')}
    </p>
  );
}

/** The one button, or what stands in the way of it. */
export function SubmitArea({ side, label, sending }: { side: Side; label: string; sending: boolean }) {
  const { t } = useTranslation('trade');
  const { name, info } = useTradeMarket();
  const { status } = useSession();
  const { health } = useConnection();
  const isSignedIn = status === 'signedIn';
  const { data: me } = useQuery({ ...generalSettingsQuery, enabled: isSignedIn });
  const { data: system } = useQuery(systemQuery);

  if (status === 'anonymous') {
    return (
      <>
        <Link className={`${styles.submit} ${styles.link}`} to={signInPath(tradePath(name))}>
          {t('form.signIn')}
        </Link>
        <p className={styles.signup}>
          {t('form.noAccount')} <Link to={paths.signUp}>{t('form.signUp')}</Link>
        </p>
      </>
    );
  }
  if (me && system?.kyc_required.trade && me.kyc_status !== 'approved') {
    return (
      <p className={styles.warning} role="status">
        <IconAlertTriangle size={14} aria-hidden />{' '}
        {t(`form.kyc.${me.kyc_status === 'pending' ? 'pending' : 'needed'}`)}
      </p>
    );
  }
  const waiting = health === 'stale' || health === 'offline';
  const closed = info.status !== 'open';
  const text = closed ? t('form.closed') : waiting ? t('form.waiting') : sending ? t('form.placing') : label;
  return (
    <button
      type="submit"
      className={styles.submit}
      data-side={side}
      disabled={waiting || closed || sending || !isSignedIn}
      aria-live="off"
    >
      {text}
    </button>
  );
}
