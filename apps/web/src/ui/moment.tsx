import { formatDateTime, formatMoment } from './format-time.ts';

/** A time of the wire in short; the whole of it in the tooltip. */
export function Moment({ seconds }: { seconds: number }) {
  const date = new Date(seconds * 1000);
  return (
    <time className="tabular" dateTime={date.toISOString()} title={formatDateTime(seconds)}>
      {formatMoment(seconds)}
    </time>
  );
}
