/** Every source of every market: opens the feeds that are configured, and reads all prices of a second at once. */
import { parseBigUnits } from '@pelican/shared/money';
import { indexRules } from '@pelican/shared/perpetual';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { SourceReading } from './market-index.ts';
import type { TickedMarket } from './read-markets.ts';
import { type BandMemory, judgeByBand } from './sources/band.ts';
import { Feed } from './sources/feed.ts';
import { isHeld, nextSimulatedPrice, type SetPrice, type SimulatedPrice, setPricesKey } from './sources/simulator.ts';
import type { SourcePrice } from './sources/source-price.ts';
import { type SpotDepths, type SpotTops, spotDepthsKey, spotPrice, spotTopsKey } from './sources/spot-tops.ts';

const bandScale = 8;
const depthsKeptSeconds = 60;

export interface BoardReadings {
  /** The prices of the sources, by market id. */
  readings: Map<number, SourceReading[]>;
  simulated: Map<number, SimulatedPrice>;
  /** By market id and source. */
  bands: Map<number, Record<string, BandMemory>>;
}

/** What a market's sources need of the second before. */
export interface SourceMemory {
  simulated?: SimulatedPrice | undefined;
  bands?: Record<string, BandMemory> | undefined;
}

type SpotSource = Extract<TickedMarket['sources'][number], { kind: 'own_spot' }>;

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
   * @param before by market id
   * @throws Error when Redis does not answer
   */
  async read(n: number, before: (marketId: number) => SourceMemory | undefined): Promise<BoardReadings> {
    const [topsText, sets] = await Promise.all([
      this.#redis.get(spotTopsKey),
      this.#redis.hgetall(setPricesKey),
      this.#redis.set(spotDepthsKey, JSON.stringify(this.#depths()), 'EX', depthsKeptSeconds),
    ]);
    const tops = topsText === null ? undefined : (JSON.parse(topsText) as SpotTops);
    const readings = new Map<number, SourceReading[]>();
    const simulated = new Map<number, SimulatedPrice>();
    const bands = new Map<number, Record<string, BandMemory>>();
    for (const market of this.#markets) {
      const found: SourceReading[] = [];
      const memory = before(market.id);
      for (const source of market.sources) {
        const { id, kind, weight } = source;
        if (kind === 'simulator') {
          const set = setOf(sets[market.name]);
          const price = nextSimulatedPrice(memory?.simulated, set, source.config, n, this.#isIndexStill);
          simulated.set(market.id, price);
          found.push({ id, kind, weight, latest: { price: BigInt(price.price), timeMs: n * 1000 } });
        } else {
          let latest: SourcePrice | undefined;
          if (kind === 'feed') latest = this.#feeds.get(feedKey(market, id))?.feed.latest;
          else {
            const judged = judgedSpot(tops, source, memory?.bands?.[id] ?? [], n);
            latest = judged.latest;
            if (judged.band) bands.set(market.id, { ...bands.get(market.id), [id]: judged.band });
          }
          if (latest) found.push({ id, kind, weight, latest });
        }
      }
      const price = simulated.get(market.id);
      const standsStill = price !== undefined && (this.#isIndexStill || isHeld(price, n));
      // What an operator has set is the index exactly until it changes by itself again: with other sources the index would be another.
      readings.set(market.id, standsStill ? found.filter(({ kind }) => kind === 'simulator') : found);
    }
    return { readings, simulated, bands };
  }

  /** What the books are asked for by sources that look behind the best prices. */
  #depths(): SpotDepths {
    const depths: SpotDepths = {};
    for (const { sources } of this.#markets)
      for (const source of sources) {
        if (source.kind !== 'own_spot' || !('depth' in source.config)) continue;
        const { market, depth } = source.config;
        depths[market] = [...new Set([...(depths[market] ?? []), depth])];
      }
    return depths;
  }

  close(): void {
    for (const { feed } of this.#feeds.values()) feed.close();
    this.#feeds.clear();
  }
}

/** The book's price, where its band lets it count, and what the next second needs. */
function judgedSpot(
  tops: SpotTops | undefined,
  { config }: SpotSource,
  memory: BandMemory,
  n: number,
): { latest: SourcePrice | undefined; band?: BandMemory } {
  if (!('depth' in config)) return { latest: spotPrice(tops, config.market) };
  const latest = spotPrice(tops, config.market, config.depth);
  // What is old by now says nothing of this minute.
  if (!latest || n * 1000 - latest.timeMs > indexRules.maxAgeMs) return { latest: undefined, band: memory };
  const band = parseBigUnits(config.band, bandScale);
  const { isWithin, memory: next } = judgeByBand(memory, latest.price, { n, band });
  return { latest: isWithin ? latest : undefined, band: next };
}

function feedKey(market: Pick<TickedMarket, 'name'>, sourceId: string): string {
  return `${market.name} ${sourceId}`;
}

function setOf(text: string | undefined): SetPrice | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as SetPrice);
}
