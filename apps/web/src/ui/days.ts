/** Days and times of a person: those of the time zone that the person has chosen, else of the device. */
import { usePreferences } from '../platform/preferences.ts';

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** What clocks of a zone show at a moment, as if they were in UTC; both in Unix milliseconds. */
function clockIn(timeZone: string, ms: number): number {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  // A year that is being typed has one digit at first, which Date.UTC counts from 1900.
  return new Date(Date.UTC(2000, month - 1, day, hour, minute, second)).setUTCFullYear(year, month - 1, day);
}

const zoneOfDevice = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const currentZone = () => usePreferences.getState().timeZone ?? zoneOfDevice();

/** The zone in which this person's days and times are shown and typed. */
export function useTimeZone(): string {
  return usePreferences(({ timeZone }) => timeZone) ?? zoneOfDevice();
}

/** The day of a moment as YYYY-MM-DD. @param ms Unix milliseconds */
export function dayOf(ms: number, timeZone = currentZone()): string {
  return new Date(clockIn(timeZone, ms)).toISOString().slice(0, 10);
}

/**
 * The first moment of a day, in Unix seconds. Days have 23 to 25 hours where clocks are changed, and some begin at one o'clock.
 * @param date YYYY-MM-DD, or a day that its month does not have, as it is counted on
 */
export function startOfDayIn(date: string, daysLater = 0, timeZone = currentZone()): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return firstMomentOf(Date.UTC(year, month - 1, day + daysLater), timeZone) / 1_000;
}

/**
 * The first moment at which clocks of a zone show a time, or have passed it where it is left out; both in Unix milliseconds.
 * @param clock the time as if it were in UTC
 */
function firstMomentOf(clock: number, timeZone: string): number {
  // The zone is ahead of UTC by what it is the day before or the day after: clocks are not changed twice in two days.
  const moments = [clock - dayMs, clock + dayMs].map((ms) => clock - (clockIn(timeZone, ms) - ms));
  const [earlier = clock, later = clock] = moments.toSorted((one, other) => one - other);
  return clockIn(timeZone, earlier) >= clock ? earlier : later;
}

/** A moment as a field of day and time has it, YYYY-MM-DDTHH:MM; '' for none. @param seconds Unix seconds */
export function clockOf(seconds: number | null, timeZone = currentZone()): string {
  return seconds === null ? '' : new Date(clockIn(timeZone, seconds * 1_000)).toISOString().slice(0, 16);
}

/** The moment of what is in such a field, in Unix seconds: of a time that comes twice the first. Null for none. */
export function momentOf(clock: string, timeZone = currentZone()): number | null {
  const time = Date.parse(`${clock}Z`);
  return Number.isNaN(time) ? null : firstMomentOf(time, timeZone) / 1_000;
}
