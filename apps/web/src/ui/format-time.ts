/** Times of the wire are Unix seconds with fraction; formats are the specification's. */
import { serverNow } from '../platform/clock.ts';
import { usePreferences } from '../platform/preferences.ts';

type Options = Intl.DateTimeFormatOptions;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A format of the page's language, which holds until it is loaded anew, in the time zone that the person has chosen. */
function formatOf(name: string, options: Options): Intl.DateTimeFormat {
  const { timeZone } = usePreferences.getState();
  const key = `${name} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    const zone = timeZone === null ? {} : { timeZone };
    format = new Intl.DateTimeFormat(document.documentElement.lang || 'en', { hourCycle: 'h23', ...options, ...zone });
    formats.set(key, format);
  }
  return format;
}

const pad = (value: number) => String(value).padStart(2, '0');
const clock: Options = { hour: '2-digit', minute: '2-digit' };

/** HH:mm:ss */
export function formatClock(seconds: number): string {
  if (usePreferences.getState().timeZone !== null)
    return formatOf('clock with seconds', { ...clock, second: '2-digit' }).format(seconds * 1000);
  // Written for every trade of a tape: the device's own zone needs no library.
  const date = new Date(seconds * 1000);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** In English MMM D, YYYY, HH:mm:ss; in the order and with the months of the page's language. */
export function formatDateTime(seconds: number): string {
  return formatOf('whole', { dateStyle: 'medium', timeStyle: 'medium' }).format(seconds * 1000);
}

const dayMs = 86_400_000;

/** For lists: HH:mm within 24 hours, before that MMM D, HH:mm. */
export function formatMoment(seconds: number, nowMs = serverNow()): string {
  if (Math.abs(nowMs - seconds * 1000) < dayMs) return formatOf('clock', clock).format(seconds * 1000);
  return formatOf('day', { month: 'short', day: 'numeric', ...clock }).format(seconds * 1000);
}

/** In words of the page's language; for a calendar day that is the same in all time zones. @param day YYYY-MM-DD */
export function formatDay(day: string): string {
  const format = new Intl.DateTimeFormat(document.documentElement.lang || 'en', { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(Date.parse(day));
}
