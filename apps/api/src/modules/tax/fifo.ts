/** First in, first out, with exact integers: what a disposal takes of which lots, at which cost. */

/** What is left of an acquisition, in units of 10^-18 of the asset and of a rupee. */
export interface OpenLot {
  number: number;
  remaining: bigint;
  remainingCost: bigint;
}

export interface TakenPart {
  number: number;
  quantity: bigint;
  cost: bigint;
}

export interface Taken<Lot extends OpenLot> {
  /** The oldest lot first. */
  parts: TakenPart[];
  /** The lots of the parts, as they are now. */
  lots: Lot[];
  /** What no lot had. */
  missing: bigint;
}

/** As much of a lot as is missing and it has. */
function takePart<Lot extends OpenLot>(taken: Taken<Lot>, lot: Lot): void {
  const isWhole = lot.remaining <= taken.missing;
  const quantity = isWhole ? lot.remaining : taken.missing;
  const cost = (lot.remainingCost * quantity) / lot.remaining;
  lot.remaining -= quantity;
  lot.remainingCost -= cost;
  taken.missing -= quantity;
  taken.parts.push({ number: lot.number, quantity, cost });
  taken.lots.push(lot);
}

/** Below it, lots that are used up are not worth a copy of the others. */
const usedMax = 1_024;

/** The open lots of one asset, changed in place: what one event costs does not depend on how many are open. */
export class LotQueue<Lot extends OpenLot> {
  #lots: Lot[];
  /** Index of the oldest open lot; those before it are used up. */
  #head = 0;

  /** @param lots the oldest first; the queue keeps the array */
  constructor(lots: Lot[] = []) {
    this.#lots = lots;
  }

  add(lot: Lot): void {
    this.#lots.push(lot);
  }

  /** Those that are open, the oldest first. */
  list(): Lot[] {
    return this.#lots.slice(this.#head).filter(({ remaining }) => remaining > 0n);
  }

  /**
   * Takes a quantity from the oldest lots. A part of a lot costs its share of what the lot has left, rounded down to a unit; what is left
   * keeps the rest, so the last part of a lot has whatever rounding has left and no cost is lost or made.
   * @param quantity above zero
   */
  take(quantity: bigint): Taken<Lot> {
    const taken: Taken<Lot> = { parts: [], lots: [], missing: quantity };
    while (taken.missing > 0n) {
      const lot = this.#lots[this.#head];
      if (!lot) break;
      // Taken by `takeNewest`.
      if (lot.remaining === 0n) {
        this.#head += 1;
        continue;
      }
      takePart(taken, lot);
      if (lot.remaining === 0n) this.#head += 1;
    }
    this.#forgetUsed();
    return taken;
  }

  /** The same from the newest lots that are wanted, for what undoes them. What they lack is missing. */
  takeNewest(quantity: bigint, isWanted: (lot: Lot) => boolean): Taken<Lot> {
    const taken: Taken<Lot> = { parts: [], lots: [], missing: quantity };
    for (let at = this.#lots.length - 1; at >= this.#head && taken.missing > 0n; at -= 1) {
      const lot = this.#lots[at];
      if (lot && lot.remaining > 0n && isWanted(lot)) takePart(taken, lot);
    }
    return taken;
  }

  /** Only once most are used up: each lot is copied a bounded number of times over all events. */
  #forgetUsed(): void {
    if (this.#head < usedMax || this.#head * 2 < this.#lots.length) return;
    this.#lots = this.#lots.slice(this.#head);
    this.#head = 0;
  }
}
