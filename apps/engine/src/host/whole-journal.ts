/** The journal of a shard wherever its entries are: in the stream, or in the archive's segments after a trim. */
import { comparePositions } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { listSegments, readSegment, segmentAfter } from './archive.ts';
import { entriesAfter, type JournalEntry, streamFacts } from './journal.ts';

/** The journal after a position is not to be had in full. The message says what to do. */
export class MissingJournal extends Error {}

export interface JournalPlace {
  redis: Redis;
  stream: string;
  archiveFolder: string;
}

/**
 * All entries after `position` up to and including `until` (the stream's newest entry when absent), in order and without
 * a gap, whatever is archived and trimmed meanwhile.
 * @throws MissingJournal at the first entry that neither the stream nor the archive holds
 */
export async function* wholeJournal(
  place: JournalPlace,
  position: string,
  until?: string,
): AsyncGenerator<JournalEntry> {
  const { redis, stream } = place;
  const end = until ?? (await streamFacts(redis, stream)).newest;
  let after = position;
  while (comparePositions(after, end) < 0) {
    const readUpTo = after;
    for await (const entry of nextEntries(place, after)) {
      if (comparePositions(entry.position, end) > 0) return;
      yield entry;
      after = entry.position;
    }
    if (after !== readUpTo) continue;
    if (until === undefined) return;
    throw new MissingJournal(`the journal ${stream} ends at ${after}, before ${until}: this Redis has lost entries`);
  }
}

/** Some of the entries after a position, beginning with the very next one; none only at the journal's end. */
async function* nextEntries(
  { redis, stream, archiveFolder }: JournalPlace,
  after: string,
): AsyncGenerator<JournalEntry> {
  const entries = await entriesAfter(redis, stream, after);
  if (entries) {
    yield* entries;
    return;
  }
  // Entries are archived before they are trimmed, so segments listed now hold what the stream no longer held above.
  const segment = segmentAfter(await listSegments(archiveFolder), after);
  if (!segment)
    throw new MissingJournal(
      `the journal ${stream} does not reach back to ${after}: the stream is trimmed beyond it, and no segment in ${archiveFolder} goes on from there. Bring back the snapshots or the archive segments that belong to this DATA_DIR (docs/operations.md).`,
    );
  for await (const entry of readSegment(segment)) if (comparePositions(entry.position, after) > 0) yield entry;
}
