import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../../api/session.ts';
import { generalSettingsQuery } from '../../../api/settings.ts';
import { systemQuery } from '../../../api/system.ts';
import { kycHash } from '../../../platform/hash-dialogs.ts';
import { paths, signInPath } from '../../../platform/paths.ts';
import { FormWarning } from '../../../terminal/form/guard-warning.tsx';
import styles from './exchange.module.css';
import { exchangeMessages } from './messages.ts';
import type { Swap } from './use-swap.ts';

/** Whether the identity must be verified before this user may swap; null when nothing is in the way. */
function useMissingVerification(): 'needed' | 'pending' | null {
  const { isSignedIn } = useSession();
  const { data: me } = useQuery({ ...generalSettingsQuery, enabled: isSignedIn });
  const { data: system } = useQuery(systemQuery);
  if (!isSignedIn || !me || !system?.kyc_required.exchange || me.kyc_status === 'approved') return null;
  return me.kyc_status === 'pending' ? 'pending' : 'needed';
}

/** The button that swaps, or why there is none. */
export function SwapButton({ swap, label }: { swap: Swap; label: string }) {
  const { t } = useTranslation(exchangeMessages);
  const { pathname, search } = useLocation();
  const { status } = useSession();
  const missing = useMissingVerification();
  const { closed, isWaiting, state } = swap;
  if (status === 'anonymous') {
    return (
      <div className={styles.visitor}>
        <p className="muted">{t('signIn.needed')}</p>
        <Link className={styles.submit} to={signInPath(pathname + search)}>
          {t('signIn.way')}
        </Link>
        <p className="muted">
          {t('signIn.noAccount')} <Link to={paths.signUp}>{t('signIn.signUp')}</Link>
        </p>
      </div>
    );
  }
  const text = closed ? t(`closed.${closed}`) : t(isWaiting ? 'waiting' : state.sending ? 'sending' : 'button');
  const isReady = closed === null && !isWaiting && !state.sending;
  return (
    <>
      {missing && <FormWarning text={t(`kyc.${missing}`)} way={<Link to={kycHash}>{t(`kyc.${missing}Way`)}</Link>} />}
      <button
        type="submit"
        className={styles.submit}
        disabled={isWaiting || closed !== null || missing !== null || status !== 'signedIn'}
        // Not disabled: the button would lose the focus. A second swap is not sent while one is under way.
        aria-disabled={state.sending || undefined}
        aria-live="off"
      >
        {isReady ? label : text}
      </button>
    </>
  );
}
