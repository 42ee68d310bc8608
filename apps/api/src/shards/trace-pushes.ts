/** The spans of the socket pushes that a traced command causes in an API process. */
import { type TracedCommand, tracing } from '@pelican/tracing';

/** Private pushes of the traced entry that is being applied; undefined outside of one. */
let pushes: number | undefined;

/** Call for each private push to a connection. */
export function countPush(): void {
  if (pushes !== undefined) pushes++;
}

/**
 * Applies a traced entry to the live view. When that pushes something to a socket of this process, each traced command gets
 * a span from here to the write of the pushes.
 */
export function tracePushes(traced: readonly TracedCommand[], apply: () => void): void {
  const startTime = performance.timeOrigin + performance.now();
  pushes = 0;
  try {
    apply();
  } finally {
    const count = pushes;
    pushes = undefined;
    if (count > 0) {
      const attributes = { 'pelican.pushes': count };
      const spans = traced.flatMap(
        ({ parent }) => tracing?.start('socket push', parent, { kind: 'producer', startTime, attributes }) ?? [],
      );
      // The connections are written by an immediate that was planned with their first push of this turn.
      setImmediate(() => {
        for (const span of spans) span.end();
      });
    }
  }
}
