/** Follows a shard's event stream: every entry once, in order, decoded once for everybody in the process. */
import { eventField, type ShardName, shardStreams } from '@pelican/shared/engine/commands.ts';
import {
  type EngineEvent,
  type EventEntryHeader,
  forEachEvent,
  readEventHeader,
} from '@pelican/shared/engine/events.ts';
import type { Redis } from 'ioredis';

export interface EventEntry {
  /** The stream id: the journal position. */
  position: string;
  /** The journal's clock: Unix milliseconds. */
  timeMs: number;
  header: EventEntryHeader;
  events: EngineEvent[];
}

export interface EventFeedOptions {
  /** A connection of its own: reads block it. */
  redis: Redis;
  shard: ShardName;
  /** Entries after this position are delivered. */
  from: string;
  /** Called in order. A throw ends the feed: see `ended`. */
  onEntry(entry: EventEntry): void;
}

export interface EventFeed {
  /** Rejects when `onEntry` threw; resolves after `close`. */
  ended: Promise<void>;
  close(): void;
}

const entriesPerRead = 500;
const blockMs = 1_000;

type RawEntry = [id: Buffer, fields: Buffer[]];

/** Starts to follow the stream. Connection troubles are waited out. */
export function createEventFeed(options: EventFeedOptions): EventFeed {
  let open = true;
  const ended = follow(options, () => open);
  return {
    ended,
    close() {
      open = false;
      options.redis.disconnect();
    },
  };
}

async function follow(options: EventFeedOptions, isOpen: () => boolean): Promise<void> {
  const stream = shardStreams[options.shard].events;
  let position = options.from;
  while (isOpen()) {
    let raw: RawEntry[];
    try {
      raw = await read(options.redis, stream, position);
    } catch (error) {
      if (!isOpen()) return;
      if (options.redis.status === 'end') throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    for (const [id, fields] of raw) {
      position = id.toString('latin1');
      options.onEntry(decode(position, fields));
    }
  }
}

async function read(redis: Redis, stream: string, position: string): Promise<RawEntry[]> {
  const answer = (await redis.callBuffer(
    'XREAD',
    'COUNT',
    entriesPerRead,
    'BLOCK',
    blockMs,
    'STREAMS',
    stream,
    position,
  )) as [Buffer, RawEntry[]][] | null;
  return answer?.[0]?.[1] ?? [];
}

function decode(position: string, fields: Buffer[]): EventEntry {
  const [name, bytes] = fields;
  if (name?.toString('latin1') !== eventField || !bytes) throw new Error(`event entry ${position} has unknown fields`);
  const events: EngineEvent[] = [];
  forEachEvent(bytes, (event) => events.push(event));
  return { position, timeMs: Number(position.slice(0, position.indexOf('-'))), header: readEventHeader(bytes), events };
}

/** Id of the newest entry of a shard's event stream; '0-0' when there is none. */
export async function newestEventId(redis: Redis, shard: ShardName): Promise<string> {
  const newest = await redis.xrevrange(shardStreams[shard].events, '+', '-', 'COUNT', 1);
  return newest[0]?.[0] ?? '0-0';
}
