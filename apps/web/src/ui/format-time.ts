/** Times of the wire are Unix seconds with fraction; formats are the specification's. */
const pad = (value: number) => String(value).padStart(2, '0');

/** Of the page's language, which holds until it is loaded anew. */
let dates: Intl.DateTimeFormat | undefined;

/** HH:mm:ss */
export function formatClock(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** In English MMM D, YYYY, HH:mm:ss; in the order and with the months of the page's language. */
export function formatDateTime(seconds: number): string {
  dates ??= new Intl.DateTimeFormat(document.documentElement.lang || 'en', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  return dates.format(seconds * 1000);
}

const dayMs = 86_400_000;
let clocks: Intl.DateTimeFormat | undefined;
let days: Intl.DateTimeFormat | undefined;

/** For lists: HH:mm within 24 hours, before that MMM D, HH:mm. */
export function formatMoment(seconds: number, nowMs = Date.now()): string {
  const language = document.documentElement.lang || 'en';
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  if (Math.abs(nowMs - seconds * 1000) < dayMs) {
    clocks ??= new Intl.DateTimeFormat(language, clock);
    return clocks.format(seconds * 1000);
  }
  days ??= new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', ...clock });
  return days.format(seconds * 1000);
}
