/** Installs a complete journal in the place of one that lost entries. */
import { randomUUID } from 'node:crypto';
import { commandField, comparePositions, newestIdLua, positionStart } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { listSegments, readSegment } from './archive.ts';
import { execute } from './connections.ts';
import { type JournalEntry, streamFacts } from './journal.ts';

/** Entries that are sent to Redis at once. */
const batchEntries = 500;
/** Redis deletes the unfinished stream of a run that was killed after this. */
const abandonedMs = 600_000;

/**
 * KEYS: the journal, the complete stream built beside it. ARGV: newest id that the journal must have; of the complete
 * stream its newest id, its number of entries, how many entries were ever added.
 * Installs the complete stream as the journal and returns 1; deletes it and returns 0 when the journal has changed, or the
 * stream has expired in part. A script and no WATCH, which a reconnection would end unnoticed.
 */
const replaceScript = `${newestIdLua}
if newestId(KEYS[1]) ~= ARGV[1] or redis.call('XLEN', KEYS[2]) ~= tonumber(ARGV[3]) then
  redis.call('DEL', KEYS[2])
  return 0
end
redis.call('XSETID', KEYS[2], ARGV[2], 'ENTRIESADDED', ARGV[4], 'MAXDELETEDID', '0-0')
redis.call('PERSIST', KEYS[2])
redis.call('RENAME', KEYS[2], KEYS[1])
return 1`;

/** What a run has looked at is no longer so: another run, or a process that appends, was at work. */
export class JournalChanged extends Error {
  constructor() {
    super('the journal or its replacement changed during the recovery: run the command again');
  }
}

export interface ReplaceJournalOptions {
  redis: Redis;
  /** The stream of the journal. */
  stream: string;
  archiveFolder: string;
}

/** A journal as it was read. */
export interface LiveJournal {
  live: JournalEntry[];
  newest: string;
  /** Entries that were ever added. */
  addedCount: number;
}

/**
 * Builds the complete journal beside the damaged one and installs it in one step; nothing when it needs no change. A stream
 * cannot be repaired in place: Redis takes no entry below one that was ever in it. Returns the journal's newest id.
 * @param refused entries of `found` that stay out
 * @throws JournalChanged when the journal has changed since `found`
 */
export async function putBack(
  { redis, stream, archiveFolder }: ReplaceJournalOptions,
  found: LiveJournal,
  missing: JournalEntry[],
  refused: readonly JournalEntry[],
): Promise<string> {
  const [first] = missing;
  if (!first && refused.length === 0) {
    if ((await streamFacts(redis, stream)).newest !== found.newest) throw new JournalChanged();
    return found.newest;
  }
  const kept = found.live.filter((entry) => !refused.includes(entry));
  const whole = [...kept, ...missing].sort((a, b) => comparePositions(a.position, b.position));
  const [start] = whole;
  const end = whole.at(-1)?.position;
  if (!start || end === undefined) throw new Error(`nothing would be left of the journal ${stream}`);
  const removed =
    start === first ? await archivedCount(archiveFolder, first.position) : found.addedCount - found.live.length;
  // A name for this run only: another operator may run the command at once.
  const recovered = `${stream}:recovered:${randomUUID()}`;
  try {
    for (let at = 0; at < whole.length; at += batchEntries)
      await sendEntries(redis, recovered, whole.slice(at, at + batchEntries));
    const facts = [found.newest, end, whole.length, removed + whole.length];
    if ((await redis.eval(replaceScript, 2, stream, recovered, ...facts)) !== 1) throw new JournalChanged();
    return end;
  } finally {
    // What a failed run has left would make a Redis near its memory limit refuse the next run. A Redis that cannot be reached deletes it later.
    await redis.del(recovered).catch(() => undefined);
  }
}

async function sendEntries(redis: Redis, stream: string, entries: JournalEntry[]): Promise<void> {
  const batch = redis.pipeline();
  for (const { position, bytes } of entries) batch.xadd(stream, position, commandField, Buffer.from(bytes));
  batch.pexpire(stream, abandonedMs);
  await execute(batch);
}

/** How many entries this machine has archived before a position: its archive need not begin with the first command. */
async function archivedCount(folder: string, position: string): Promise<number> {
  let newest = positionStart;
  let count = 0;
  for (const segment of await listSegments(folder)) {
    for await (const entry of readSegment(segment)) {
      const isNext = comparePositions(entry.position, newest) > 0 && comparePositions(entry.position, position) < 0;
      if (isNext) count++;
      if (isNext) newest = entry.position;
    }
  }
  return count;
}
