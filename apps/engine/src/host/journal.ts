/** The journal of a shard, as Redis holds it: reading it in order, and what Redis knows about its ends. */
import { commandField } from '@pelican/shared/engine/journal.ts';
import { comparePositions, positionStart } from '@pelican/shared/engine/stream-position.ts';
import type { Redis } from 'ioredis';

/** One entry of the journal. */
export interface JournalEntry {
  position: string;
  bytes: Uint8Array;
}

type RawEntry = [id: Buffer, fields: Buffer[]];
type RawAnswer = [stream: Buffer, entries: RawEntry[]][] | null;

/** Entries after `position`, at most `count`; waits up to `blockMs` for the first (0: does not wait). */
export async function readJournal(
  redis: Redis,
  stream: string,
  position: string,
  options: { count: number; blockMs: number },
): Promise<JournalEntry[]> {
  const wait = options.blockMs > 0 ? ['BLOCK', String(options.blockMs)] : [];
  const command = ['COUNT', String(options.count), ...wait, 'STREAMS', stream, position];
  const answer = (await redis.callBuffer('XREAD', ...command)) as RawAnswer;
  return (answer?.[0]?.[1] ?? []).map(toEntry);
}

function toEntry([id, fields]: RawEntry): JournalEntry {
  const position = id.toString('latin1');
  const [name, bytes] = fields;
  if (name?.toString('latin1') !== commandField || !bytes)
    throw new Error(`the journal entry ${position} has other fields than '${commandField}'`);
  return { position, bytes };
}

const entriesPerReadMax = 200;

/** All entries after `position` up to and including `until`, in order. */
export async function* streamEntries(
  redis: Redis,
  stream: string,
  position: string,
  until: string,
): AsyncGenerator<JournalEntry> {
  let after = position;
  for (;;) {
    const entries = await readJournal(redis, stream, after, { count: entriesPerReadMax, blockMs: 0 });
    for (const entry of entries) {
      if (comparePositions(entry.position, until) > 0) return;
      yield entry;
    }
    const last = entries.at(-1);
    if (!last) return;
    after = last.position;
  }
}

/** What Redis knows about a stream. */
export interface StreamFacts {
  /** Entries that were ever added. */
  addedCount: number;
  /** Entries that are still there. */
  length: number;
  /** The newest id ever given; '0-0' before the first. */
  newest: string;
}

/** The facts of a stream; of one that is not there those of an empty one. */
export async function streamFacts(redis: Redis, stream: string): Promise<StreamFacts> {
  if ((await redis.exists(stream)) === 0) return { addedCount: 0, length: 0, newest: positionStart };
  const answer = (await redis.call('XINFO', 'STREAM', stream)) as unknown[];
  const fact = (name: string) => answer[answer.indexOf(name) + 1];
  const length = Number(fact('length'));
  // Redis before 7 does not count what was ever added.
  const addedCount = answer.includes('entries-added') ? Number(fact('entries-added')) : length;
  return { addedCount, length, newest: String(fact('last-generated-id')) };
}

/** True when the stream holds the entry with exactly this id. */
export async function holdsEntry(redis: Redis, stream: string, position: string): Promise<boolean> {
  const found = await redis.callBuffer('XRANGE', stream, position, position, 'COUNT', '1');
  return (found as unknown[]).length === 1;
}
