/** How many stream entries to ask for at once: many small ones or a few large ones, so that a batch stays a few megabytes. */

export const readCountMin = 16;
export const readCountMax = 1_024;
const batchBytesAim = 2 * 1024 * 1024;

/** The count for the next read after one that asked for `count` and brought `entryCount` entries of `byteCount` bytes. */
export function nextReadCount(count: number, entryCount: number, byteCount: number): number {
  if (entryCount < count && byteCount < batchBytesAim) return count;
  const fitting = Math.floor((batchBytesAim * entryCount) / Math.max(byteCount, 1));
  return Math.max(readCountMin, Math.min(readCountMax, count * 2, fitting));
}
