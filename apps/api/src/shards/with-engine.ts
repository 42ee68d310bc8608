/** An engine for some commands of a process that has no live view. */
import { type CommandDone, commandDoneKind, type Shard, type ShardWire } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { EngineClient } from './engine-client.ts';
import { createEventFeed, newestEventId } from './event-feed.ts';
import { JournalWriter } from './journal-writer.ts';

export interface EngineOf<Command, Event> {
  redis: Redis;
  shard: Shard;
  wire: ShardWire<Command, Event>;
  /** Up to where Postgres knows the shard's events. */
  known: string;
}

/** Opens the journal and follows its answers while `work` runs. @throws what `work` and the opening of the journal throw */
export async function withEngine<Command, Event extends { kind: number }, Result>(
  { redis, shard, wire, known }: EngineOf<Command, Event>,
  work: (engine: Pick<EngineClient<Command, CommandDone>, 'submit'>) => Promise<Result>,
): Promise<Result> {
  const options = { known, onRecovered: () => undefined };
  const engine = new EngineClient<Command, CommandDone>(await JournalWriter.open(redis, shard, wire, options));
  const feed = createEventFeed({
    redis: redis.duplicate(),
    shard,
    wire,
    from: await newestEventId(redis, shard),
    onEntry({ header, events }) {
      for (const event of events) if (isDone(event)) engine.resolve(header, event);
    },
  });
  try {
    return await work(engine);
  } finally {
    engine.close();
    feed.close();
    await feed.ended;
  }
}

function isDone(event: { kind: number }): event is CommandDone {
  return event.kind === commandDoneKind;
}
