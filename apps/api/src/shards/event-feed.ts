/** Follows a shard's event stream: every entry once, in order, decoded once for everybody in the process. */
import {
  comparePositions,
  type EventEntryHeader,
  eventField,
  nextReadCount,
  positionStart,
  positionTimeMs,
  readCountMin,
  readEventHeader,
  type Shard,
  type ShardWire,
  shardKeys,
  unlessAborted,
} from '@pelican/shared/engine';
import { type TracedCommand, tracedIn } from '@pelican/tracing';
import type { Redis } from 'ioredis';
import { tracePushes } from './trace-pushes.ts';

export interface EventEntry<Event> {
  /** The stream id: the journal position. */
  position: string;
  /** The journal's clock: Unix milliseconds. */
  timeMs: number;
  header: EventEntryHeader;
  events: Event[];
  /** Commands whose traces go on here. */
  traced?: readonly TracedCommand[];
}

/** The part of a wire that reading needs. */
export type EventWire<Event> = Pick<ShardWire<never, Event>, 'forEachEvent'>;

export interface EventFeedOptions<Event> {
  /** A connection of its own: reads block it. */
  redis: Redis;
  shard: Shard;
  wire: EventWire<Event>;
  /** Entries after this position are delivered. */
  from: string;
  /** Called in order. A throw ends the feed: see `ended`. */
  onEntry(entry: EventEntry<Event>): void;
}

export interface EventFeed {
  /** Rejects when `onEntry` threw; resolves after `close`. */
  ended: Promise<void>;
  close(): void;
}

const blockMs = 1_000;
const retryMs = 50;

type RawEntry = [id: Buffer, fields: Buffer[]];

/** Starts to follow the stream. Connection troubles are waited out. */
export function createEventFeed<Event>(options: EventFeedOptions<Event>): EventFeed {
  const closing = new AbortController();
  const close = () => {
    closing.abort();
    options.redis.disconnect();
  };
  return { ended: follow(options, closing.signal).finally(close), close };
}

async function follow<Event>(options: EventFeedOptions<Event>, closing: AbortSignal): Promise<void> {
  const isOpen = () => !closing.aborted;
  const stream = shardKeys(options.shard).events;
  let position = options.from;
  let count = readCountMin;
  let reading = readSafely(options.redis, stream, position, count, isOpen);
  while (isOpen()) {
    // A read under way when Redis is away never ends, not even when its connection is closed.
    const raw = await unlessAborted(reading, closing, []);
    const next = raw.at(-1)?.[0].toString('latin1') ?? position;
    // The next batch is on its way while this one is applied.
    count = nextReadCount(
      count,
      raw.length,
      raw.reduce((sum, [, fields]) => sum + (fields[1]?.length ?? 0), 0),
    );
    reading = readSafely(options.redis, stream, next, count, isOpen);
    for (const [id, fields] of raw) {
      if (!isOpen()) return;
      const entry = decode(options.wire, id.toString('latin1'), fields);
      if (entry.traced) tracePushes(entry.traced, () => options.onEntry(entry));
      else options.onEntry(entry);
    }
    position = next;
  }
}

/** Answers nothing when the connection is in trouble or Redis is loading: the caller asks again. */
async function readSafely(
  redis: Redis,
  stream: string,
  position: string,
  count: number,
  isOpen: () => boolean,
): Promise<RawEntry[]> {
  try {
    return isOpen() ? await read(redis, stream, position, count) : [];
  } catch (error) {
    if (isOpen() && redis.status === 'end') throw error;
    if (isOpen()) await new Promise((resolve) => setTimeout(resolve, retryMs));
    return [];
  }
}

async function read(redis: Redis, stream: string, position: string, count: number): Promise<RawEntry[]> {
  const answer = (await redis.callBuffer('XREAD', 'COUNT', count, 'BLOCK', blockMs, 'STREAMS', stream, position)) as
    | [Buffer, RawEntry[]][]
    | null;
  return answer?.[0]?.[1] ?? [];
}

function decode<Event>(wire: EventWire<Event>, position: string, fields: Buffer[]): EventEntry<Event> {
  const [name, bytes] = fields;
  if (name?.toString('latin1') !== eventField || !bytes) throw new Error(`event entry ${position} has unknown fields`);
  const events: Event[] = [];
  wire.forEachEvent(bytes, (event) => events.push(event));
  const entry = { position, timeMs: positionTimeMs(position), header: readEventHeader(bytes), events };
  const traced = fields.length > 2 ? tracedIn(fields) : undefined;
  return traced ? { ...entry, traced } : entry;
}

/** The newest id of a shard's event stream, also when its entry is trimmed away; '0-0' before the first. */
export function newestEventId(redis: Redis, shard: Shard): Promise<string> {
  return newestStreamId(redis, shardKeys(shard).events);
}

/** The newest id that a stream ever had; '0-0' before the first. */
export async function newestStreamId(redis: Redis, stream: string): Promise<string> {
  // Each private read asks for it: the newest entry costs less than the facts of the stream.
  const newest = (await redis.callBuffer('XREVRANGE', stream, '+', '-', 'COUNT', '1')) as RawEntry[];
  if (newest[0]) return newest[0][0].toString('latin1');
  if ((await redis.exists(stream)) === 0) return positionStart;
  return newestIdIn((await redis.call('XINFO', 'STREAM', stream)) as unknown[]);
}

/** The newest ids that streams ever had, all at one moment. */
export async function newestStreamIds(redis: Redis, streams: readonly string[]): Promise<string[]> {
  const transaction = redis.multi();
  for (const stream of streams) transaction.exists(stream).call('XINFO', 'STREAM', stream);
  const answers = (await transaction.exec()) ?? [];
  return streams.map((_, index) => {
    const [exists, [error, facts] = []] = answers.slice(2 * index);
    if (exists?.[1] === 0) return positionStart;
    if (error || !Array.isArray(facts)) throw error ?? new Error('XINFO STREAM gave no facts');
    return newestIdIn(facts);
  });
}

/** @param facts the answer of XINFO STREAM */
function newestIdIn(facts: unknown[]): string {
  return String(facts[facts.indexOf('last-generated-id') + 1]);
}

/**
 * True when the event stream goes on right after the place: its next entry begins with the next command, or there is none
 * yet. False when entries between the two are gone.
 */
export async function streamContinues(
  redis: Redis,
  shard: Shard,
  place: { position: string; seq: number },
): Promise<boolean> {
  const stream = shardKeys(shard).events;
  const found = (await redis.callBuffer('XRANGE', stream, `(${place.position}`, '+', 'COUNT', '1')) as RawEntry[];
  const bytes = found[0]?.[1][1];
  if (bytes) return readEventHeader(bytes).firstSeq <= place.seq + 1;
  return comparePositions(await newestEventId(redis, shard), place.position) <= 0;
}
