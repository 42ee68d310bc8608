/** A folded batch as the text that goes to Postgres, made while the batch before it is being written. */
import type { CommandDone, TransferApplied } from '@pelican/shared/engine/spot/events.ts';
import { formatBalance, formatBigUnits, formatUnits } from '@pelican/shared/money/decimal.ts';
import { formatLots, formatPrice, formatQuote } from '@pelican/shared/money/listing.ts';
import type { Catalog } from '../../modules/markets/catalog.ts';
import type { BalanceFold } from '../fold/balance-fold.ts';
import type { Place, SettlementBatch } from '../fold/batch.ts';
import type { CandleFold } from '../fold/candle-fold.ts';
import { scaleOf } from '../fold/deal-fold.ts';
import type { FoldedOrder, OrderFold } from '../fold/order-fold.ts';
import { ColumnArrays, CopyLines, copyNull, copyText } from './text.ts';

export interface WrittenBatch {
  from: Place;
  to: Place;
  commands: number;
  /** Of the newest entry. */
  timeMs: number;
  deals: CopyLines;
  newOrders: CopyLines;
  changedOrders: ColumnArrays;
  balances: ColumnArrays;
  candles: ColumnArrays;
  transfersApplied: { transfer: TransferApplied; amount: string }[];
  transfersRefused: CommandDone[];
  settings: { user: number; text: string }[];
}

/** In the order of the fields of a line. */
export const newOrderColumns = `id, user_id, market_id, side, type, time_in_force, post_only, amount_is_quote, source,
  client_id, price, amount, remaining, deal_stock, deal_money, deal_fee, deal_gst, deal_tds, fee_asset_id,
  maker_fee_ppm, taker_fee_ppm, status, close_reason, created_at, updated_at, finished_at, seq`;
const changedOrderColumns = 13;
const balanceColumns = 5;
const candleColumns = 9;

export function renderBatch(batch: SettlementBatch, catalog: Catalog): WrittenBatch {
  return {
    from: batch.from,
    to: { position: batch.position, seq: batch.seq },
    commands: batch.commands,
    timeMs: batch.timeMs,
    deals: batch.deals.lines,
    ...renderOrders(batch.orders, catalog),
    balances: renderBalances(batch.balances, catalog),
    candles: renderCandles(batch.candles),
    transfersApplied: batch.transfersApplied.map((transfer) => ({
      transfer,
      amount: formatUnits(transfer.amount, scaleOf(catalog, transfer.asset)),
    })),
    transfersRefused: batch.transfersRefused,
    settings: batch.settings,
  };
}

function renderOrders(fold: OrderFold, catalog: Catalog): Pick<WrittenBatch, 'newOrders' | 'changedOrders'> {
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
    order.closeReason === 0 ? copyNull : time(order.updatedMs)
  }\t${order.seq}\n`;
}

function addChangedOrder(
  columns: ColumnArrays,
  order: FoldedOrder,
  catalog: Catalog,
  time: (timeMs: number) => string,
): void {
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
  );
}

function renderBalances(fold: BalanceFold, catalog: Catalog): ColumnArrays {
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

function renderCandles(fold: CandleFold): ColumnArrays {
  const columns = new ColumnArrays(candleColumns);
  for (const { market, interval, candle } of fold.all()) {
    const { priceScale, baseScale, quoteScale } = market.scale;
    columns.add(
      market.id,
      interval,
      candle.start,
      formatUnits(candle.open, priceScale),
      formatUnits(candle.close, priceScale),
      formatUnits(candle.high, priceScale),
      formatUnits(candle.low, priceScale),
      formatBigUnits(candle.volume.value(), baseScale),
      formatBigUnits(candle.money.value(), quoteScale),
    );
  }
  return columns;
}
