/** What an asset was worth in rupees at a time: by the last candle that had ended, directly or through the dollar token. */
import type { Queryable } from '../../platform/database/index.ts';

/** Units of 10^-18 of one rupee for one whole unit of the asset, and where it is from. */
export interface RupeePrice {
  units: bigint;
  source: string;
}

export interface PriceWanted {
  assetId: number;
  /** Microseconds since 1970. */
  micros: string;
}

export const one = 10n ** 18n;
const rupee = 'INR';
const pivot = 'USDT';
/** A market without a trade for longer has no price: an old one is another than what the asset is worth. */
const ageMaxDays = 3;

export const priceKey = ({ assetId, micros }: PriceWanted) => `${assetId}@${BigInt(micros) / 60_000_000n}`;

interface CloseRow {
  key: string;
  ticker: string;
  pair: string;
  close: string;
  seconds: number;
  ended: string;
}

/**
 * Of each asset and minute the price; without an entry where no market had one. A minute has one price, for every reader and at any time: that of candles
 * which had ended when it began, within three days before it, of minutes, hours or days, the latest one first.
 */
export async function findPrices(db: Queryable, wanted: readonly PriceWanted[]): Promise<Map<string, RupeePrice>> {
  const found = new Map<string, RupeePrice>();
  const keys = [...new Map(wanted.map((one) => [priceKey(one), one])).entries()];
  if (keys.length === 0) return found;
  const { rows } = await db.query<CloseRow>(
    `WITH asked AS (SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[]) AS asked(key, asset_id, time)),
      market_of AS (
        SELECT asked.key, asked.time, asset.ticker, market.id, market.name AS pair FROM asked JOIN assets asset ON asset.id = asked.asset_id
          JOIN markets market ON market.venue = 'spot' AND market.name IN (asset.ticker || '_${rupee}', asset.ticker || '_${pivot}', '${pivot}_${rupee}'))
      SELECT market_of.key, market_of.ticker, market_of.pair, last.close::text AS close, last.seconds, last.ended::text AS ended FROM market_of
        CROSS JOIN LATERAL (
          SELECT close, seconds, open_time + seconds AS ended FROM unnest(ARRAY[60, 3600, 86400]) AS each(seconds)
            CROSS JOIN LATERAL (SELECT close, open_time FROM klines WHERE market_id = market_of.id AND "interval" = each.seconds
              AND open_time <= market_of.time - each.seconds
                AND open_time + each.seconds > market_of.time - ${ageMaxDays * 86_400} ORDER BY open_time DESC LIMIT 1) candle
            ORDER BY ended DESC, seconds LIMIT 1) last`,
    [
      keys.map(([key]) => key),
      keys.map(([, { assetId }]) => assetId),
      keys.map(([, { micros }]) => ((BigInt(micros) / 60_000_000n) * 60n).toString()),
    ],
  );
  const closes = new Map(rows.map((row) => [`${row.key} ${row.pair}`, row]));
  for (const { key, ticker } of rows) {
    const price = priceOf(ticker, (pair) => closes.get(`${key} ${pair}`));
    if (price) found.set(key, price);
  }
  return found;
}

function priceOf(ticker: string, closeOf: (pair: string) => CloseRow | undefined): RupeePrice | undefined {
  const direct = closeOf(`${ticker}_${rupee}`);
  if (direct) return { units: unitsOf(direct.close), source: sourceOf(direct) };
  const inPivot = closeOf(`${ticker}_${pivot}`);
  const ofPivot = closeOf(`${pivot}_${rupee}`);
  if (!inPivot || !ofPivot) return undefined;
  const units = (unitsOf(inPivot.close) * unitsOf(ofPivot.close)) / one;
  return { units, source: `${sourceOf(inPivot)} ${sourceOf(ofPivot)}` };
}

const sourceOf = ({ pair, seconds, ended }: CloseRow) => `${pair}/${seconds}@${ended}`;

/** A decimal of Postgres in units of 10^-18; digits behind are cut. */
export function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole) * one + BigInt(fraction.slice(0, 18).padEnd(18, '0'));
  return text.startsWith('-') ? -units : units;
}
