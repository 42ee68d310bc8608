/** Days of a person: those of the time zone that the person has chosen, else of the device. */
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
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const currentZone = () => usePreferences.getState().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

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
  const midnight = Date.UTC(year, month - 1, day + daysLater);
  // The zone is ahead of UTC by what it is the day before or the day after: clocks are not changed twice in two days.
  const moments = [midnight - dayMs, midnight + dayMs].map((ms) => midnight - (clockIn(timeZone, ms) - ms));
  const [earlier = midnight, later = midnight] = moments.toSorted((one, other) => one - other);
  return (clockIn(timeZone, earlier) >= midnight ? earlier : later) / 1_000;
}
