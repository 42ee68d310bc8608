/**
 * Prices of our own spot markets, published to the ticker through Redis by the API processes, which hold the books.
 * All publish the same; a process whose books are behind publishes nothing.
 */
import { shardKeys } from '@pelican/shared/engine';
import { formatPrice, type MarketScale, parseBigUnits } from '@pelican/shared/money';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { MarketState, SpotVenue } from '../../live/index.ts';
import { createOutageLog } from '../../platform/log/index.ts';
import { lagBehind } from '../../shards/index.ts';
import { readPrice, type SourcePrice } from './source-price.ts';

export const spotTopsKey = 'spot:tops';

type BidAndAsk = [bid: string, ask: string];

/** The JSON value of `spotTopsKey`. */
export interface SpotTops {
  timeMs: number;
  /** Best bid and ask by market, decimals; markets with both only. */
  tops: Record<string, BidAndAsk>;
  /** By market and depth (as in `spotDepthsKey`): the prices up to which so much of the quote stands on each side. */
  deep?: Record<string, Record<string, BidAndAsk>>;
}

/** Depths that the ticker asks for, by market: JSON of decimals of the quote. */
export const spotDepthsKey = 'spot:depths';
export type SpotDepths = Record<string, string[]>;

/** A book whose spread is wider has no price, in percent of the middle. */
const spreadPercentMax = 1n;

/**
 * The middle of a market's book; undefined when it has none, or a wide one.
 * @param depth of the quote that has to be on each side: the middle is that of the prices at which it is
 */
export function spotPrice(tops: SpotTops | undefined, market: string, depth?: string): SourcePrice | undefined {
  const [bidText, askText] = (depth === undefined ? tops?.tops[market] : tops?.deep?.[market]?.[depth]) ?? [];
  const bid = readPrice(bidText);
  const ask = readPrice(askText);
  if (!tops || bid === undefined || ask === undefined) return undefined;
  // (ask - bid) / ((ask + bid) / 2) above the limit
  if ((ask - bid) * 200n > (ask + bid) * spreadPercentMax) return undefined;
  return { price: (bid + ask) / 2n, timeMs: tops.timeMs };
}

export interface SpotTopsDeps {
  redis: Redis;
  spot: SpotVenue;
  log: Pick<Logger, 'warn'>;
}

/** Books that are further behind the stream are no source of prices. */
const behindMsMax = 2_000;

const everyMs = 1_000;
const keptSeconds = 60;

/** Publishes the tops once a second until `close`. */
export function publishSpotTops({ redis, spot, log }: SpotTopsDeps): { close(): void } {
  let isPublishing = false;
  const outage = createOutageLog((error) => log.warn({ err: error }, 'the best prices were not published'));
  async function publish(): Promise<void> {
    const lags = await Promise.all(
      spot.shards.map(({ shard, live }) => lagBehind(redis, shardKeys(shard).events, live.view.position)),
    );
    if (lags.some((lag) => lag > behindMsMax)) return;
    const depths = await redis.get(spotDepthsKey);
    const message: SpotTops = { timeMs: Date.now(), ...readTops(spot, depths === null ? {} : JSON.parse(depths)) };
    await redis.set(spotTopsKey, JSON.stringify(message), 'EX', keptSeconds);
    outage.succeeded();
  }
  const timer = setInterval(() => {
    if (isPublishing) return;
    isPublishing = true;
    publish()
      .catch(outage.failed)
      .finally(() => {
        isPublishing = false;
      });
  }, everyMs);
  return { close: () => clearInterval(timer) };
}

function readTops(spot: SpotVenue, depths: SpotDepths): Pick<SpotTops, 'tops' | 'deep'> {
  const tops: SpotTops['tops'] = {};
  const deep: NonNullable<SpotTops['deep']> = {};
  for (const { id, name, scale, status, quote } of spot.catalog().markets) {
    const market = spot.view.market(id);
    const bid = market?.bids.best();
    const ask = market?.asks.best();
    if (!market || status !== 'open' || bid === undefined || ask === undefined) continue;
    tops[name] = [formatPrice(bid, scale), formatPrice(ask, scale)];
    for (const depth of depths[name] ?? []) {
      const units = parseBigUnits(depth, quote.scale);
      const [deepBid, deepAsk] = [market.bids, market.asks].map((side) => priceAtDepth(side, units, scale));
      if (deepBid === undefined || deepAsk === undefined) continue;
      deep[name] = { ...deep[name], [depth]: [formatPrice(deepBid, scale), formatPrice(deepAsk, scale)] };
    }
  }
  return { tops, deep };
}

/** The price in ticks up to which a side has so much money; undefined when all of it is less. */
function priceAtDepth(side: MarketState['bids'], wanted: bigint, { tickLotQuoteUnits }: MarketScale): number | undefined {
  let found: number | undefined;
  let money = 0n;
  side.walk((ticks, lots) => {
    money += BigInt(ticks) * BigInt(lots) * BigInt(tickLotQuoteUnits);
    if (money >= wanted) found = ticks;
    return found === undefined;
  });
  return found;
}
