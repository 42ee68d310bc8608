/** What an account was worth, from its balances at the time and the closes of candles. */
import type { PortfolioPoint, PortfolioRange } from '@pelican/shared/contracts/portfolio';
import type { Catalog } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { inrPrice, sumOf, usdPrice, valueText } from '../wallet/index.ts';

const hourSeconds = 3_600;
const daySeconds = 86_400;
const valueDecimals = 2;
const spans: Record<PortfolioRange, { step: number; count: number }> = {
  '1D': { step: hourSeconds, count: 24 },
  '1W': { step: daySeconds, count: 7 },
  '1M': { step: daySeconds, count: 30 },
  '3M': { step: daySeconds, count: 90 },
  '1Y': { step: daySeconds, count: 365 },
};
/** Currencies that prices are said in: rupees, and the token that counts as a dollar. */
const quotes = ['INR', 'USDT'];

/** A value from a time on, until the next one. */
interface Since {
  /** Unix seconds. */
  time: number;
  text: string;
}

/** Of each key its values, the oldest first. */
type Timelines = Map<number, Since[]>;

/** The points of a range before now. None is older than the user's first balance. */
export async function findValues(
  db: Queryable,
  catalog: Catalog,
  { userId, range, now }: { userId: number; range: PortfolioRange; now: number },
): Promise<PortfolioPoint[]> {
  const { step, count } = spans[range];
  const end = Math.floor(now / step) * step;
  const start = end - (count - 1) * step;
  const amounts = await findAmounts(db, userId, start);
  const first = Math.min(...[...amounts.values()].map(([oldest]) => oldest?.time ?? end));
  const times = Array.from({ length: count }, (_, index) => start + index * step).filter((time) => time >= first);
  if (amounts.size === 0 || times.length === 0) return [];
  const assets = catalog.assets.filter(({ id }) => amounts.has(id));
  const closes = await findCloses(db, marketIdsOf(catalog, assets), { step, start, end });
  return times.map((time) => {
    // A candle is known by its beginning: the close of the one that ends at this time, or the last one before.
    const priceOf = (pair: string) => {
      const market = catalog.marketByName(pair);
      return market && valueAt(closes.get(market.id), time - step);
    };
    const valuesIn = (price: typeof inrPrice) =>
      assets.flatMap(({ id, ticker }) => price(ticker, priceOf)?.times(valueAt(amounts.get(id), time) ?? 0) ?? []);
    return {
      time,
      inr: valueText(sumOf(valuesIn(inrPrice)), valueDecimals),
      usd: valueText(sumOf(valuesIn(usdPrice)), valueDecimals),
    };
  });
}

/** The value that holds at a time. */
function valueAt(values: readonly Since[] | undefined, time: number): string | undefined {
  return values?.findLast((value) => value.time <= time)?.text;
}

function marketIdsOf(catalog: Catalog, assets: readonly { ticker: string }[]): number[] {
  const tickers = [...assets.map(({ ticker }) => ticker), 'USDT'];
  const pairs = tickers.flatMap((ticker) => quotes.map((quote) => `${ticker}_${quote}`));
  return [...new Set(pairs.flatMap((pair) => catalog.marketByName(pair)?.id ?? []))];
}

/** By asset, from the last balance before `start` on. */
async function findAmounts(db: Queryable, userId: number, start: number): Promise<Timelines> {
  const { rows } = await db.query<Row>(
    `SELECT asset_id AS key, extract(epoch FROM taken_at)::int AS time, amount::text AS text FROM portfolio_balances
        WHERE user_id = $1 AND taken_at > to_timestamp($2)
      UNION ALL (SELECT DISTINCT ON (asset_id) asset_id, extract(epoch FROM taken_at)::int, amount::text FROM portfolio_balances
        WHERE user_id = $1 AND taken_at <= to_timestamp($2) ORDER BY asset_id, taken_at DESC)
      ORDER BY time`,
    [userId, start],
  );
  return timelinesOf(rows);
}

/** By market, from the last candle before `start` on. */
async function findCloses(
  db: Queryable,
  marketIds: readonly number[],
  { step, start, end }: { step: number; start: number; end: number },
): Promise<Timelines> {
  const { rows } = await db.query<Row>(
    `SELECT market_id AS key, open_time AS time, close::text AS text FROM klines
        WHERE "interval" = $1 AND market_id = ANY($2::int[]) AND open_time >= $3 AND open_time < $4
      UNION ALL SELECT market.id, before.open_time, before.close::text FROM unnest($2::int[]) AS market(id)
        CROSS JOIN LATERAL (SELECT open_time, close FROM klines WHERE "interval" = $1 AND market_id = market.id AND open_time < $3
          ORDER BY open_time DESC LIMIT 1) before
      ORDER BY time`,
    [step, marketIds, start, end],
  );
  return timelinesOf(rows);
}

interface Row extends Since {
  key: number;
}

function timelinesOf(rows: readonly Row[]): Timelines {
  const found: Timelines = new Map();
  for (const { key, ...value } of rows) {
    const values = found.get(key);
    if (values) values.push(value);
    else found.set(key, [value]);
  }
  return found;
}
