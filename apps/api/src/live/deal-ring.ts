/** The newest deals of one market, in flat arrays: writing one is a handful of stores. */
import type { Side } from '@pelican/shared/engine/spot/commands.ts';

export const dealsKept = 10_000;

export interface Deal {
  id: number;
  /** Unix milliseconds. */
  timeMs: number;
  priceTicks: number;
  lots: number;
  takerSide: Side;
}

export class DealRing {
  /** 0 before the first deal. */
  newestId = 0;
  /** Deals ever pushed; the newest stands at `pushed - 1`, modulo the capacity. */
  private pushed = 0;
  private readonly ids = new Float64Array(dealsKept);
  private readonly times = new Float64Array(dealsKept);
  private readonly prices = new Float64Array(dealsKept);
  private readonly amounts = new Float64Array(dealsKept);
  private readonly sides = new Uint8Array(dealsKept);

  /** Deals must come in the order of their ids; a venue may number deals that are not for the tape, too. */
  push(id: number, timeMs: number, priceTicks: number, lots: number, takerSide: Side): void {
    const at = this.pushed++ % dealsKept;
    this.ids[at] = id;
    this.times[at] = timeMs;
    this.prices[at] = priceTicks;
    this.amounts[at] = lots;
    this.sides[at] = takerSide;
    this.newestId = id;
  }

  /** The oldest deal still held. */
  oldest(): Deal | undefined {
    return this.pushed === 0 ? undefined : this.at(Math.max(0, this.pushed - dealsKept));
  }

  /** Visits deals, newest first, until `visit` returns false. */
  walk(visit: (deal: Deal) => boolean): void {
    const last = Math.max(0, this.pushed - dealsKept);
    for (let place = this.pushed - 1; place >= last; place--) if (!visit(this.at(place))) return;
  }

  /** Deals with an id above `afterId`, newest first, at most `limit`. */
  newest(limit: number, afterId = 0): Deal[] {
    const deals: Deal[] = [];
    this.walk((deal) => {
      if (deal.id <= afterId || deals.length >= limit) return false;
      deals.push(deal);
      return true;
    });
    return deals;
  }

  private at(place: number): Deal {
    const at = place % dealsKept;
    return {
      id: this.ids[at] as number,
      timeMs: this.times[at] as number,
      priceTicks: this.prices[at] as number,
      lots: this.amounts[at] as number,
      takerSide: this.sides[at] as Side,
    };
  }
}
