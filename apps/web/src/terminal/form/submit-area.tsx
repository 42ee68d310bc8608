import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { systemQuery } from '../../api/system.ts';
import { useConnection } from '../../live/index.ts';
import { kycHash } from '../../platform/hash-dialogs.ts';
import { paths, signInPath } from '../../platform/paths.ts';
import { IconExclamationCircle } from '../../ui/icons.ts';
import { FormWarning } from './guard-warning.tsx';
import styles from './order-form.module.css';

/** Below the button of a phone's sheet the note may be out of sight. */
function bringIntoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest' });
}

/** What the server said last, for as long as nothing is changed: the toast is gone in a second. */
export function RefusalNote({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <p ref={bringIntoView} className={styles.error} role="alert">
      <IconExclamationCircle size={14} aria-hidden /> {messages.join(' ')}
    </p>
  );
}

interface SubmitAreaProps {
  side: 'buy' | 'sell';
  label: string;
  sending: boolean;
  /** Why the market takes no such order; null when it does. */
  closed: string | null;
  /** It closes a position, which takes no verification. */
  isClosing?: boolean;
  /** Replaces the button for users who may not trade here. */
  instead?: ReactNode;
}

/** Whether the identity must be verified before this user may trade; null when nothing is in the way. */
function useMissingVerification(): 'needed' | 'pending' | null {
  const { isSignedIn } = useSession();
  const { data: me } = useQuery({ ...generalSettingsQuery, enabled: isSignedIn });
  const { data: system } = useQuery(systemQuery);
  if (!isSignedIn || !me || !system?.kyc_required.trade || me.kyc_status === 'approved') return null;
  return me.kyc_status === 'pending' ? 'pending' : 'needed';
}

/** Stands above the form: why a user who is not verified cannot send it. */
export function VerificationNotice() {
  const { t } = useTranslation('terminal');
  const missing = useMissingVerification();
  if (missing === null) return null;
  return <FormWarning text={t(`form.kyc.${missing}`)} way={<Link to={kycHash}>{t(`form.kyc.${missing}Way`)}</Link>} />;
}

/** The submit button, or what replaces it. */
export function SubmitArea({ side, label, sending, closed, isClosing = false, instead }: SubmitAreaProps) {
  const { t } = useTranslation('terminal');
  const { pathname } = useLocation();
  const { status } = useSession();
  const { health } = useConnection();
  const missing = useMissingVerification();
  const isUnverified = missing !== null && !isClosing;

  if (status === 'anonymous') {
    return (
      <>
        <Link className={`${styles.submit} ${styles.link}`} to={signInPath(pathname)}>
          {t('form.signIn')}
        </Link>
        <p className={styles.signup}>
          {t('form.noAccount')} <Link to={paths.signUp}>{t('form.signUp')}</Link>
        </p>
      </>
    );
  }
  if (instead && !isUnverified) return instead;
  const waiting = health === 'stale' || health === 'offline';
  const text = closed ?? (waiting ? t('form.waiting') : sending ? t('form.placing') : label);
  return (
    <button
      type="submit"
      className={styles.submit}
      data-side={side}
      disabled={waiting || closed !== null || isUnverified || status !== 'signedIn'}
      // Not disabled: the button would lose the focus. A second order is not sent while one is under way.
      aria-disabled={sending || undefined}
      aria-live="off"
    >
      {text}
    </button>
  );
}
