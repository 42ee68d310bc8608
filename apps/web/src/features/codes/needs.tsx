import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { securityQuery } from '../../api/security.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { systemQuery } from '../../api/system.ts';
import { paths } from '../../platform/paths.ts';
import { formatDateTime } from '../../ui/format-time.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import styles from './codes.module.css';

/** Whether the exchange demands a verification for this that the account lacks. */
export function useIsUnverified(activity: 'deposit' | 'withdraw'): boolean {
  const { data: system } = useQuery(systemQuery);
  const { data: settings } = useQuery(generalSettingsQuery);
  return system?.kyc_required[activity] === true && settings?.is_verified === false;
}

/** What the account lacks for codes, with the way to it. */
export function VerificationNeeded() {
  const { t } = useTranslation('codes');
  return (
    <Need text={t('need.verification')}>
      <Link to={paths.kyc}>{t('need.toVerification')}</Link>
    </Need>
  );
}

/** What the account's security lacks for creating codes; nothing where that is in order. */
export function SecurityNeeded() {
  const { t } = useTranslation('codes');
  const { data: security } = useQuery(securityQuery);
  if (!security) return null;
  const { twoFactorEnabled, withdrawalsLockedUntil: until } = security;
  return (
    <>
      {!twoFactorEnabled && (
        <Need text={t('need.twoFactor')}>
          <Link to={paths.security}>{t('need.toSecurity')}</Link>
        </Need>
      )}
      {until !== null && until * 1_000 > Date.now() && (
        <Need text={t('need.unlocked', { until: formatDateTime(until) })} />
      )}
    </>
  );
}

function Need({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <p className={styles.need}>
      <IconAlertTriangle size={20} aria-hidden />
      <span>
        {text} {children}
      </span>
    </p>
  );
}
