/** Commands into a journal and events out of it, as an API process has them, without the rest of the API. */

import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import {
  createEventFeed,
  EngineClient,
  type EventEntry,
  JournalWriter,
  newestEventId,
} from '@pelican/api/src/shards/index.ts';
import { type CommandDone, commandDoneKind, positionStart, type Shard, type ShardWire } from '@pelican/shared/engine';
import type {
  Command as SpotCommand,
  CommandDone as SpotCommandDone,
  EngineEvent as SpotEvent,
} from '@pelican/shared/engine/spot';
import type { Redis } from 'ioredis';
import { shardOf } from './shards.ts';

export interface JournalClient<Command, Event, Done extends CommandDone> {
  redis: Redis;
  journal: JournalWriter<Command>;
  engine: EngineClient<Command, Done>;
  /** Every entry since this client was opened. */
  entries: EventEntry<Event>[];
  close(): Promise<void>;
}

type DoneOf<Event> = Extract<Event, CommandDone>;

function isDone<Event extends { kind: number }>(event: Event): event is DoneOf<Event> {
  return event.kind === commandDoneKind;
}

const silent = { warn: () => undefined };

/** A client of the spot shard. */
export type SpotJournalClient = JournalClient<SpotCommand, SpotEvent, SpotCommandDone>;

/** Opens a client of the wire's shard that follows the events from now on, or from `from`. */
export async function openJournalClient<Command, Event extends { kind: number }>(
  redisUrl: string,
  wire: ShardWire<Command, Event>,
  from?: string,
  shard: Shard = shardOf(wire.kind),
): Promise<JournalClient<Command, Event, DoneOf<Event>>> {
  const redis = connectRedis(redisUrl, silent);
  const journal = await JournalWriter.open(redis, shard, wire, { known: positionStart, onRecovered: () => undefined });
  const engine = new EngineClient<Command, DoneOf<Event>>(journal);
  const entries: EventEntry<Event>[] = [];
  const feed = createEventFeed({
    redis: connectRedis(redisUrl, silent),
    shard,
    wire,
    from: from ?? (await newestEventId(redis, shard)),
    onEntry(entry) {
      entries.push(entry);
      for (const event of entry.events) if (isDone(event)) engine.resolve(entry.header, event);
    },
  });
  return {
    redis,
    journal,
    engine,
    entries,
    async close() {
      engine.close();
      feed.close();
      await feed.ended;
      redis.disconnect();
    },
  };
}
