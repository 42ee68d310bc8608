import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { securityQuery } from '../../../api/security.ts';
import { Need } from '../../../identity/needs.tsx';
import { useLockTime } from '../../../identity/use-lock-time.ts';

/** Says before a factor is added whether nothing can be withdrawn for a while after it. */
export function LockNotice() {
  const { t } = useTranslation('settings-security');
  const time = useLockTime();
  const { data: security } = useQuery(securityQuery);
  const locks = security?.newFactorLocks;
  if (locks === undefined) return <p className="hint">{t('method.mayLock', { time })}</p>;
  return locks ? <Need text={t('method.locks', { time })} /> : <p className="hint">{t('method.locksNothing')}</p>;
}
