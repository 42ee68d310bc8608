/** Prices of Postgres, some seconds old, for parts that have no live view, and the pieces of SQL that find them. */
import { MarketState } from '@pelican/shared/engine/perpetual';
import { pivotTicker } from '../../catalog/index.ts';
import { priceVolumeUsdDefault } from '../../platform/config/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { type AssetPrice, assetPrice, type MarketDay } from './prices.ts';

const indexAge = '5 minutes';
const daySeconds = 86_400;
const minuteSeconds = 60;

/**
 * SQL of the price at which the newest minute of a market closed; null without one.
 * @param base, quote ids of assets
 * @param seconds the greatest age; of any age when absent
 */
export function lastClose(base: string, quote: string, seconds?: number): string {
  const since = seconds === undefined ? '' : `AND open_time > extract(epoch FROM now())::integer - ${seconds}`;
  return `(SELECT close FROM markets JOIN klines ON market_id = markets.id AND "interval" = ${minuteSeconds}
    WHERE base_asset_id = ${base} AND quote_asset_id = ${quote} ${since} ORDER BY open_time DESC LIMIT 1)`;
}

/** SQL of the dollars of a perpetual's index of now; null without one. @param base, dollar ids of assets */
export function indexOfNow(base: string, dollar: string): string {
  return `(SELECT index_price FROM perpetual_market_state newest JOIN instruments ON instruments.id = market_id
    WHERE base_asset_id = ${base} AND settle_asset_id = ${dollar} AND newest.state <> ${MarketState.stale} AND index_price > 0
      AND newest.updated_at > now() - interval '${indexAge}' ORDER BY newest.updated_at DESC LIMIT 1)`;
}

interface PairRow {
  pair: string;
  last: string;
  volume: string | null;
  money: string | null;
}

/** Undefined when no market has a price for the asset. Whether it is sure is by the default volume: limits of operators have no setting. */
export async function storedPriceOf(db: Queryable, ticker: string): Promise<AssetPrice | undefined> {
  const { rows } = await db.query<PairRow>(
    `SELECT base.ticker || '_' || quote.ticker AS pair, last.close::text AS last, day.volume::text AS volume, day.money::text AS money
      FROM (VALUES ($1, $2), ($1, 'INR'), ($2, 'INR')) AS wanted(base, quote)
        JOIN assets base ON base.ticker = wanted.base JOIN assets quote ON quote.ticker = wanted.quote,
        LATERAL (SELECT ${lastClose('base.id', 'quote.id')} AS close) AS last,
        LATERAL (SELECT sum(volume) AS volume, sum(money) AS money FROM markets JOIN klines ON market_id = markets.id AND "interval" = ${minuteSeconds}
          WHERE base_asset_id = base.id AND quote_asset_id = quote.id AND open_time > extract(epoch FROM now())::integer - ${daySeconds}) AS day
      WHERE last.close IS NOT NULL`,
    [ticker, pivotTicker],
  );
  const days = new Map(rows.map((row) => [row.pair, marketDay(row)]));
  const { rows: indexes } = await db.query<{ price: string | null }>(
    `SELECT ${indexOfNow('base.id', 'dollar.id')}::text AS price FROM assets base, assets dollar WHERE base.ticker = $1 AND dollar.ticker = $2`,
    [ticker, pivotTicker],
  );
  const sources = { market: (pair: string) => days.get(pair), index: () => indexes[0]?.price ?? undefined };
  return assetPrice(ticker, sources, priceVolumeUsdDefault);
}

function marketDay({ last, volume, money }: PairRow): MarketDay {
  return { last, day: volume === null || money === null ? undefined : { volume, money } };
}
