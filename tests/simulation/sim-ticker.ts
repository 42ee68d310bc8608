/** The ticker of a world, and the prices that it finds: they jump, and now and then a market has none. */
import { JournalWriter } from '@pelican/api/src/shards/index.ts';
import { Ticker } from '@pelican/api/src/ticker/index.ts';
import { setPricesKey } from '@pelican/api/src/ticker/sources/simulator.ts';
import type { Random } from '@pelican/engine/src/testing/random.ts';
import type { Shard } from '@pelican/shared/engine';
import { perpetualWire } from '@pelican/shared/engine/perpetual';
import { formatUnits } from '@pelican/shared/money';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { instruments, startTicks } from './perpetual-kit.ts';
import type { SimNetwork } from './sim-network.ts';

const scale = 8;
const leaseMs = 1_200;

/** The sources of the world's indexes, as Postgres and Redis have them. */
export class IndexSources {
  readonly #network: SimNetwork;
  readonly #random: Random;
  readonly #silent = new Set<number>();
  #sets = 0;

  constructor(network: SimNetwork, random: Random) {
    this.#network = network;
    this.#random = random;
  }

  /** An operator sets an index, far from where it was at the worst. */
  jump(): void {
    const { tickSize, name } = this.#random.pick(instruments);
    const share = this.#random.pick([-0.2, -0.05, -0.02, 0, 0.02, 0.05, 0.25]);
    const price = formatUnits(Math.round(startTicks * (1 + share)) * tickSize, scale);
    const { server } = this.#network;
    const set = JSON.stringify({ id: `set-${++this.#sets}`, price, holdMs: 1_000 });
    server.setFields(setPricesKey, new Map(server.hash(setPricesKey)).set(name, set));
  }

  /** A market's sources are disabled, or enabled again. */
  toggle(): void {
    const { id } = this.#random.pick(instruments);
    if (!this.#silent.delete(id)) this.#silent.add(id);
  }

  /** The rows that the ticker reads. */
  rows(): object[] {
    return instruments.map(({ id, name, tickSize }) => ({
      marketId: id,
      name,
      tickSize: formatUnits(tickSize, scale),
      ...(this.#silent.has(id)
        ? { id: null, kind: null, weight: null, config: null }
        : {
            id: 'simulator',
            kind: 'simulator',
            weight: '1',
            config: { start: formatUnits(startTicks * tickSize, scale), volatility: 0.01, seed: id },
          }),
    }));
  }
}

interface Options {
  shard: Shard;
  pool: { query(): Promise<{ rows: object[] }> };
  /** Where Postgres is settled. */
  known: string;
  connectJournal(): Redis;
  /** Its questions give up soon. */
  connectQuestions(): Redis;
  onRecovered(): void;
  log: Logger;
}

/** What a ticker process does. */
export async function runSimTicker(options: Options, signal: AbortSignal): Promise<void> {
  const { shard, known, onRecovered, log } = options;
  const journal = await JournalWriter.open(options.connectJournal(), shard, perpetualWire, { known, onRecovered });
  const redis = options.connectQuestions();
  const pool = options.pool as unknown as pg.Pool;
  await new Ticker({ pool, redis, journal, shard, leaseMs, isIndexStill: false, log }).run(signal);
}
