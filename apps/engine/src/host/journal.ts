/** The journal of a shard, as Redis holds it: reading it in order, and what Redis knows about its ends. */
import { commandField, type KnownEntry, positionStart } from '@pelican/shared/engine';
import { type TracedCommand, tracedIn } from '@pelican/tracing';
import type { Redis } from 'ioredis';

/** One entry of the journal. */
export interface JournalEntry {
  position: string;
  bytes: Uint8Array;
  /** Commands whose traces go on here; no part of the journal. */
  traced?: readonly TracedCommand[];
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
  const traced = fields.length > 2 ? tracedIn(fields) : undefined;
  return traced ? { position, bytes, traced } : { position, bytes };
}

const entriesPerReadMax = 200;

/**
 * The next entries after `position`, at most 200 and without a gap; undefined when the stream has been trimmed beyond
 * `position`. Trimming removes from the front, so a stream that holds an entry holds all that follow it: the entry at
 * `position` is read together with its successors, which makes the two one observation.
 */
export async function entriesAfter(
  redis: Redis,
  stream: string,
  position: string,
): Promise<JournalEntry[] | undefined> {
  if (position === positionStart) return firstEntries(redis, stream);
  const [entry, ...following] = await readRange(redis, stream, position);
  return entry?.position === position ? following : undefined;
}

/** The stream's first entries, or undefined when it has ever been trimmed: asked after the read, so it holds for the read. */
async function firstEntries(redis: Redis, stream: string): Promise<JournalEntry[] | undefined> {
  const entries = await readRange(redis, stream, '-');
  const { addedCount, length } = await streamFacts(redis, stream);
  return addedCount === length ? entries : undefined;
}

async function readRange(redis: Redis, stream: string, from: string): Promise<JournalEntry[]> {
  const count = String(entriesPerReadMax + 1);
  return ((await redis.callBuffer('XRANGE', stream, from, '+', 'COUNT', count)) as RawEntry[]).map(toEntry);
}

/** The position of the oldest entry that the stream holds, or undefined when it is empty. */
export async function oldestEntry(redis: Redis, stream: string): Promise<string | undefined> {
  const [entry] = (await redis.callBuffer('XRANGE', stream, '-', '+', 'COUNT', '1')) as RawEntry[];
  return entry && toEntry(entry).position;
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

/** True when the stream holds the entry with exactly this id, and these bytes if they are known. */
export async function holdsEntry(redis: Redis, stream: string, { position, bytes }: KnownEntry): Promise<boolean> {
  const [found] = (await redis.callBuffer('XRANGE', stream, position, position)) as RawEntry[];
  return found !== undefined && (bytes === undefined || Buffer.compare(toEntry(found).bytes, bytes) === 0);
}
