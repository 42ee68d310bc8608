import { useTranslation } from 'react-i18next';
import { useLockTime } from '../../../identity/use-lock-time.ts';

/** Says before a factor is added that nothing can be withdrawn for a while after it. */
export function LockNotice() {
  const { t } = useTranslation('settings-security');
  const time = useLockTime();
  return <p className="hint">{t('method.locks', { time })}</p>;
}
