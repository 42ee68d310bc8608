import { formatDateTime } from '../../ui/format-time.ts';

/** With its date: an invoice may end on another day at the same hour. */
export function WholeTime({ seconds }: { seconds: number }) {
  return (
    <time className="tabular" dateTime={new Date(seconds * 1000).toISOString()}>
      {formatDateTime(seconds)}
    </time>
  );
}
