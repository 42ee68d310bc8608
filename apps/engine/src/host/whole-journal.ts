/** The journal of a shard wherever its entries are: the archive's segments, then the stream. */
import { comparePositions, positionStart } from '@pelican/shared/engine/stream-position.ts';
import type { Redis } from 'ioredis';
import { listSegments, readSegment } from './archive.ts';
import { holdsEntry, type JournalEntry, streamEntries, streamFacts } from './journal.ts';

/** The journal after a position is not to be had in full. The message says what to do. */
export class MissingJournal extends Error {}

export interface JournalPlace {
  redis: Redis;
  stream: string;
  archiveFolder: string;
}

/**
 * All entries after `position` up to the stream's newest (or `until`), from the archive as far as the stream does not
 * hold them.
 * @throws MissingJournal before the first entry when some are gone
 */
export async function* wholeJournal(
  place: JournalPlace,
  position: string,
  until?: string,
): AsyncGenerator<JournalEntry> {
  const { redis, stream, archiveFolder } = place;
  const end = until ?? (await streamFacts(redis, stream)).newest;
  let after = position;
  if (!(await streamReaches(place, position))) {
    await checkArchive(place, position);
    for (const segment of await listSegments(archiveFolder)) {
      if (comparePositions(segment.last, after) <= 0) continue;
      for await (const entry of readSegment(segment)) {
        if (comparePositions(entry.position, after) <= 0) continue;
        if (comparePositions(entry.position, end) > 0) return;
        yield entry;
        after = entry.position;
      }
    }
  }
  yield* streamEntries(redis, stream, after, end);
}

/** True when the stream holds every entry after the position. */
export async function streamReaches({ redis, stream }: JournalPlace, position: string): Promise<boolean> {
  if (position !== positionStart) return holdsEntry(redis, stream, position);
  const { addedCount, length } = await streamFacts(redis, stream);
  return addedCount === length;
}

/** @throws MissingJournal unless archive and stream together hold every entry that was ever added, and the position */
async function checkArchive({ redis, stream, archiveFolder }: JournalPlace, position: string): Promise<void> {
  const { addedCount, length, newest } = await streamFacts(redis, stream);
  if (addedCount === 0)
    throw new MissingJournal(
      `the journal ${stream} is empty, but there is a snapshot at ${position}: this Redis has lost its data or belongs to another exchange. Point REDIS_URL at the right Redis or restore its append-only file. Removing the snapshots would lose every balance in them.`,
    );
  if (comparePositions(newest, position) < 0)
    throw new MissingJournal(
      `the journal ${stream} ends at ${newest}, before the snapshot at ${position}: this Redis was restored from an older state. Restore its newest append-only file.`,
    );
  const segments = await listSegments(archiveFolder);
  const last = segments.at(-1)?.last ?? positionStart;
  let archivedCount = 0;
  for (const segment of segments) for await (const _ of readSegment(segment)) archivedCount++;
  let overlap = 0;
  for await (const _ of streamEntries(redis, stream, positionStart, last)) overlap++;
  if (archivedCount + length - overlap !== addedCount)
    throw new MissingJournal(
      `the journal ${stream} does not reach back to ${position}: ${addedCount} entries were ever added, the stream holds ${length - overlap} and the archive ${archiveFolder} ${archivedCount}. Bring back the snapshots or the archive segments that belong to this DATA_DIR (docs/operations.md).`,
    );
}
