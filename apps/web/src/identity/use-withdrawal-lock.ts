import { useQuery } from '@tanstack/react-query';
import { securityQuery } from '../api/security.ts';
import { formatDateTime } from '../ui/format-time.ts';
import { useCountdown } from '../ui/use-countdown.ts';

const secondsOfHour = 3_600;
const secondsOfMinute = 60;

interface WithdrawalLock {
  /** Local date and time. */
  until: string;
  /** What is left of it. */
  hours: number;
  minutes: number;
}

/** Until when nothing leaves the account after a change of what guards it; undefined when withdrawals are open. */
export function useWithdrawalLock(): WithdrawalLock | undefined {
  const { data: security } = useQuery(securityQuery);
  const until = security?.withdrawalsLockedUntil ?? null;
  const left = useCountdown(until === null ? null : until * 1_000);
  if (until === null || left === 0) return undefined;
  return {
    until: formatDateTime(until),
    hours: Math.floor(left / secondsOfHour),
    minutes: Math.floor((left % secondsOfHour) / secondsOfMinute),
  };
}
