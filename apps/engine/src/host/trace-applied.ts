/** The spans of an entry that the engine has applied. The core ignores traces: they are stored beside its entries. */
import { type TracedCommand, tracing } from '@pelican/tracing';
import type { JournalEntry } from './journal.ts';
import type { Role } from './metrics.ts';

/**
 * Makes a span for each traced command of the entry; all have the time of the whole entry.
 * @param startedUnixMs when the entry's application began
 * @returns where the traces go on: below these spans, or, where none is made, below those that the API has made
 */
export function traceApplied(
  { position, traced = [] }: JournalEntry,
  startedUnixMs: number,
  role: Role,
): readonly TracedCommand[] {
  // A standby applies the same entry, and one of the two is enough.
  if (!tracing || role !== 'leader') return traced;
  const process = tracing;
  return traced.map(({ index, parent }) => {
    const span = process.start('engine apply', parent, {
      kind: 'consumer',
      startTime: startedUnixMs,
      attributes: { 'pelican.position': position, 'pelican.index': index },
    });
    span.end();
    return { index, parent: span.spanContext() };
  });
}
