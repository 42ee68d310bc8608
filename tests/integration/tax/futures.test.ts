/** Futures as a head of income of their own. */
import { expect, test } from 'vitest';
import { count, deposit, get, hours, openTaxForFile, sql, user } from '../../support/tax.ts';

openTaxForFile();

test('futures are business income of the day, and their fee has its GST inside', async () => {
  const move = (seq: number, reason: number, delta: string) =>
    sql(
      `INSERT INTO perpetual_cash_moves (shard_id, seq, index, user_id, market_id, reason, delta, after, time)
        VALUES (2, $2, 0, $1, 1001, $3, $4, 0, ${hours(seq)})`,
      user.id,
      seq,
      reason,
      delta,
    );
  await sql(
    `INSERT INTO instruments (id, shard_id, name, base_asset_id, settle_asset_id, contract_value, lot_size, min_size, tick_size, max_limit_size,
        max_market_size, price_max, maker_fee, taker_fee, band_x, band_y, band_z, funding_cap, funding_interest, funding_damper,
        funding_interval_ms, impact_notional, orders_max, algos_max, tiers)
      SELECT 1001, 2, 'BTC_USDT', btc.id, usdt.id, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, '[]'
        FROM assets btc, assets usdt WHERE btc.ticker = 'BTC' AND usdt.ticker = 'USDT' ON CONFLICT DO NOTHING`,
  );
  await deposit('USDT', '100', 0);
  await move(1, 3, '-1.18');
  await move(2, 4, '50');
  await move(3, 6, '-2');
  await move(4, 5, '-20');
  await count();
  expect(await get('summary')).toMatchObject({
    futures: { realisedPnl: '4000', funding: '-160', fees: '-94.4', other: '0', net: '3745.6' },
    fees: { fee: '80', gst: '14.4' },
    gains: { transfers: 0 },
  });
});
