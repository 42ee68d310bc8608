/** Entries dated in the future. An entry's id is the engine's clock, and any process that may append to a journal may choose the id. */
import { positionTimeMs } from '@pelican/shared/engine';

/** How far an entry may be ahead of the clock: more than the clock of a server that is looked after is ever wrong. */
const aheadMsMax = 3_600_000;

/**
 * The index of the first entry that moves the journal's time too far ahead of the clock; -1 when there is none. An entry of the
 * same millisecond as the one before it moves nothing: Redis gives such ids until its clock has passed them.
 * @param previous the position before the first entry
 */
export function futureEntryAt(entries: readonly { position: string }[], previous: string, nowMs: number): number {
  return entries.findIndex(({ position }, at) => {
    const timeMs = positionTimeMs(position);
    return timeMs - nowMs > aheadMsMax && timeMs > positionTimeMs(entries[at - 1]?.position ?? previous);
  });
}
