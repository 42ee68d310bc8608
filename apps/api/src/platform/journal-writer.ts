/**
 * Puts commands into a shard's journal. All commands of one turn of the event loop share one stream entry: one XADD and
 * one fsync carry them all.
 */

import type { Command } from '@pelican/shared/engine/commands.ts';
import {
  commandField,
  finishEntry,
  type ShardName,
  shardStreams,
  startEntry,
  writeCommand,
} from '@pelican/shared/engine/commands.ts';
import { ByteWriter } from '@pelican/shared/engine/layout.ts';
import { DomainError } from '@pelican/shared/errors.ts';
import type { Redis } from 'ioredis';

const commandsPerEntryMax = 2_000;
const entryBytesMax = 192 * 1024;
/** Entries without an answer from Redis beyond which new commands are refused. */
const entriesUnansweredMax = 2_000;

/** Where a command stands: the answer in the event stream carries the same pair. */
export interface Placement {
  counter: number;
  index: number;
}

export class JournalWriter {
  /** Unique for each writer that ever was: the engine drops an entry whose (sender, counter) it has seen. */
  readonly sender: number;
  private readonly redis: Redis;
  private readonly stream: string;
  private readonly writer = new ByteWriter(64 * 1024);
  private counter = 0;
  private count = 0;
  private unanswered = 0;
  private placement: Placement = { counter: 0, index: 0 };

  private constructor(redis: Redis, shard: ShardName, sender: number) {
    this.redis = redis;
    this.stream = shardStreams[shard].commands;
    this.sender = sender;
  }

  static async open(redis: Redis, shard: ShardName): Promise<JournalWriter> {
    return new JournalWriter(redis, shard, await redis.incr('senders'));
  }

  /**
   * Adds a command to the entry of this turn. The returned object is reused by the next call.
   * @throws DomainError service_unavailable when Redis is away or does not keep up: nothing was written
   */
  append(command: Command): Readonly<Placement> {
    if (this.count === 0) this.begin();
    writeCommand(this.writer, command);
    this.placement.counter = this.counter;
    this.placement.index = this.count++;
    if (this.count >= commandsPerEntryMax || this.writer.length >= entryBytesMax) this.flush();
    return this.placement;
  }

  private begin(): void {
    if (this.redis.status !== 'ready' || this.unanswered >= entriesUnansweredMax) {
      throw new DomainError('service_unavailable', {
        details: { redis: this.redis.status, unanswered: this.unanswered },
      });
    }
    startEntry(this.writer, this.sender, ++this.counter);
    setImmediate(this.flush);
  }

  private readonly flush = (): void => {
    if (this.count === 0) return;
    finishEntry(this.writer, this.count);
    this.count = 0;
    const bytes = this.writer.copy();
    this.unanswered++;
    const answered = () => {
      this.unanswered--;
    };
    // An XADD that Redis never answers is no command that never was: callers learn that the outcome is unknown.
    this.redis
      .xadd(this.stream, '*', commandField, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      .then(answered, answered);
  };
}
