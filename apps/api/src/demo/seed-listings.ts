/** The demo's assets and markets as rows; listings that are there already are left alone. */
import type { Queryable } from '../platform/database/index.ts';
import { type DemoAsset, type DemoMarket, demoAssets, demoFees, demoMarkets } from './listings.ts';

export async function seedListings(tx: Queryable): Promise<void> {
  for (const [position, asset] of demoAssets.entries()) await insertAsset(tx, asset, position);
  for (const [position, market] of demoMarkets.entries()) await insertMarket(tx, market, position);
}

async function insertAsset(tx: Queryable, asset: DemoAsset, position: number): Promise<void> {
  await tx.query(
    `INSERT INTO assets (id, ticker, label, scale, display_scale, is_fiat, is_stable, is_top, is_erc20, is_memo, position)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING`,
    [
      asset.id,
      asset.ticker,
      asset.label,
      asset.scale,
      asset.displayScale,
      asset.isFiat ?? false,
      asset.isStable ?? false,
      asset.isTop ?? false,
      asset.isErc20 ?? false,
      asset.isMemo ?? false,
      position,
    ],
  );
}

async function insertMarket(tx: Queryable, market: DemoMarket, position: number): Promise<void> {
  const assetId = (ticker: string) => demoAssets.find((asset) => asset.ticker === ticker)?.id;
  await tx.query(
    `INSERT INTO markets (id, venue, name, base_asset_id, quote_asset_id, price_step, amount_step, amount_min, amount_max,
       total_min, price_max, price_band_ppm, maker_fee_ppm, taker_fee_ppm, service_fee_ppm, service_fee_buy_ppm, gst_ppm,
       tds_ppm, tax, is_new, position)
     VALUES ($1, 'spot', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     ON CONFLICT (id) DO NOTHING`,
    [
      market.id,
      `${market.base}_${market.quote}`,
      assetId(market.base),
      assetId(market.quote),
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
