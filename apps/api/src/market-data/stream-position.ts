/** Ids of Redis streams, "milliseconds-number", as places in the journal. */

/** Unix milliseconds of a stream id: the engine's clock. */
export function positionTimeMs(position: string): number {
  return Number(position.slice(0, position.indexOf('-')));
}

/** Below 0 when `a` comes before `b`, 0 when they are the same. */
export function comparePositions(a: string, b: string): number {
  const byTime = positionTimeMs(a) - positionTimeMs(b);
  if (byTime !== 0) return byTime;
  return Number(a.slice(a.indexOf('-') + 1)) - Number(b.slice(b.indexOf('-') + 1));
}
