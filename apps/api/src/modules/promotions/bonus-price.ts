/**
 * What a bitcoin costs in rupees for the sign-up bonus: SQL without a row while there is no price to be trusted. No thin market moves it:
 * the dollar price is the perpetual's index, the rupee's the median of a week's hours of USDT_INR, and both agree with the last trades.
 */
import { MarketState } from '@pelican/shared/engine/perpetual';

export const bonusTicker = 'BTC';

const indexAge = '5 minutes';
/** Last trades that are older than this say nothing. */
const tradeSeconds = 86_400;
const weekSeconds = 7 * 86_400;
/** The median of fewer hours is moved by a few trades. */
const hoursMin = 24;
/** How far from each other prices may be. */
const apart = '0.05';

/** The price at which the newest minute of a market closed, when it is not too old. */
function lastPrice(base: string, quote: string): string {
  return `(SELECT close FROM markets JOIN klines ON market_id = markets.id AND "interval" = 60
    WHERE base_asset_id = ${base}.id AND quote_asset_id = ${quote}.id AND open_time > extract(epoch FROM now())::integer - ${tradeSeconds}
    ORDER BY open_time DESC LIMIT 1)`;
}

function isNear(price: string, expected: string): string {
  return `abs(${price} - ${expected}) <= ${expected} * ${apart}`;
}

/** One row {asset_id, inr}, or none. */
export const bonusPrice = `SELECT btc.id AS asset_id, dollars.price * rupees.price AS inr
  FROM assets btc, assets usdt, assets inr,
    LATERAL (SELECT index_price AS price FROM perpetual_market_state newest JOIN instruments ON instruments.id = market_id
      WHERE base_asset_id = btc.id AND settle_asset_id = usdt.id AND newest.state <> ${MarketState.stale} AND index_price > 0
        AND newest.updated_at > now() - interval '${indexAge}' ORDER BY newest.updated_at DESC LIMIT 1) AS dollars,
    LATERAL (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY close) AS price
      FROM markets JOIN klines ON market_id = markets.id AND "interval" = 3600
      WHERE base_asset_id = usdt.id AND quote_asset_id = inr.id AND open_time > extract(epoch FROM now())::integer - ${weekSeconds}
      HAVING count(*) >= ${hoursMin}) AS rupees
  WHERE btc.ticker = '${bonusTicker}' AND usdt.ticker = 'USDT' AND inr.ticker = 'INR' AND rupees.price > 0
    AND ${isNear(lastPrice('usdt', 'inr'), 'rupees.price')}
    AND coalesce(${isNear(lastPrice('btc', 'usdt'), 'dollars.price')}, true)
    AND coalesce(${isNear(lastPrice('btc', 'inr'), 'dollars.price * rupees.price')}, true)`;
