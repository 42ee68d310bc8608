/** A batch's orders and balances as the text that goes to Postgres. */
import { formatBalance, formatLots, formatPrice, formatQuote, formatUnits } from '@pelican/shared/money';
import type { Catalog } from '../../catalog/index.ts';
import { ColumnArrays, CopyLines, copyNull, copyText } from '../text.ts';
import type { BalanceFold } from './balance-fold.ts';
import type { FoldedOrder, OrderFold } from './order-fold.ts';
import { scaleOf } from './trade-fold.ts';

/** In the order of the fields of a line. */
export const newOrderColumns = `id, user_id, market_id, side, type, time_in_force, post_only, amount_is_quote, source,
  client_id, price, amount, remaining, deal_stock, deal_money, deal_fee, deal_gst, deal_tds, fee_asset_id,
  maker_fee_ppm, taker_fee_ppm, status, close_reason, created_at, updated_at, finished_at, seq`;
const changedOrderColumns = 17;
const balanceColumns = 5;

export interface RenderedOrders {
  newOrders: CopyLines;
  changedOrders: ColumnArrays;
}

export function renderOrders(fold: OrderFold, catalog: Catalog): RenderedOrders {
  const newOrders = new CopyLines();
  const changedOrders = new ColumnArrays(changedOrderColumns);
  const time = timeTexts();
  for (const order of fold.orders.values()) {
    if (order.terms) {
      newOrders.add(newOrderLine(order, order.terms, catalog, time));
    } else addChangedOrder(changedOrders, order, catalog, time);
  }
  return { newOrders, changedOrders };
}

/** Times as Postgres reads them; entries share few different ones. */
function timeTexts(): (timeMs: number) => string {
  const known = new Map<number, string>();
  return (timeMs) => {
    let text = known.get(timeMs);
    if (text === undefined) {
      text = new Date(timeMs).toISOString();
      known.set(timeMs, text);
    }
    return text;
  };
}

function newOrderLine(
  order: FoldedOrder,
  terms: NonNullable<FoldedOrder['terms']>,
  catalog: Catalog,
  time: (timeMs: number) => string,
): string {
  const { scale } = order.market;
  const amountText = (amount: number) => (terms.amountIsQuote ? formatQuote(amount, scale) : formatLots(amount, scale));
  const feeScale = order.feeAsset === 0 ? 0 : scaleOf(catalog, order.feeAsset);
  // The wire's codes: side 1 sell, 2 buy; type 1 limit, 2 market.
  return `${terms.orderId}\t${terms.user}\t${terms.market}\t${terms.side === 1 ? 1 : 2}\t${terms.type + 1}\t${
    terms.timeInForce
  }\t${terms.postOnly}\t${terms.amountIsQuote}\t${copyText(terms.source)}\t${
    terms.clientId === '' ? copyNull : copyText(terms.clientId)
  }\t${formatPrice(terms.priceTicks, scale)}\t${amountText(terms.amount)}\t${amountText(order.remaining)}\t${formatLots(
    order.lots,
    scale,
  )}\t${formatQuote(order.quote, scale)}\t${formatUnits(order.fee, feeScale)}\t${formatUnits(order.gst, feeScale)}\t${formatQuote(
    order.tds,
    scale,
  )}\t${order.feeAsset === 0 ? copyNull : order.feeAsset}\t${terms.makerFeePpm}\t${terms.takerFeePpm}\t${order.status}\t${
    order.closeReason === 0 ? copyNull : order.closeReason
  }\t${time(order.createdMs)}\t${time(order.updatedMs)}\t${
    order.closeReason === 0 ? 'infinity' : time(order.updatedMs)
  }\t${order.seq}\n`;
}

function addChangedOrder(
  columns: ColumnArrays,
  order: FoldedOrder,
  catalog: Catalog,
  time: (timeMs: number) => string,
): void {
  const { amended } = order;
  const { scale } = order.market;
  const feeScale = order.feeAsset === 0 ? 0 : scaleOf(catalog, order.feeAsset);
  columns.add(
    order.id,
    // An order whose amount is in quote never rests, so an older one counts lots.
    formatLots(order.remaining, scale),
    formatLots(order.lots, scale),
    formatQuote(order.quote, scale),
    formatUnits(order.fee, feeScale),
    formatUnits(order.gst, feeScale),
    formatQuote(order.tds, scale),
    order.feeAsset === 0 ? 'NULL' : order.feeAsset,
    order.feeAssetChanged,
    order.closeReason === 0 && order.fills === 0 ? 'NULL' : order.status,
    order.closeReason === 0 ? 'NULL' : order.closeReason,
    time(order.updatedMs),
    order.seq,
    amended ? formatPrice(amended.priceTicks, scale) : 'NULL',
    amended ? formatLots(amended.lots, scale) : 'NULL',
    amended ? amended.makerFeePpm : 'NULL',
    amended ? amended.takerFeePpm : 'NULL',
  );
}

export function renderBalances(fold: BalanceFold, catalog: Catalog): ColumnArrays {
  const columns = new ColumnArrays(balanceColumns);
  for (const { figures, seq } of fold.balances.values()) {
    const scale = scaleOf(catalog, figures.asset);
    columns.add(
      figures.user,
      figures.asset,
      formatBalance(figures.availableLow, figures.availableHigh, scale),
      formatBalance(figures.frozenLow, figures.frozenHigh, scale),
      seq,
    );
  }
  return columns;
}
