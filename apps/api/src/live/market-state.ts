/** The live view's state of one market. */
import type { Side } from '@pelican/shared/engine/spot';
import type { MarketScale } from '@pelican/shared/money';
import { Candles } from './candles.ts';
import { PriceLevels } from './price-levels.ts';
import { RollingDay } from './rolling-day.ts';
import { TradeRing } from './trade-ring.ts';

/** The facts of a market that market data needs, for any venue; amounts are in its base. */
export interface MarketFacts {
  /** Unique across venues. */
  id: number;
  name: string;
  scale: MarketScale;
}

export class MarketState<Market extends MarketFacts = MarketFacts> {
  readonly market: Market;
  readonly bids = new PriceLevels(true);
  readonly asks = new PriceLevels(false);
  /** Sequence of the command that changed the book last. */
  bookSeq = 0;
  readonly trades = new TradeRing();
  readonly candles = new Candles();
  readonly day = new RollingDay();
  /** In units of the price scale; 0 before the first price is known. */
  lastPrice = 0;
  /** What changed since the last call of LiveListener.onMarkets. */
  bookChanged = false;
  traded = false;
  /** Index, mark or funding, where a venue has them. */
  repriced = false;

  constructor(market: Market) {
    this.market = market;
  }

  addTrade(id: number, timeMs: number, priceTicks: number, lots: number, takerSide: Side): void {
    const { scale } = this.market;
    const price = priceTicks * scale.priceStepUnits;
    const volume = lots * scale.lotBaseUnits;
    const money = priceTicks * lots * scale.tickLotQuoteUnits;
    const time = Math.floor(timeMs / 1000);
    const previousPrice = this.lastPrice === 0 ? price : this.lastPrice;
    this.trades.push(id, timeMs, priceTicks, lots, takerSide);
    this.candles.add(time, price, volume, money, previousPrice);
    this.day.add(time, price, volume, money, previousPrice);
    this.lastPrice = price;
    this.traded = true;
  }
}
