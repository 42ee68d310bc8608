/** Commands into a journal and events out of it, as an API process has them, without the rest of the API. */
import { EngineClient } from '@pelican/api/src/platform/engine-client.ts';
import { createEventFeed, type EventEntry, newestEventId } from '@pelican/api/src/platform/event-feed.ts';
import { JournalWriter } from '@pelican/api/src/platform/journal-writer.ts';
import { connectRedis } from '@pelican/api/src/platform/redis.ts';
import type { ShardName } from '@pelican/shared/engine/commands.ts';
import { EventKind } from '@pelican/shared/engine/events.ts';
import type { Redis } from 'ioredis';

export interface JournalClient {
  redis: Redis;
  journal: JournalWriter;
  engine: EngineClient;
  /** Every entry since this client was opened. */
  entries: EventEntry[];
  close(): Promise<void>;
}

const silent = { warn: () => undefined };

/** Opens a client that follows the events from now on, or from `from`. */
export async function openJournalClient(redisUrl: string, shard: ShardName, from?: string): Promise<JournalClient> {
  const redis = connectRedis(redisUrl, silent);
  const journal = await JournalWriter.open(redis, shard);
  const engine = new EngineClient(journal);
  const entries: EventEntry[] = [];
  const feed = createEventFeed({
    redis: connectRedis(redisUrl, silent),
    shard,
    from: from ?? (await newestEventId(redis, shard)),
    onEntry(entry) {
      entries.push(entry);
      for (const event of entry.events) if (event.kind === EventKind.commandDone) engine.resolve(entry.header, event);
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
