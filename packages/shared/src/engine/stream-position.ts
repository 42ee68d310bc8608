/** Ids of Redis streams, "milliseconds-number", as places in the journal. */

/** Before the first entry. */
export const positionStart = '0-0';

/** Unix milliseconds of a stream id: the engine's clock. */
export function positionTimeMs(position: string): number {
  return Number(position.slice(0, position.indexOf('-')));
}

/** Below 0 when `a` comes before `b`, 0 when they are the same place. */
export function comparePositions(a: string, b: string): number {
  return positionTimeMs(a) - positionTimeMs(b) || positionNumber(a) - positionNumber(b);
}

/** The count within the millisecond. */
export function positionNumber(position: string): number {
  return Number(position.slice(position.indexOf('-') + 1));
}
