/**
 * Best prices of our own spot markets, published to the ticker through Redis by the API processes, which hold the books.
 * All publish the same; a process whose books are behind publishes nothing.
 */
import { shardKeys } from '@pelican/shared/engine';
import { formatPrice } from '@pelican/shared/money';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { SpotVenue } from '../../live/index.ts';
import { createOutageLog } from '../../platform/log/index.ts';
import { lagBehind } from '../../shards/index.ts';
import { readPrice, type SourcePrice } from './source-price.ts';

export const spotTopsKey = 'spot:tops';

/** The JSON value of `spotTopsKey`. */
export interface SpotTops {
  timeMs: number;
  /** Best bid and ask by market, decimals; markets with both only. */
  tops: Record<string, [bid: string, ask: string]>;
}

/** A book whose spread is wider has no price, in percent of the middle. */
const spreadPercentMax = 1n;

/** The middle of a market's book; undefined when it has none, or a wide one. */
export function spotPrice(tops: SpotTops | undefined, market: string): SourcePrice | undefined {
  const [bidText, askText] = tops?.tops[market] ?? [];
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
    const message: SpotTops = { timeMs: Date.now(), tops: readTops(spot) };
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

function readTops(spot: SpotVenue): SpotTops['tops'] {
  const tops: SpotTops['tops'] = {};
  for (const { id, name, scale, status } of spot.catalog().markets) {
    const market = spot.view.market(id);
    const bid = market?.bids.best();
    const ask = market?.asks.best();
    if (status === 'open' && bid !== undefined && ask !== undefined)
      tops[name] = [formatPrice(bid, scale), formatPrice(ask, scale)];
  }
  return tops;
}
