/**
 * The loop of settlement: events are read and folded while the batch before them is being written. Everything starts from
 * the cursor in Postgres, so whatever fails, beginning again there loses nothing and repeats nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { halt, type Shard, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { readCursor } from '../shards/index.ts';
import { OtherHistory, type RenderedBatch, type ShardSettler, type WithConnection } from './batch.ts';
import { EventSource, EventsLost } from './event-source.ts';
import { journalFault } from './journal-fault.ts';
import type { SettlementMetrics } from './metrics.ts';
import { PendingBatch } from './pending-batch.ts';
import { traceSettled } from './trace-settled.ts';
import { OtherSettlementError, writeBatch } from './write-batch.ts';

export interface SettlementOptions {
  shard: Shard;
  commandsMax: number;
  /** How much of the event stream stays behind the cursor, for readers that are a little late. */
  keptEventsMs: number;
  connectRedis(): Redis;
  /** A connection of its own, ready for use. */
  connectPostgres(): Promise<pg.Client>;
  openSettler(client: pg.ClientBase, withConnection: WithConnection): Promise<ShardSettler>;
  log: Logger;
  metrics: SettlementMetrics;
}

/**
 * Reads, and transactions, begin at least this far apart. The first event after a pause is settled at once; a steady stream
 * of single commands shares its transactions, which costs a fraction and leaves the processors to those who acknowledge.
 */
const readPaceMs = 10;
const transactionPaceMs = 20;
const trimEveryMs = 1_000;
const retryMinMs = 100;
const retryMaxMs = 1_000;
/** Each try to derive lost events reads the engine's whole archive. */
const retryLostMs = 30_000;
const goodbyeMs = 1_000;
const announceRetryMs = 1_000;

class Stopped extends Error {}

export class Settlement {
  private readonly options: SettlementOptions;
  /** Waits for events, so it answers nothing else. */
  private readonly reader: Redis;
  private readonly redis: Redis;
  private trimmedAt = 0;
  /** The newest settled position; undefined once there is nothing more to announce. */
  private settledPosition: string | undefined;

  constructor(options: SettlementOptions) {
    this.options = options;
    this.reader = options.connectRedis();
    this.redis = options.connectRedis();
  }

  /**
   * Settles until the signal, then finishes what it had folded.
   * @throws OtherSettlementError when another settlement works on the same shard
   */
  async run(signal: AbortSignal): Promise<void> {
    let retryMs = retryMinMs;
    try {
      while (!signal.aborted) {
        const startedAt = performance.now();
        try {
          await this.runFromCursor(signal);
        } catch (error) {
          if (error instanceof OtherSettlementError) throw error;
          if (error instanceof OtherHistory) await this.halt(error);
          this.options.metrics.failures.inc();
          this.options.log.error({ err: error, retryMs }, 'settlement stopped; it begins again at the cursor');
          if (performance.now() - startedAt > 10 * retryMaxMs) retryMs = retryMinMs;
          const pauseMs = error instanceof EventsLost || error instanceof OtherHistory ? retryLostMs : retryMs;
          await delay(pauseMs, undefined, { signal }).catch(() => undefined);
          retryMs = Math.min(retryMs * 2, retryMaxMs);
        }
      }
    } finally {
      this.settledPosition = undefined;
      this.reader.disconnect();
      this.redis.disconnect();
    }
  }

  /** Resolves when the signal came and everything folded is written. */
  private async runFromCursor(signal: AbortSignal): Promise<void> {
    const client = await this.options.connectPostgres();
    let isEnded = false;
    client.once('end', () => {
      isEnded = true;
    });
    try {
      const pending = await this.openBatch(client);
      // Not AbortSignal.any: such a signal was seen to miss the abort of a source, and settlement then stood still.
      const reading = new AbortController();
      const stop = () => {
        reading.abort();
        pending.fail(new Stopped());
      };
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      // Without this a settlement that has nothing to write stays ahead of a Postgres that was restored meanwhile.
      const fail = () => pending.fail(new Error('the connection to Postgres has ended'));
      client.once('end', fail);
      if (isEnded) fail();
      const producing = this.produce(pending, reading.signal).catch((error) => pending.fail(error));
      try {
        await this.consume(client, pending);
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
      } finally {
        signal.removeEventListener('abort', stop);
        stop();
        await producing;
      }
    } finally {
      await sayGoodbye(client);
    }
  }

  private readonly withConnection: WithConnection = async (use) => {
    const client = await this.options.connectPostgres();
    try {
      return await use(client);
    } finally {
      await client.end();
    }
  };

  private async openBatch(client: pg.Client): Promise<PendingBatch> {
    const cursor = await readCursor(client, this.options.shard);
    const fault = await journalFault(this.redis, this.options.shard, cursor);
    if (fault) throw new OtherHistory(fault.reason, fault.position);
    const settler = await this.options.openSettler(client, this.withConnection);
    this.options.log.info(cursor, 'settling from the cursor');
    void this.announcePosition(cursor.position);
    return new PendingBatch(cursor, settler, this.options.commandsMax);
  }

  /** Nothing may be added to a journal that is not the settled one. */
  private async halt({ position, message: reason }: OtherHistory): Promise<void> {
    const { shard, log } = this.options;
    await halt(this.redis, shard.name, { position, reason }).catch((error) =>
      log.warn({ err: error }, 'the halt could not be set'),
    );
  }

  private async produce(pending: PendingBatch, signal: AbortSignal): Promise<void> {
    const { shard, log } = this.options;
    const source = await EventSource.open(this.reader, this.redis, shard, pending.place, log);
    while (!signal.aborted) {
      const { entries, isMore } = await source.read(pending.place);
      await pending.add(entries);
      if (!isMore) await delay(readPaceMs);
    }
  }

  private async consume(client: pg.Client, pending: PendingBatch): Promise<never> {
    const { metrics, shard } = this.options;
    for (;;) {
      const taken = await pending.take();
      const batch = taken.render();
      const startedAt = performance.now();
      const endTimer = metrics.transactionSeconds.startTimer();
      const writing = writeBatch(client, shard, batch);
      await (taken.traced.length > 0 ? traceSettled(taken.traced, batch, writing) : writing);
      endTimer();
      this.count(batch);
      this.announce(batch);
      const pauseMs = startedAt + transactionPaceMs - performance.now();
      if (pauseMs > 0) await delay(pauseMs);
    }
  }

  private count(batch: RenderedBatch): void {
    const { metrics } = this.options;
    metrics.transactions.inc();
    metrics.commands.inc(batch.commands);
    metrics.trades.inc(batch.trades);
    metrics.liquidations.inc(batch.liquidations);
    metrics.deleveragings.inc(batch.deleveragings);
    metrics.position.set(batch.timeMs / 1000);
  }

  /** Not waited for: Postgres has the cursor; readers of Redis get a copy, and its memory what nobody reads any more. */
  private announce(batch: RenderedBatch): void {
    const { shard, keptEventsMs, log } = this.options;
    void this.announcePosition(batch.to.position);
    const now = performance.now();
    if (now - this.trimmedAt <= trimEveryMs || batch.timeMs <= keptEventsMs) return;
    this.trimmedAt = now;
    this.redis
      .xtrim(shardKeys(shard).events, 'MINID', '~', `${batch.timeMs - keptEventsMs}-0`)
      .catch((error) => log.warn({ err: error }, 'settled events could not be trimmed'));
  }

  /** Tries until Redis has the position or a newer one follows: a Redis at its maxmemory refuses it, and it must not stay behind. */
  private async announcePosition(position: string): Promise<void> {
    const { shard, log } = this.options;
    this.settledPosition = position;
    while (this.settledPosition === position) {
      try {
        await this.redis.set(shardKeys(shard).settled, position);
        return;
      } catch (error) {
        log.warn({ err: error }, 'could not announce the settled position');
        await delay(announceRetryMs, undefined, { ref: false });
      }
    }
  }
}

async function sayGoodbye(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, delay(goodbyeMs, undefined, { ref: false })]);
}
