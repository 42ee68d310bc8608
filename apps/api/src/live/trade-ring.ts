/** The newest trades of one market, in flat arrays: writing one is a handful of stores. */
import type { Side } from '@pelican/shared/engine/spot';

export const tradesKept = 10_000;

export interface Trade {
  id: number;
  /** Unix milliseconds. */
  timeMs: number;
  priceTicks: number;
  lots: number;
  takerSide: Side;
}

export class TradeRing {
  /** 0 before the first trade. It may be of one that is not held any more. */
  newestId = 0;
  /** Trades ever pushed; the newest stands at `pushed - 1`, modulo the capacity. */
  private pushed = 0;
  private readonly ids = new Float64Array(tradesKept);
  private readonly times = new Float64Array(tradesKept);
  private readonly prices = new Float64Array(tradesKept);
  private readonly amounts = new Float64Array(tradesKept);
  private readonly sides = new Uint8Array(tradesKept);

  /** Trades must come in the order of their ids; a venue may number trades that are not for the tape, too. */
  push(id: number, timeMs: number, priceTicks: number, lots: number, takerSide: Side): void {
    const at = this.pushed++ % tradesKept;
    this.ids[at] = id;
    this.times[at] = timeMs;
    this.prices[at] = priceTicks;
    this.amounts[at] = lots;
    this.sides[at] = takerSide;
    this.newestId = id;
  }

  /** The oldest trade still held. */
  oldest(): Trade | undefined {
    return this.pushed === 0 ? undefined : this.at(Math.max(0, this.pushed - tradesKept));
  }

  /** Visits trades, newest first, until `visit` returns false. */
  walk(visit: (trade: Trade) => boolean): void {
    const last = Math.max(0, this.pushed - tradesKept);
    for (let place = this.pushed - 1; place >= last; place--) if (!visit(this.at(place))) return;
  }

  /** Trades with an id above `afterId`, newest first, at most `limit`. */
  newest(limit: number, afterId = 0): Trade[] {
    const trades: Trade[] = [];
    this.walk((trade) => {
      if (trade.id <= afterId || trades.length >= limit) return false;
      trades.push(trade);
      return true;
    });
    return trades;
  }

  private at(place: number): Trade {
    const at = place % tradesKept;
    return {
      id: this.ids[at] as number,
      timeMs: this.times[at] as number,
      priceTicks: this.prices[at] as number,
      lots: this.amounts[at] as number,
      takerSide: this.sides[at] as Side,
    };
  }
}
