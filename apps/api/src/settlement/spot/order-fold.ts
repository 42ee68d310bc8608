/**
 * What a batch does to orders: one row for each order it placed, in its state after the batch, and one change for each
 * older order it touched. Sums are integers of the engine (lots, quote units, fee units): an order's value stays below
 * 2^53, so its sums do.
 */
import { CloseReason, type OrderAmended, type OrderFilled, type OrderPlaced } from '@pelican/shared/engine/spot';
import type { CatalogMarket } from '../../catalog/index.ts';

/** The statuses of spot_orders. */
export const OrderStatus = { open: 1, partiallyFilled: 2, filled: 3, canceled: 4 } as const;

export class FoldedOrder {
  readonly id: number;
  readonly market: CatalogMarket;
  /** Set when the batch placed the order; as it was amended last. */
  terms: OrderPlaced | undefined;
  /** The last amendment of an older order. */
  amended: OrderAmended | undefined;
  /** The time of the order's placement when the batch placed it. */
  readonly createdMs: number;
  updatedMs: number;
  seq: number;
  /** Lots, or quote units when the amount is in quote. */
  remaining: number;
  fills = 0;
  lots = 0;
  quote = 0;
  tds = 0;
  /** Units of the newest fee asset; what came before the asset changed is in the trades. */
  fee = 0;
  gst = 0;
  /** 0 before the first fill of the batch. */
  feeAsset = 0;
  feeAssetChanged = false;
  /** 0 while open. */
  closeReason = 0;

  constructor(id: number, market: CatalogMarket, terms: OrderPlaced | undefined, timeMs: number, seq: number) {
    this.id = id;
    this.market = market;
    this.terms = terms;
    this.createdMs = timeMs;
    this.updatedMs = timeMs;
    this.seq = seq;
    this.remaining = terms?.amount ?? 0;
  }

  /** The status after the batch; for an older order that was not closed, the caller adds earlier fills. */
  get status(): number {
    if (this.closeReason === CloseReason.filled) return OrderStatus.filled;
    if (this.closeReason !== 0) return OrderStatus.canceled;
    return this.fills > 0 ? OrderStatus.partiallyFilled : OrderStatus.open;
  }

  amend(event: OrderAmended): void {
    const { priceTicks, lots, makerFeePpm, takerFeePpm } = event;
    this.remaining = event.remaining;
    if (this.terms) this.terms = { ...this.terms, priceTicks, amount: lots, makerFeePpm, takerFeePpm };
    else this.amended = event;
  }

  fill(remaining: number, lots: number, quote: number, fee: number, gst: number, tds: number, feeAsset: number): void {
    if (this.feeAsset !== feeAsset) {
      if (this.feeAsset !== 0) this.feeAssetChanged = true;
      this.feeAsset = feeAsset;
      this.fee = 0;
      this.gst = 0;
    }
    this.fills++;
    this.remaining = remaining;
    this.lots += lots;
    this.quote += quote;
    this.fee += fee;
    this.gst += gst;
    this.tds += tds;
  }
}

export class OrderFold {
  readonly orders = new Map<number, FoldedOrder>();

  placed(terms: OrderPlaced, market: CatalogMarket, timeMs: number, seq: number): void {
    this.orders.set(terms.orderId, new FoldedOrder(terms.orderId, market, terms, timeMs, seq));
  }

  amended(event: OrderAmended, market: CatalogMarket, timeMs: number, seq: number): void {
    this.touch(event.orderId, market, timeMs, seq).amend(event);
  }

  filled(fill: OrderFilled, market: CatalogMarket, quote: number, timeMs: number, seq: number): void {
    const { lots } = fill;
    this.touch(fill.makerOrderId, market, timeMs, seq).fill(
      fill.makerRemainingLots,
      lots,
      quote,
      fill.makerFee,
      fill.makerGst,
      fill.makerTds,
      fill.makerFeeAsset,
    );
    this.touch(fill.takerOrderId, market, timeMs, seq).fill(
      fill.takerRemaining,
      lots,
      quote,
      fill.takerFee,
      fill.takerGst,
      fill.takerTds,
      fill.takerFeeAsset,
    );
  }

  closed(id: number, market: CatalogMarket, reason: number, remaining: number, timeMs: number, seq: number): void {
    const order = this.touch(id, market, timeMs, seq);
    order.closeReason = reason;
    order.remaining = remaining;
  }

  private touch(id: number, market: CatalogMarket, timeMs: number, seq: number): FoldedOrder {
    let order = this.orders.get(id);
    if (!order) {
      order = new FoldedOrder(id, market, undefined, timeMs, seq);
      this.orders.set(id, order);
    }
    order.updatedMs = timeMs;
    order.seq = seq;
    return order;
  }
}
