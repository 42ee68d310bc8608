/** An order as the wire shows it, from the live view or from its row in Postgres. */

import { type SpotOrder, wireSide, wireType } from '@pelican/shared/contracts/spot';
import { CloseReason, OrderType, Side, TimeInForce } from '@pelican/shared/engine/spot';
import { formatLots, formatPrice, formatQuote, formatUnits, stripZeros } from '@pelican/shared/money';
import type { Catalog } from '../../catalog/index.ts';
import type { LiveOrder } from '../../live/index.ts';

export const ppmScale = 6;
const timeInForceNames = { [TimeInForce.gtc]: 'gtc', [TimeInForce.ioc]: 'ioc', [TimeInForce.fok]: 'fok' } as const;
const cancelReasons = {
  [CloseReason.cancelledByUser]: 'user',
  [CloseReason.selfTrade]: 'self_trade',
  [CloseReason.immediateOrCancel]: 'immediate_or_cancel',
  [CloseReason.marketEnd]: 'market_end',
  [CloseReason.marketClosed]: 'market_closed',
} as const;

/**
 * What became of an order; order-status.ts has the same rule for rows. A market order that met the end of the book, the band or its money counts as filled when it
 * traded at all: it never rests, and ending so is no error; its cancel_reason shows that something was left.
 */
function statusOf(closeReason: CloseReason | 0, hasTrades: boolean): SpotOrder['status'] {
  if (closeReason === 0) return hasTrades ? 'partially_filled' : 'open';
  if (closeReason === CloseReason.filled) return 'filled';
  return closeReason === CloseReason.marketEnd && hasTrades ? 'filled' : 'canceled';
}

/** The order as it is now. */
export function viewLiveOrder(order: LiveOrder, catalog: Catalog): SpotOrder {
  const { market, terms } = order;
  const { scale } = market;
  const isMarket = terms.type === OrderType.market;
  const feeAsset = (order.feeAssetId === 0 ? undefined : catalog.assetById(order.feeAssetId)) ?? market.quote;
  const amount = (count: number) => (terms.amountIsQuote ? formatQuote(count, scale) : formatLots(count, scale));
  const view: SpotOrder = {
    id: order.id,
    market: market.name,
    source: terms.source,
    type: isMarket ? wireType.market : wireType.limit,
    side: terms.side === Side.buy ? wireSide.buy : wireSide.sell,
    ctime: order.createdMs / 1000,
    mtime: order.updatedMs / 1000,
    price: isMarket ? '0' : formatPrice(terms.priceTicks, scale),
    amount: amount(terms.amount),
    amount_type: terms.amountIsQuote ? 'money' : 'stock',
    taker_fee: formatUnits(terms.takerFeePpm, ppmScale),
    maker_fee: isMarket ? '0' : formatUnits(terms.makerFeePpm, ppmScale),
    left: amount(order.remaining),
    deal_stock: formatLots(order.filledLots, scale),
    deal_money: formatQuote(order.filledQuote, scale),
    deal_fee: formatUnits(order.fee, feeAsset.scale),
    fee_asset: feeAsset.ticker,
    gst: formatUnits(order.gst, feeAsset.scale),
    tds: formatQuote(order.tds, scale),
    status: statusOf(order.closeReason, order.filledLots > 0),
    tif: timeInForceNames[terms.timeInForce],
    post_only: terms.postOnly,
    seq: order.seq,
  };
  if (isMarket && terms.priceTicks > 0) view.limit_price = formatPrice(terms.priceTicks, scale);
  if (terms.clientId !== '') view.client_id = terms.clientId;
  if (order.closeReason !== 0) addEnding(view, order.closeReason, order.finishedMs / 1000);
  return view;
}

function addEnding(view: SpotOrder, closeReason: CloseReason, finishedAt: number): void {
  view.ftime = finishedAt;
  if (closeReason !== CloseReason.filled) view.cancel_reason = cancelReasons[closeReason];
}

/** A row of spot_orders as `orderColumns` reads it. */
export interface OrderRow {
  id: string;
  marketId: number;
  side: number;
  type: number;
  timeInForce: TimeInForce;
  postOnly: boolean;
  amountIsQuote: boolean;
  source: string;
  clientId: string | null;
  price: string;
  amount: string;
  remaining: string;
  filledAmount: string;
  filledMoney: string;
  fee: string;
  gst: string;
  tds: string;
  feeAssetId: number | null;
  makerFeePpm: number;
  takerFeePpm: number;
  closeReason: CloseReason | null;
  createdAt: number;
  updatedAt: number;
  /** Infinity while open. */
  finishedAt: number;
  seq: string;
}

/** Select list of spot_orders for `viewOrderRow`; times become Unix seconds. */
export const orderColumns = `id, market_id AS "marketId", side, type, time_in_force AS "timeInForce",
  post_only AS "postOnly", amount_is_quote AS "amountIsQuote", source, client_id AS "clientId", price, amount,
  remaining, deal_stock AS "filledAmount", deal_money AS "filledMoney", deal_fee AS "fee", deal_gst AS "gst",
  deal_tds AS "tds", fee_asset_id AS "feeAssetId", maker_fee_ppm AS "makerFeePpm",
  taker_fee_ppm AS "takerFeePpm", close_reason AS "closeReason",
  extract(epoch FROM created_at)::float8 AS "createdAt", extract(epoch FROM updated_at)::float8 AS "updatedAt",
  extract(epoch FROM finished_at)::float8 AS "finishedAt", seq`;

/** @throws Error when the row is of a market that the catalog does not know */
export function viewOrderRow(row: OrderRow, catalog: Catalog): SpotOrder {
  const market = catalog.marketById(row.marketId);
  if (!market) throw new Error(`order ${row.id} is of an unknown market ${row.marketId}`);
  const feeAsset = (row.feeAssetId === null ? undefined : catalog.assetById(row.feeAssetId)) ?? market.quote;
  const isMarket = row.type === wireType.market;
  const filledAmount = stripZeros(row.filledAmount);
  const price = stripZeros(row.price);
  const view: SpotOrder = {
    id: Number(row.id),
    market: market.name,
    source: row.source,
    type: row.type,
    side: row.side,
    ctime: row.createdAt,
    mtime: row.updatedAt,
    price: isMarket ? '0' : price,
    amount: stripZeros(row.amount),
    amount_type: row.amountIsQuote ? 'money' : 'stock',
    taker_fee: formatUnits(row.takerFeePpm, ppmScale),
    maker_fee: isMarket ? '0' : formatUnits(row.makerFeePpm, ppmScale),
    left: stripZeros(row.remaining),
    deal_stock: filledAmount,
    deal_money: stripZeros(row.filledMoney),
    deal_fee: stripZeros(row.fee),
    fee_asset: feeAsset.ticker,
    gst: stripZeros(row.gst),
    tds: stripZeros(row.tds),
    status: statusOf(row.closeReason ?? 0, filledAmount !== '0'),
    tif: timeInForceNames[row.timeInForce],
    post_only: row.postOnly,
    seq: Number(row.seq),
  };
  if (isMarket && price !== '0') view.limit_price = price;
  if (row.clientId !== null && row.clientId !== '') view.client_id = row.clientId;
  if (row.closeReason !== null) addEnding(view, row.closeReason, row.finishedAt);
  return view;
}
