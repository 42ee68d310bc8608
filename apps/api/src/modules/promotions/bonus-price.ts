/**
 * What a bitcoin costs in rupees for the sign-up bonus: SQL without a row while there is no price to be trusted. No thin market moves it:
 * the dollar price is the perpetual's index, the rupee's the median of a week's hours of USDT_INR, and both agree with the last trades.
 */
import { indexOfNow, lastClose } from '../withdrawals/index.ts';

export const bonusTicker = 'BTC';

/** Last trades that are older than this say nothing. */
const tradeSeconds = 86_400;
const weekSeconds = 7 * 86_400;
/** The median of fewer hours is moved by a few trades. */
const hoursMin = 24;
/** How far from each other prices may be. */
const apart = '0.05';

function isNear(price: string, expected: string): string {
  return `abs(${price} - ${expected}) <= ${expected} * ${apart}`;
}

/** One row {asset_id, inr}, or none. */
export const bonusPrice = `SELECT btc.id AS asset_id, dollars.price * rupees.price AS inr
  FROM assets btc, assets usdt, assets inr,
    LATERAL (SELECT ${indexOfNow('btc.id', 'usdt.id')} AS price) AS dollars,
    LATERAL (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY close) AS price
      FROM markets JOIN klines ON market_id = markets.id AND "interval" = 3600
      WHERE base_asset_id = usdt.id AND quote_asset_id = inr.id AND open_time > extract(epoch FROM now())::integer - ${weekSeconds}
      HAVING count(*) >= ${hoursMin}) AS rupees
  WHERE btc.ticker = '${bonusTicker}' AND usdt.ticker = 'USDT' AND inr.ticker = 'INR' AND dollars.price > 0 AND rupees.price > 0
    AND ${isNear(lastClose('usdt.id', 'inr.id', tradeSeconds), 'rupees.price')}
    AND coalesce(${isNear(lastClose('btc.id', 'usdt.id', tradeSeconds), 'dollars.price')}, true)
    AND coalesce(${isNear(lastClose('btc.id', 'inr.id', tradeSeconds), 'dollars.price * rupees.price')}, true)`;
