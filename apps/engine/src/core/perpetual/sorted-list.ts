const blockMax = 512;

/** A sorted list in blocks: an item is added, removed or found by a binary search, and moves at most one block. */
export class SortedList<Item> {
  readonly #compare: (a: Item, b: Item) => number;
  readonly #blocks: Item[][] = [];
  #size = 0;

  /** `compare` as for `sort`; items that are to be removed must differ by it. */
  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  add(item: Item): void {
    this.#size++;
    const at = Math.max(0, Math.min(this.#blockOf(item), this.#blocks.length - 1));
    const block = this.#blocks[at] ?? [];
    if (this.#blocks.length === 0) this.#blocks.push(block);
    block.splice(this.#placeIn(block, item), 0, item);
    if (block.length > blockMax) this.#blocks.splice(at + 1, 0, block.splice(blockMax / 2));
  }

  /** Removes an item that is in the list. */
  remove(item: Item): void {
    const at = this.#blockOf(item);
    const block = this.#blocks[at] as Item[];
    block.splice(this.#placeIn(block, item), 1);
    if (block.length === 0) this.#blocks.splice(at, 1);
    this.#size--;
  }

  /** The item at an index from 0. @throws RangeError beyond the list */
  at(index: number): Item {
    let rest = index;
    for (const block of this.#blocks) {
      if (rest < block.length) return block[rest] as Item;
      rest -= block.length;
    }
    throw new RangeError(`a list of ${this.#size} has no item ${index}`);
  }

  /** How many items come before `item`, which need not be in the list. */
  countBefore(item: Item): number {
    const at = this.#blockOf(item);
    let count = 0;
    for (let before = 0; before < at; before++) count += (this.#blocks[before] as Item[]).length;
    const block = this.#blocks[at];
    return block ? count + this.#placeIn(block, item) : count;
  }

  /** At most `max` items, in order, that do not come before `first`. */
  slice(first: Item, max: number): Item[] {
    const taken: Item[] = [];
    if (max <= 0) return taken;
    for (const item of this.items(first)) if (taken.push(item) >= max) break;
    return taken;
  }

  /** All items in order, or those that do not come before `first`. The list must not change meanwhile. */
  *items(first?: Item): Generator<Item, undefined> {
    if (first === undefined) {
      for (const block of this.#blocks) yield* block;
      return;
    }
    const start = this.#blockOf(first);
    for (let at = start; at < this.#blocks.length; at++) {
      const block = this.#blocks[at] as Item[];
      for (let place = at === start ? this.#placeIn(block, first) : 0; place < block.length; place++)
        yield block[place] as Item;
    }
  }

  /** The first block that does not end before the item; behind the last when there is none. */
  #blockOf(item: Item): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const block = this.#blocks[middle] as Item[];
      if (this.#compare(block[block.length - 1] as Item, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #placeIn(block: readonly Item[], item: Item): number {
    let low = 0;
    let high = block.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(block[middle] as Item, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
