/**
 * Where settlement's entries come from: the event stream, or, while that does not go on after the cursor, the entries that
 * the engine derives again (packages/shared/src/engine/regeneration.ts).
 */

import { randomUUID } from 'node:crypto';
import { RegenerationField, requestRegeneration, type Shard, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Place } from '../shards/index.ts';
import { streamContinues } from '../shards/index.ts';
import { type EventEntry, readEvents } from './event-reader.ts';

/** Events are missing and cannot be derived again: the message says why. */
export class EventsLost extends Error {}

/** Entries of one read; an entry holds up to some hundred commands. */
const entriesMax = 100;
const blockMs = 500;

export class EventSource {
  /** Answers reads that block. */
  private readonly reader: Redis;
  private readonly redis: Redis;
  private readonly shard: Shard;
  private readonly log: Pick<Logger, 'info' | 'warn'>;
  /** The request that is being met; undefined while the event stream itself is read. */
  private request: string | undefined;

  private constructor(reader: Redis, redis: Redis, shard: Shard, log: Pick<Logger, 'info' | 'warn'>) {
    this.reader = reader;
    this.redis = redis;
    this.shard = shard;
    this.log = log;
  }

  /** The source of the entries after `place`; asks for missing ones. */
  static async open(
    reader: Redis,
    redis: Redis,
    shard: Shard,
    place: Place,
    log: Pick<Logger, 'info' | 'warn'>,
  ): Promise<EventSource> {
    const source = new EventSource(reader, redis, shard, log);
    if (await streamContinues(redis, shard, place)) await source.endRequest();
    else await source.beginRequest(place);
    return source;
  }

  /**
   * The next entries after `place`, none when there are none yet; `isMore` when the next read should follow at once.
   * @throws EventsLost
   */
  async read(place: Place): Promise<{ entries: EventEntry[]; isMore: boolean }> {
    const { events, regenerated } = shardKeys(this.shard);
    const { request } = this;
    const options = { count: entriesMax, blockMs };
    if (request === undefined) {
      const entries = await readEvents(this.reader, events, place.position, options);
      return { entries, isMore: entries.length === entriesMax };
    }
    // What is folded already makes room for more; after a crash a new request begins at the cursor again.
    await this.redis.xtrim(regenerated, 'MINID', place.position);
    const entries = await readEvents(this.reader, regenerated, place.position, options);
    if (entries.length > 0) return { entries, isMore: true };
    if (await streamContinues(this.redis, this.shard, place)) {
      await this.endRequest();
      this.log.info(place, 'the missing events are derived again; the event stream goes on');
    } else {
      await this.checkRequest(request, place);
    }
    return { entries, isMore: false };
  }

  private async beginRequest(place: Place): Promise<void> {
    this.request = randomUUID();
    this.log.warn(place, 'the event stream does not go on after the cursor: asking the engine for the missing events');
    await requestRegeneration(this.redis, this.shard, { request: this.request, from: place.position });
  }

  private async endRequest(): Promise<void> {
    const { regeneration, regenerated } = shardKeys(this.shard);
    this.request = undefined;
    await this.redis.del(regeneration, regenerated);
  }

  /** Asks again when Redis has lost the request. @throws EventsLost when it cannot be met, or another has replaced it */
  private async checkRequest(own: string, place: Place): Promise<void> {
    const { request, failedRequest, failure } = RegenerationField;
    const key = shardKeys(this.shard).regeneration;
    const [current, failed, reason] = await this.redis.hmget(key, request, failedRequest, failure);
    if (failed === own) throw new EventsLost(`the missing events cannot be derived again: ${reason}`);
    if (current === null) await this.beginRequest(place);
    else if (current !== own) throw new EventsLost('another request for missing events has replaced this one');
  }
}
