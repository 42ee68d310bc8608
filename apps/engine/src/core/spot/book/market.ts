import type { MarketSettings } from '@pelican/shared/engine/spot';
import { ratePpmMax } from '../../kernel/limits.ts';
import { SelfTrade } from '../../kernel/self-trade.ts';
import { BookSide } from './price-levels.ts';

const selfTradeOf = {
  cancelResting: SelfTrade.cancelMaker,
  cancelTaker: SelfTrade.cancelTaker,
  allow: SelfTrade.allow,
} as const;

/** Mutable figures of a market, in `Market.figures`. */
export const MarketFigure = { lastPriceTicks: 0, tradeCount: 1, openOrders: 2 } as const;

/** One market: its settings as numbers, its two sides, its figures and the house's cells in its quote asset. */
export class Market {
  readonly bids: BookSide;
  readonly asks: BookSide;
  readonly figures = new Float64Array(3);
  readonly feesCell: number;
  readonly gstCell: number;
  readonly tdsCell: number;
  readonly settings: MarketSettings;
  readonly id: number;
  readonly base: number;
  readonly quote: number;
  readonly isOpen: boolean;
  readonly selfTrade: SelfTrade;
  readonly lotBaseUnits: number;
  readonly tickLotQuoteUnits: number;
  readonly amountMinLots: number;
  readonly amountMaxLots: number;
  readonly totalMin: number;
  /** The largest value that a listing's ranges allow one order. */
  readonly totalMax: number;
  readonly priceMaxTicks: number;
  readonly priceBandPpm: number;
  readonly serviceFeePpm: number;
  readonly serviceFeeBuyPpm: number;
  /** The terms of users without rates of their own, taxable or not; 0 until the first one trades. */
  taxableTerms = 0;
  untaxedTerms = 0;

  constructor(settings: MarketSettings, houseCells: { fees: number; gst: number; tds: number }, previous?: Market) {
    this.settings = settings;
    this.bids = previous?.bids ?? new BookSide(settings.id, true);
    this.asks = previous?.asks ?? new BookSide(settings.id, false);
    if (previous) this.figures.set(previous.figures);
    this.feesCell = houseCells.fees;
    this.gstCell = houseCells.gst;
    this.tdsCell = houseCells.tds;
    this.id = settings.id;
    this.base = settings.base;
    this.quote = settings.quote;
    this.isOpen = settings.status === 'open';
    this.selfTrade = selfTradeOf[settings.selfTrade];
    this.lotBaseUnits = settings.lotBaseUnits;
    this.tickLotQuoteUnits = settings.tickLotQuoteUnits;
    this.amountMinLots = settings.amountMinLots;
    this.amountMaxLots = settings.amountMaxLots;
    this.totalMin = settings.totalMin;
    this.totalMax = settings.priceMaxTicks * settings.amountMaxLots * settings.tickLotQuoteUnits;
    this.priceMaxTicks = settings.priceMaxTicks;
    this.priceBandPpm = Math.min(settings.priceBandPpm, ratePpmMax);
    this.serviceFeePpm = settings.serviceFeePpm;
    this.serviceFeeBuyPpm = settings.serviceFeeBuyPpm;
  }
}
