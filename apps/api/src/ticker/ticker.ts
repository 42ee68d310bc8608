/**
 * Sends time and index prices to the perpetual journal: `tick {n, prices}` once a second, and those of spot markets into a stream beside
 * it, from the one process that holds the lease. Should two ever send the same second, the engine drops the later one: its seconds only grow. The seconds are
 * those of Redis, whose clock stamps the journal: the engine refuses a second that is ahead of the journal's time.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Lease, type Shard, tickerLease } from '@pelican/shared/engine';
import { type Command, Op, type TickPrice } from '@pelican/shared/engine/perpetual';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { JournalWriter } from '../shards/index.ts';
import { marketIndex } from './market-index.ts';
import { AnswerReader } from './pending-work.ts';
import { readTickedMarkets } from './read-markets.ts';
import { SourceBoard } from './source-board.ts';
import { publishSpotIndexes, type SpotIndexes } from './spot-indexes.ts';
import { type MarketMemory, readTickerState, type TickerState, writeTickerState } from './ticker-state.ts';

/** Listings and sources are read again this often. */
const configureEveryMs = 2_000;

/** How long after a tick its rest is worked on: the next second must not wait. */
const goOnMsMax = 500;
const answerPollMs = 20;

/** A second in the ticker's memory that is further ahead than this was no second of the journal's. */
const secondsAheadMax = 2;

/** The Unix second of the clock that stamps the journal's entries. */
async function journalSecond(redis: Pick<Redis, 'time'>): Promise<number> {
  const [seconds] = await redis.time();
  return Number(seconds);
}

export interface TickerOptions {
  pool: pg.Pool;
  /** Questions give up after a second or so: a tick that cannot be made is left out. */
  redis: Redis;
  journal: Pick<JournalWriter<Command>, 'append' | 'sender'>;
  shard: Shard;
  leaseMs: number;
  /** Simulated prices do not change by themselves. */
  isIndexStill: boolean;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export class Ticker {
  readonly #options: TickerOptions;
  readonly #lease: Lease;
  readonly #answers: AnswerReader;
  readonly #board: SourceBoard;
  /** Undefined until this process leads. */
  #state: TickerState | undefined;
  #configuredMs = Number.NEGATIVE_INFINITY;
  #trouble = '';
  /** By market id: when its index was last known, Unix milliseconds. */
  readonly #pricedAtMs = new Map<number, number>();
  readonly #startedMs = Date.now();

  constructor(options: TickerOptions) {
    const { redis, leaseMs, log } = options;
    this.#options = options;
    this.#answers = new AnswerReader(redis, options.shard);
    this.#board = new SourceBoard(redis, log, options.isIndexStill);
    this.#lease = new Lease({
      redis,
      key: tickerLease,
      leaseMs,
      log,
      onGained: () => log.info('this ticker leads'),
      onLost: () => log.warn('another ticker leads'),
      onRenewed: () => undefined,
    });
  }

  /** The last second that this process has sent; 0 before the first. */
  get lastSecond(): number {
    return this.#state?.n ?? 0;
  }

  /** How long (s) each market's index has been unknown to this process while it leads; 0 while it is known. */
  indexAges(nowMs: number): { market: string; seconds: number }[] {
    if (!this.isLeading) return [];
    return this.#board.markets.map(({ id, name }) => ({
      market: name,
      seconds: Math.max(0, nowMs - (this.#pricedAtMs.get(id) ?? this.#startedMs)) / 1000,
    }));
  }

  get isLeading(): boolean {
    return this.#lease.isHeld;
  }

  /** Ticks until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    this.#lease.start();
    while (!signal.aborted) {
      await this.#second().then(
        () => {
          this.#trouble = '';
        },
        (error: Error) => this.#tell(error),
      );
      await delay(1000 - (Date.now() % 1000), undefined, { signal }).catch(() => undefined);
    }
    this.#board.close();
    await this.#lease.release().catch((error: unknown) => this.#options.log.warn({ err: error }, 'the lease was kept'));
  }

  /** Logs an error when it first occurs, not again each second that it lasts. */
  #tell(error: Error): void {
    if (this.#trouble !== error.message) this.#options.log.error({ err: error }, 'a second was left out');
    this.#trouble = error.message;
  }

  async #second(): Promise<void> {
    await this.#configure();
    if (!this.#lease.isHeld) {
      this.#state = undefined;
      return;
    }
    const n = await journalSecond(this.#options.redis);
    this.#state ??= (await readTickerState(this.#options.redis)) ?? { n: 0, markets: {} };
    // A clock that was ahead and came back must not keep the ticker from sending until that time.
    if (this.#state.n > n + secondsAheadMax) this.#state.n = 0;
    if (this.#board.markets.length > 0 && n > this.#state.n) await this.#tick(n, this.#state);
  }

  async #tick(n: number, before: TickerState): Promise<void> {
    const { readings, simulated, bands } = await this.#board.read(n, (id) => before.markets[id]);
    const nowMs = Date.now();
    const prices: TickPrice[] = [];
    const spot: SpotIndexes = {};
    const markets: Record<string, MarketMemory> = {};
    for (const market of this.#board.markets) {
      const found = readings.get(market.id) ?? [];
      const { price, memory } = marketIndex(market, found, before.markets[market.id] ?? {}, nowMs);
      if (market.venue === 'spot') spot[market.name] = price ? String(BigInt(price.indexTicks) * market.tickSize) : null;
      else if (price) prices.push(price);
      if (price) this.#pricedAtMs.set(market.id, nowMs);
      const sources = Object.fromEntries(
        found.map(({ id, latest: { price, timeMs } }) => [id, { price: String(price), timeMs }]),
      );
      markets[market.id] = { ...memory, simulated: simulated.get(market.id), bands: bands.get(market.id), sources };
    }
    // Checked again: the sources may have taken longer than the lease lasts.
    if (!this.#lease.isHeld) return;
    await this.#answers.begin();
    const { counter } = this.#options.journal.append({ kind: Op.tick, user: 0, n, prices: JSON.stringify(prices) });
    this.#state = { n, markets };
    const { redis } = this.#options;
    await Promise.all([writeTickerState(redis, this.#state), publishSpotIndexes(redis, n, spot)]);
    await this.#goOn(counter);
  }

  /** Sends continueRound, one at a time, while the engine answers that work is pending, until the second is nearly over. */
  async #goOn(tickCounter: number): Promise<void> {
    const { journal } = this.#options;
    const endMs = performance.now() + goOnMsMax;
    let counter = tickCounter;
    while (this.#lease.isHeld && performance.now() < endMs) {
      await delay(answerPollMs);
      const answer = await this.#answers.answerTo(journal.sender, counter);
      if (answer === 'done') return;
      if (answer === 'pending') ({ counter } = journal.append({ kind: Op.continueRound, user: 0 }));
    }
  }

  async #configure(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#configuredMs < configureEveryMs) return;
    const { pool, log } = this.#options;
    const onFault = (source: string, fault: string) => log.warn({ source, fault }, 'an index source is left out');
    try {
      this.#board.configure(await readTickedMarkets(pool, onFault));
      this.#configuredMs = nowMs;
    } catch (error) {
      // Without Postgres the ticker continues with what it has read before.
      if (this.#board.markets.length === 0) throw error;
      log.warn({ err: error }, 'the listings could not be read again');
    }
  }
}
