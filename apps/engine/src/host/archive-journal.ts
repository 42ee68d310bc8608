/** Copies the journal into the archive, where the archive ends and no further than may be trimmed. */
import { journalHolds, lostEntry, type Shard } from '@pelican/shared/engine';
import { archiveEnd, listSegments, writeSegments } from './archive.ts';
import { entriesAfter, oldestEntry } from './journal.ts';
import { type JournalPlace, MissingJournal, wholeJournal } from './whole-journal.ts';

/**
 * Archives what the archive lacks up to and including the entry at `bound`. A trim must keep that entry in the stream
 * (XTRIM MINID `bound`): it shows that archive and stream meet.
 * @returns how many entries were archived
 * @throws MissingJournal when the stream ends before `bound`
 */
export async function archiveJournal(
  place: JournalPlace,
  { shard, rulesVersion }: { shard: Shard; rulesVersion: number },
  bound: string,
): Promise<number> {
  const after = await archivedUpTo(place, shard);
  return writeSegments(
    place.archiveFolder,
    { shard: shard.name, rulesVersion },
    after,
    wholeJournal(place, after, bound),
  );
}

/**
 * Where archiving goes on: at the archive's end; at the stream's oldest entry when an engine with another archive folder
 * has trimmed since, because the other archive ends there: the two folders together are whole.
 * @throws MissingJournal when the entries behind the archive were taken from the stream by anybody else
 */
async function archivedUpTo({ redis, stream, archiveFolder }: JournalPlace, shard: Shard): Promise<string> {
  const end = archiveEnd(await listSegments(archiveFolder));
  if (await entriesAfter(redis, stream, end)) return end;
  if (!(await journalHolds(redis, shard, { position: end })))
    throw new MissingJournal(lostEntry(shard.name, end, 'is archived').reason);
  return (await oldestEntry(redis, stream)) ?? end;
}
