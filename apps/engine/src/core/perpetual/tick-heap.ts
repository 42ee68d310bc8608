/**
 * A binary heap of items by two numbers, lowest first, from which any item can be removed. No two items have both numbers
 * alike, so the order in which items leave does not depend on the order in which they came.
 */

export interface HeapNode<Item> {
  key: number;
  /** Decides between equal keys. */
  readonly rank: number;
  readonly item: Item;
  readonly heap: TickHeap<Item>;
  /** Its index in the heap; -1 when it is in none. */
  at: number;
}

export class TickHeap<Item> {
  readonly #nodes: HeapNode<Item>[] = [];

  add(key: number, rank: number, item: Item): HeapNode<Item> {
    const node: HeapNode<Item> = { key, rank, item, heap: this, at: -1 };
    this.move(node, key);
    return node;
  }

  /** Gives an item of this heap another key; one that was removed is in the heap again. */
  move(node: HeapNode<Item>, key: number): void {
    node.key = key;
    if (node.at < 0) {
      node.at = this.#nodes.length;
      this.#nodes.push(node);
    }
    this.#rise(node);
    this.#sink(node);
  }

  remove(node: HeapNode<Item>): void {
    if (node.at < 0) return;
    const last = this.#nodes.pop() as HeapNode<Item>;
    if (last !== node) {
      this.#put(last, node.at);
      this.#rise(last);
      this.#sink(last);
    }
    node.at = -1;
  }

  /** Whether an item's key is at most `limit`. */
  hasUpTo(limit: number): boolean {
    const first = this.#nodes[0];
    return first !== undefined && first.key <= limit;
  }

  /** Removes the first item whose key is at most `limit`; undefined when there is none. */
  popUpTo(limit: number): Item | undefined {
    const first = this.#nodes[0];
    if (!first || first.key > limit) return undefined;
    this.remove(first);
    return first.item;
  }

  #rise(node: HeapNode<Item>): void {
    while (node.at > 0) {
      const parent = this.#nodes[(node.at - 1) >> 1] as HeapNode<Item>;
      if (!isBefore(node, parent)) return;
      const { at } = parent;
      this.#put(parent, node.at);
      this.#put(node, at);
    }
  }

  #sink(node: HeapNode<Item>): void {
    for (;;) {
      const left = this.#nodes[node.at * 2 + 1];
      const right = this.#nodes[node.at * 2 + 2];
      const child = left && right && isBefore(right, left) ? right : left;
      if (!child || !isBefore(child, node)) return;
      const { at } = child;
      this.#put(child, node.at);
      this.#put(node, at);
    }
  }

  #put(node: HeapNode<Item>, at: number): void {
    this.#nodes[at] = node;
    node.at = at;
  }
}

function isBefore(a: HeapNode<unknown>, b: HeapNode<unknown>): boolean {
  return a.key < b.key || (a.key === b.key && a.rank < b.rank);
}
