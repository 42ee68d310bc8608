import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { securityQuery } from '../../api/security.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { systemQuery } from '../../api/system.ts';
import { paths } from '../../platform/paths.ts';
import { formatDateTime } from '../../ui/format-time.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import styles from './withdrawals.module.css';

/** What the account lacks for withdrawals, with the way to it; nothing where all is in order. */
export function Needs() {
  const { t } = useTranslation('withdrawals');
  const { data: system } = useQuery(systemQuery);
  const { data: settings } = useQuery(generalSettingsQuery);
  const { data: security } = useQuery(securityQuery);
  const isUnverified = system?.kyc_required.withdraw === true && settings?.is_verified === false;
  const lockedUntil = security?.withdrawalsLockedUntil ?? null;
  return (
    <>
      {isUnverified && (
        <Need text={t('need.verification')}>
          <Link to={paths.kyc}>{t('need.toVerification')}</Link>
        </Need>
      )}
      {security && !security.twoFactorEnabled && (
        <Need text={t('need.twoFactor')}>
          <Link to={paths.security}>{t('need.toSecurity')}</Link>
        </Need>
      )}
      {lockedUntil !== null && lockedUntil * 1_000 > Date.now() && (
        <Need text={t('need.unlocked', { until: formatDateTime(lockedUntil) })} />
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
