import { serverNow } from '../../../platform/clock.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** How long something has waited, as the rail shows it: "3m", "2h", "4d". */
export function formatAge(sinceSeconds: number, nowMs = serverNow()): string {
  const seconds = Math.max(0, nowMs / 1000 - sinceSeconds);
  if (seconds < hour) return `${Math.floor(seconds / minute)}m`;
  return seconds < day ? `${Math.floor(seconds / hour)}h` : `${Math.floor(seconds / day)}d`;
}
