/** A batch's fills as lines of Postgres' text COPY format. */
import { type OrderFilled, Side } from '@pelican/shared/engine/spot';
import { formatLots, formatPrice, formatUnits } from '@pelican/shared/money';
import type { Catalog, CatalogMarket } from '../../catalog/index.ts';
import { CopyLines } from '../text.ts';

/** In the order of the fields of a line. */
export const tradeColumns = `market_id, id, time, taker_side, base_asset_id, quote_asset_id, price, amount, gross,
  buyer_id, buyer_order_id, buyer_fee, buyer_gst, buyer_tds, buyer_fee_asset_id, buyer_net,
  seller_id, seller_order_id, seller_fee, seller_gst, seller_tds, seller_fee_asset_id, seller_net, seq`;

export class TradeFold {
  readonly lines = new CopyLines();

  /** @param quote price x amount in quote units; @param time as Postgres reads it */
  add(fill: OrderFilled, market: CatalogMarket, catalog: Catalog, quote: number, time: string, seq: number): void {
    const { scale, base, quote: quoteAsset } = market;
    const takerBuys = fill.takerSide === Side.buy;
    const taker = sideText(
      fill.user,
      fill.takerOrderId,
      fill.takerFee,
      fill.takerGst,
      fill.takerTds,
      fill.takerFeeAsset,
      netOf(fill.takerFee + fill.takerGst, fill.takerTds, fill.takerFeeAsset, market, quote, takerBuys),
      market,
      catalog,
    );
    const maker = sideText(
      fill.makerUser,
      fill.makerOrderId,
      fill.makerFee,
      fill.makerGst,
      fill.makerTds,
      fill.makerFeeAsset,
      netOf(fill.makerFee + fill.makerGst, fill.makerTds, fill.makerFeeAsset, market, quote, !takerBuys),
      market,
      catalog,
    );
    // The wire's codes: 1 sell, 2 buy.
    this.lines.add(
      `${market.id}\t${fill.tradeId}\t${time}\t${takerBuys ? 2 : 1}\t${base.id}\t${quoteAsset.id}\t${formatPrice(
        fill.priceTicks,
        scale,
      )}\t${formatLots(fill.lots, scale)}\t${formatUnits(quote, scale.quoteScale)}\t${takerBuys ? taker : maker}\t${
        takerBuys ? maker : taker
      }\t${seq}\n`,
    );
  }
}

/** What the buyer pays or the seller receives, in quote units: charges in another asset are paid beside it. */
function netOf(
  charges: number,
  tds: number,
  feeAsset: number,
  market: CatalogMarket,
  quote: number,
  buys: boolean,
): number {
  const inQuote = tds + (feeAsset === market.quote.id ? charges : 0);
  return buys ? quote + inQuote : quote - inQuote;
}

function sideText(
  user: number,
  orderId: number,
  fee: number,
  gst: number,
  tds: number,
  feeAsset: number,
  net: number,
  market: CatalogMarket,
  catalog: Catalog,
): string {
  const { quoteScale } = market.scale;
  const feeScale = feeAsset === market.quote.id ? quoteScale : scaleOf(catalog, feeAsset);
  return `${user}\t${orderId}\t${formatUnits(fee, feeScale)}\t${formatUnits(gst, feeScale)}\t${formatUnits(
    tds,
    quoteScale,
  )}\t${feeAsset}\t${formatUnits(net, quoteScale)}`;
}

/** @throws Error for an asset that the catalog does not have */
export function scaleOf(catalog: Catalog, assetId: number): number {
  const asset = catalog.assetById(assetId);
  if (!asset) throw new Error(`asset ${assetId} is not in the catalog`);
  return asset.scale;
}
