/** A few listings of the demo, straight into Postgres. */
import { demoAssets, demoFees, demoMarkets } from '@pelican/api/src/demo/listings.ts';
import { seedPayments } from '@pelican/api/src/demo/seed-payments.ts';
import pg from 'pg';

/** Assets, markets and payment methods as the demo has them. */
export async function insertListings(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const ids = new Map(demoAssets.map((asset) => [asset.ticker, asset.id]));
    for (const [position, asset] of demoAssets.entries()) {
      await client.query(
        `INSERT INTO assets (id, ticker, label, scale, display_scale, is_fiat, is_stable, is_top, position)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          asset.id,
          asset.ticker,
          asset.label,
          asset.scale,
          asset.displayScale,
          asset.isFiat ?? false,
          asset.isStable ?? false,
          asset.isTop ?? false,
          position,
        ],
      );
    }
    for (const [position, market] of demoMarkets.entries()) {
      await client.query(
        `INSERT INTO markets (id, name, base_asset_id, quote_asset_id, price_step, amount_step, amount_min, amount_max,
           total_min, price_max, price_band_ppm, maker_fee_ppm, taker_fee_ppm, service_fee_ppm, service_fee_buy_ppm,
           gst_ppm, tds_ppm, tax, is_new, position)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
        [
          market.id,
          `${market.base}_${market.quote}`,
          ids.get(market.base),
          ids.get(market.quote),
          market.priceStep,
          market.amountStep,
          market.amountMin,
          market.amountMax,
          market.totalMin,
          market.priceMax,
          demoFees.priceBandPpm,
          demoFees.makerFeePpm,
          demoFees.takerFeePpm,
          demoFees.serviceFeePpm,
          demoFees.serviceFeeBuyPpm,
          demoFees.gstPpm,
          demoFees.tdsPpm,
          market.quote === 'INR' ? 'sell' : 'none',
          market.isNew ?? false,
          position,
        ],
      );
    }
    await seedPayments(client);
  } finally {
    await client.end();
  }
}
