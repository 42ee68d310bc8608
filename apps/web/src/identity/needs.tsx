import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { securityQuery } from '../api/security.ts';
import { generalSettingsQuery } from '../api/settings.ts';
import { systemQuery } from '../api/system.ts';
import { balancesQuery } from '../api/wallet.ts';
import { withdrawalLimitQuery } from '../api/withdrawals.ts';
import { paths } from '../platform/paths.ts';
import { formatFixed } from '../ui/format.ts';
import { IconAlertTriangle } from '../ui/icons.ts';
import './messages.ts';
import styles from './needs.module.css';
import { useWithdrawalLock } from './use-withdrawal-lock.ts';

/** What an account wants to do: codes are money that may be withdrawn. */
type Activity = 'deposit' | 'withdraw' | 'code';

/** Whether the exchange demands a verification for this that the account lacks. @param ticker of an asset that may be withdrawn without one */
export function useIsUnverified(activity: 'deposit' | 'withdraw', ticker?: string): boolean {
  const { data: system } = useQuery(systemQuery);
  const { data: settings } = useQuery(generalSettingsQuery);
  const { data: balances } = useQuery({ ...balancesQuery, enabled: ticker !== undefined });
  const isFree = ticker !== undefined && balances?.byTicker.get(ticker)?.isUnverifiedAbleWithdraw === true;
  return system?.kyc_required[activity] === true && settings?.is_verified === false && !isFree;
}

/** What the account lacks, with the way to it; nothing where all is in order. */
export function Needs({ activity, ticker }: { activity: Activity; ticker?: string }) {
  const { t } = useTranslation('identity');
  const isUnverified = useIsUnverified(activity === 'deposit' ? 'deposit' : 'withdraw', ticker);
  return (
    <>
      {isUnverified && (
        <Need text={t('need.verification')}>
          <Link to={paths.kyc}>{t('need.toVerification')}</Link>
        </Need>
      )}
      {activity !== 'deposit' && !(activity === 'code' && isUnverified) && <SecurityNeeds activity={activity} />}
    </>
  );
}

function SecurityNeeds({ activity }: { activity: 'withdraw' | 'code' }) {
  const { t } = useTranslation('identity');
  const { data: security } = useQuery(securityQuery);
  const { data: limit } = useQuery({ ...withdrawalLimitQuery, enabled: activity === 'withdraw' });
  const lock = useWithdrawalLock();
  const dollars = (value: string) => formatFixed(value, 0, 'western');
  return (
    <>
      {activity === 'code' && security?.twoFactorEnabled === false && (
        <Need text={t('need.twoFactor')}>
          <Link to={paths.security}>{t('need.toSecurity')}</Link>
        </Need>
      )}
      {activity === 'withdraw' && limit?.tier === 'basic' && (
        <Need text={t('need.moreLimit', { enhanced: dollars(limit.enhanced), basic: dollars(limit.basic) })}>
          <Link to={paths.security}>{t('need.toSecurity')}</Link>
        </Need>
      )}
      {lock && <Need text={t('need.unlocked', { ...lock })} />}
    </>
  );
}

/** What somebody has to know before going on. */
export function Need({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <p className={styles.need}>
      <IconAlertTriangle size={20} aria-hidden />
      <span>
        {text} {children}
      </span>
    </p>
  );
}
