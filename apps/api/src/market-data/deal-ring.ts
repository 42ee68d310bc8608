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
  /** 0 before the first deal. Ids grow by one. */
  newestId = 0;
  private count = 0;
  private readonly times = new Float64Array(dealsKept);
  private readonly prices = new Float64Array(dealsKept);
  private readonly amounts = new Float64Array(dealsKept);
  private readonly sides = new Uint8Array(dealsKept);

  /** Deals must come in the order of their ids, without gaps. */
  push(id: number, timeMs: number, priceTicks: number, lots: number, takerSide: Side): void {
    const at = id % dealsKept;
    this.times[at] = timeMs;
    this.prices[at] = priceTicks;
    this.amounts[at] = lots;
    this.sides[at] = takerSide;
    this.newestId = id;
    if (this.count < dealsKept) this.count++;
  }

  /** Id of the oldest deal still held; 1 above the newest when there is none. */
  oldestId(): number {
    return this.newestId - this.count + 1;
  }

  get(id: number): Deal | undefined {
    if (id > this.newestId || id < this.oldestId()) return undefined;
    const at = id % dealsKept;
    return {
      id,
      timeMs: this.times[at] as number,
      priceTicks: this.prices[at] as number,
      lots: this.amounts[at] as number,
      takerSide: this.sides[at] as Side,
    };
  }

  /** Deals with an id above `afterId`, newest first, at most `limit`. */
  newest(limit: number, afterId = 0): Deal[] {
    const deals: Deal[] = [];
    const last = Math.max(this.oldestId(), afterId + 1);
    for (let id = this.newestId; id >= last && deals.length < limit; id--) deals.push(this.get(id) as Deal);
    return deals;
  }
}
