/** Every source of every market: opens the feeds that are configured, and reads all prices of a second at once. */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { SourceReading } from './market-index.ts';
import type { TickedMarket } from './read-markets.ts';
import { Feed } from './sources/feed.ts';
import { isHeld, nextSimulatedPrice, type SetPrice, type SimulatedPrice, setPricesKey } from './sources/simulator.ts';
import { type SpotTops, spotPrice, spotTopsKey } from './sources/spot-tops.ts';

export interface BoardReadings {
  /** The prices of the sources, by market id. */
  readings: Map<number, SourceReading[]>;
  simulated: Map<number, SimulatedPrice>;
}

export class SourceBoard {
  readonly #redis: Redis;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #isIndexStill: boolean;
  readonly #feeds = new Map<string, { settings: string; feed: Feed }>();
  #markets: TickedMarket[] = [];

  constructor(redis: Redis, log: Pick<Logger, 'warn'>, isIndexStill: boolean) {
    this.#redis = redis;
    this.#log = log;
    this.#isIndexStill = isIndexStill;
  }

  get markets(): readonly TickedMarket[] {
    return this.#markets;
  }

  /** Takes over what is configured now: feeds that stay as they are stay open. */
  configure(markets: TickedMarket[]): void {
    this.#markets = markets;
    const wanted = new Set<string>();
    for (const market of markets) {
      for (const source of market.sources) {
        if (source.kind !== 'feed') continue;
        const key = feedKey(market, source.id);
        const settings = JSON.stringify(source.config);
        wanted.add(key);
        if (this.#feeds.get(key)?.settings === settings) continue;
        this.#feeds.get(key)?.feed.close();
        this.#feeds.set(key, { settings, feed: new Feed(key, source.config, this.#log) });
      }
    }
    for (const [key, { feed }] of this.#feeds) {
      if (wanted.has(key)) continue;
      feed.close();
      this.#feeds.delete(key);
    }
  }

  /**
   * The price of every source at second `n`.
   * @param simulatedBefore the simulated price of the second before
   * @throws Error when Redis does not answer
   */
  async read(n: number, simulatedBefore: (marketId: number) => SimulatedPrice | undefined): Promise<BoardReadings> {
    const [topsText, sets] = await Promise.all([this.#redis.get(spotTopsKey), this.#redis.hgetall(setPricesKey)]);
    const tops = topsText === null ? undefined : (JSON.parse(topsText) as SpotTops);
    const readings = new Map<number, SourceReading[]>();
    const simulated = new Map<number, SimulatedPrice>();
    for (const market of this.#markets) {
      const found: SourceReading[] = [];
      for (const source of market.sources) {
        const { id, kind, weight } = source;
        if (kind === 'simulator') {
          const set = setOf(sets[market.name]);
          const price = nextSimulatedPrice(simulatedBefore(market.id), set, source.config, n, this.#isIndexStill);
          simulated.set(market.id, price);
          found.push({ id, kind, weight, latest: { price: BigInt(price.price), timeMs: n * 1000 } });
        } else {
          const key = feedKey(market, id);
          const latest = kind === 'feed' ? this.#feeds.get(key)?.feed.latest : spotPrice(tops, source.config.market);
          if (latest) found.push({ id, kind, weight, latest });
        }
      }
      const price = simulated.get(market.id);
      const standsStill = price !== undefined && (this.#isIndexStill || isHeld(price, n));
      // What an operator has set is the index exactly until it changes by itself again: with other sources the index would be another.
      readings.set(market.id, standsStill ? found.filter(({ kind }) => kind === 'simulator') : found);
    }
    return { readings, simulated };
  }

  close(): void {
    for (const { feed } of this.#feeds.values()) feed.close();
    this.#feeds.clear();
  }
}

function feedKey(market: Pick<TickedMarket, 'name'>, sourceId: string): string {
  return `${market.name} ${sourceId}`;
}

function setOf(text: string | undefined): SetPrice | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as SetPrice);
}
