import { formatDateTime } from '../../../ui/format-time.ts';

/** A time with its day, year and seconds, as evidence needs it. */
export function WholeMoment({ seconds }: { seconds: number }) {
  return (
    <time className="tabular" dateTime={new Date(seconds * 1000).toISOString()}>
      {formatDateTime(seconds)}
    </time>
  );
}
