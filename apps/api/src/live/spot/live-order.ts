/** An order as the live view keeps it: integers of the engine, formatted only for an answer. */
import type { CloseReason, OrderAmended, OrderPlaced } from '@pelican/shared/engine/spot';
import type { CatalogMarket } from '../../catalog/index.ts';

/** The fill an order event comes from. */
export interface LastTrade {
  id: number;
  priceTicks: number;
  lots: number;
  /** In units of `feeAssetId`. */
  fee: number;
  feeAssetId: number;
  role: 'maker' | 'taker';
  timeMs: number;
  /** Sequence of the command that made it. */
  seq: number;
}

export class LiveOrder {
  readonly id: number;
  readonly userId: number;
  readonly market: CatalogMarket;
  /** As placed or amended last: side, type, price in ticks, amount in lots (or quote units), rates, client id. */
  terms: OrderPlaced;
  remaining: number;
  filledLots = 0;
  /** Quote units. */
  filledQuote = 0;
  /** Units of `feeAssetId`. */
  fee = 0;
  gst = 0;
  /** Quote units. */
  tds = 0;
  /** The fee asset of the newest fill; 0 before the first fill. */
  feeAssetId = 0;
  readonly createdMs: number;
  updatedMs: number;
  /** 0 while open. */
  finishedMs = 0;
  closeReason: CloseReason | 0 = 0;
  resting = false;
  /** The newest fill, kept only while its owner has listeners. */
  lastTrade: LastTrade | undefined;
  /** Sequence of the command that changed it last. */
  seq: number;

  constructor(terms: OrderPlaced, market: CatalogMarket, createdMs: number, seq: number) {
    this.id = terms.orderId;
    this.userId = terms.user;
    this.market = market;
    this.terms = terms;
    this.remaining = terms.amount;
    this.createdMs = createdMs;
    this.updatedMs = createdMs;
    this.seq = seq;
  }

  amend({ priceTicks, lots, remaining, makerFeePpm, takerFeePpm }: OrderAmended): void {
    this.terms = { ...this.terms, priceTicks, amount: lots, makerFeePpm, takerFeePpm };
    this.remaining = remaining;
  }

  /** The order as it is now, whatever becomes of it. */
  copy(): LiveOrder {
    return Object.assign(new LiveOrder(this.terms, this.market, this.createdMs, this.seq), this);
  }

  /** Adds one fill's figures of this order's side. */
  addFill(fill: OrderFill): void {
    this.filledLots += fill.lots;
    this.filledQuote += fill.quote;
    this.fee += fill.fee;
    this.gst += fill.gst;
    this.tds += fill.tds;
    this.feeAssetId = fill.feeAsset;
    this.remaining = fill.remaining;
  }
}

/** One side of a fill. Lots, quote units; fee and GST in units of the fee asset, TDS in quote units. */
export interface OrderFill {
  lots: number;
  quote: number;
  fee: number;
  gst: number;
  tds: number;
  feeAsset: number;
  remaining: number;
}
