/**
 * One side of a book, aggregated by price and sorted, best first. A sorted list of short sorted runs: finding a price is
 * two binary searches, inserting moves at most one run, and reading the best levels iterates over an array. Nothing is ever
 * sorted as a whole, so it stays cheap at 100,000 levels.
 */

const runCapacity = 256;

interface Run {
  /** Ascending; a bid's key is its price negated, so that the best level always comes first. */
  keys: Float64Array;
  lots: Float64Array;
  count: number;
}

function createRun(): Run {
  return { keys: new Float64Array(runCapacity), lots: new Float64Array(runCapacity), count: 0 };
}

/** The first position in the run whose key is not below `key`. */
function lowerBound(run: Run, key: number): number {
  let low = 0;
  let high = run.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((run.keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class PriceLevels {
  /** Levels with an amount. */
  size = 0;
  private readonly sign: number;
  private readonly runs: Run[] = [];

  /** @param descending true for bids: the highest price is the best */
  constructor(descending: boolean) {
    this.sign = descending ? -1 : 1;
  }

  /**
   * Adds lots (negative: removes) at a price. A level that reaches 0 disappears.
   * @throws RangeError when more is removed than is there: the projection has lost an event
   */
  add(priceTicks: number, lots: number): void {
    const key = priceTicks * this.sign;
    const runIndex = this.findRun(key);
    const run = this.runs[runIndex];
    if (!run) {
      this.requirePositive(priceTicks, lots);
      this.appendLevel(key, lots);
      return;
    }
    const at = lowerBound(run, key);
    if (at < run.count && run.keys[at] === key) {
      const total = (run.lots[at] as number) + lots;
      if (total > 0) run.lots[at] = total;
      else if (total === 0) this.removeLevel(runIndex, at);
      else throw new RangeError(`level ${priceTicks} would hold ${total} lots`);
      return;
    }
    this.requirePositive(priceTicks, lots);
    this.insertLevel(runIndex, at, key, lots);
  }

  /** Lots at a price, 0 where there is none. */
  lotsAt(priceTicks: number): number {
    const key = priceTicks * this.sign;
    const run = this.runs[this.findRun(key)];
    if (!run) return 0;
    const at = lowerBound(run, key);
    return at < run.count && run.keys[at] === key ? (run.lots[at] as number) : 0;
  }

  /** Price of the best level, undefined when the side is empty. */
  best(): number | undefined {
    const run = this.runs[0];
    return run ? (run.keys[0] as number) * this.sign : undefined;
  }

  /** Visits levels best first until `visit` returns false. */
  walk(visit: (priceTicks: number, lots: number) => boolean): void {
    for (const run of this.runs) {
      for (let at = 0; at < run.count; at++) {
        if (!visit((run.keys[at] as number) * this.sign, run.lots[at] as number)) return;
      }
    }
  }

  clear(): void {
    this.runs.length = 0;
    this.size = 0;
  }

  private requirePositive(priceTicks: number, lots: number): void {
    if (!(lots > 0)) throw new RangeError(`level ${priceTicks} is empty and cannot lose ${-lots} lots`);
  }

  /** The first run whose last key is not below `key`; the number of runs when there is none. */
  private findRun(key: number): number {
    let low = 0;
    let high = this.runs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const run = this.runs[middle] as Run;
      if ((run.keys[run.count - 1] as number) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A key behind all others goes to the last run. */
  private appendLevel(key: number, lots: number): void {
    if (this.runs.length === 0) this.runs.push(createRun());
    const last = this.runs.length - 1;
    this.insertLevel(last, (this.runs[last] as Run).count, key, lots);
  }

  private insertLevel(runIndex: number, at: number, key: number, lots: number): void {
    let run = this.runs[runIndex] as Run;
    let position = at;
    if (run.count === runCapacity) {
      const upper = this.split(runIndex);
      if (position > run.count) {
        position -= run.count;
        run = upper;
      }
    }
    run.keys.copyWithin(position + 1, position, run.count);
    run.lots.copyWithin(position + 1, position, run.count);
    run.keys[position] = key;
    run.lots[position] = lots;
    run.count++;
    this.size++;
  }

  /** Moves the worse half of a full run into a new one behind it. */
  private split(runIndex: number): Run {
    const run = this.runs[runIndex] as Run;
    const upper = createRun();
    const half = runCapacity >>> 1;
    upper.keys.set(run.keys.subarray(half, run.count));
    upper.lots.set(run.lots.subarray(half, run.count));
    upper.count = run.count - half;
    run.count = half;
    this.runs.splice(runIndex + 1, 0, upper);
    return upper;
  }

  private removeLevel(runIndex: number, at: number): void {
    const run = this.runs[runIndex] as Run;
    run.keys.copyWithin(at, at + 1, run.count);
    run.lots.copyWithin(at, at + 1, run.count);
    run.count--;
    this.size--;
    if (run.count === 0) this.runs.splice(runIndex, 1);
  }
}
