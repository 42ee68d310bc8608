import type { ExportPeriod } from './kind.ts';

/** Of users who have not chosen one. */
const defaultZone = 'Asia/Kolkata';

/** The zone in which the times of a user's files are. */
export function zoneOf({ timeZone }: { timeZone: string | null }): string {
  return timeZone ?? defaultZone;
}

/**
 * '1 April 2026 to 31 March 2027': the days of a period, both included; empty for all time. A period of days of another zone has its times
 * too: its first and last days are not whole in this one.
 */
export function periodText({ from, to }: ExportPeriod, zone: string): string {
  const areWhole = [from, to].every((seconds) => seconds === undefined || isMidnight(seconds, zone));
  const format = new Intl.DateTimeFormat('en-IN', {
    dateStyle: 'long',
    timeZone: zone,
    ...(areWhole ? {} : { timeStyle: 'short' }),
  });
  const day = (seconds: number) => format.format(seconds * 1_000);
  // The end is the first moment that is not meant.
  const last = to === undefined ? undefined : day(Math.max(to - 1, from ?? 0));
  if (from === undefined) return last === undefined ? '' : `until ${last}`;
  return last === undefined ? `from ${day(from)}` : `${day(from)} to ${last}`;
}

function isMidnight(seconds: number, zone: string): boolean {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone });
  return time.format(seconds * 1_000) === '00:00:00';
}
