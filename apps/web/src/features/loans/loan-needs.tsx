import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLoanSwitches } from '../../api/loan-switches.ts';
import { useSession } from '../../api/session.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { Need } from '../../identity/needs.tsx';
import { useWithdrawalLock } from '../../identity/use-withdrawal-lock.ts';
import { paths } from '../../platform/paths.ts';

/** Whether the account must be verified first: everybody who lends or borrows is. */
export function useIsUnverifiedForLoans(): boolean {
  const { isSignedIn } = useSession();
  const { data } = useQuery({ ...generalSettingsQuery, enabled: isSignedIn });
  return data?.is_verified === false;
}

/** What stands in the way of lending, or of borrowing; nothing where all is in order. */
export function LoanNeeds({ side }: { side: 'take' | 'create' }) {
  const { t } = useTranslation('loans');
  const switches = useLoanSwitches();
  const isUnverified = useIsUnverifiedForLoans();
  const { isSignedIn } = useSession();
  return (
    <>
      {isSignedIn && <Lock />}
      {switches[side] === false && <Need text={t(`blocked.${side}`)} />}
      {isUnverified && (
        <Need text={t('needsVerification')}>
          <Link to={paths.kyc}>{t('toVerification')}</Link>
        </Need>
      )}
    </>
  );
}

/** Starting a loan is blocked, like a withdrawal, for a while after a change of the account's security. */
function Lock() {
  const { t } = useTranslation('identity');
  const lock = useWithdrawalLock();
  return lock && <Need text={t('need.unlocked', { ...lock })} />;
}
