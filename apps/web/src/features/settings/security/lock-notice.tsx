import { isMailboxFactor } from '@pelican/shared/contracts/auth';
import type { SecuritySettings } from '@pelican/shared/contracts/security';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { securityQuery } from '../../../api/security.ts';
import { Need } from '../../../identity/needs.tsx';
import { useLockTime } from '../../../identity/use-lock-time.ts';

/** Where codes by mail are all that guards the account: what ends with the first factor that is more. */
function MailboxNotice({ factors, phone }: Pick<SecuritySettings, 'factors' | 'phone'>) {
  const { t } = useTranslation('settings-security');
  if (factors.length === 0 || !factors.every((factor) => isMailboxFactor(factor, factors))) return null;
  return (
    <>
      <Need text={t('method.keysOfMailbox')} />
      {phone !== null && <Need text={t('method.phoneOfMailbox', { phone })} />}
    </>
  );
}

/** Says before a factor is added whether nothing can be withdrawn for a while after it, and what else ends. */
export function LockNotice() {
  const { t } = useTranslation('settings-security');
  const time = useLockTime();
  const { data: security } = useQuery(securityQuery);
  const locks = security?.newFactorLocks;
  if (security === undefined || locks === undefined) return <p className="hint">{t('method.mayLock', { time })}</p>;
  return (
    <>
      {locks ? <Need text={t('method.locks', { time })} /> : <p className="hint">{t('method.locksNothing')}</p>}
      <MailboxNotice factors={security.factors} phone={security.phone} />
    </>
  );
}
