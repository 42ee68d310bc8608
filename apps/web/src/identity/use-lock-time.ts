import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { systemQuery } from '../api/system.ts';
import './messages.ts';

/** How long nothing can be withdrawn after a change of what guards the account: '48 hours'. */
export function useLockTime(): string {
  const { t } = useTranslation('identity');
  const { data } = useQuery(systemQuery);
  const hours = data?.withdrawal?.lock_hours;
  return hours === undefined ? t('lock.unknown') : t('lock.hours', { count: hours });
}
