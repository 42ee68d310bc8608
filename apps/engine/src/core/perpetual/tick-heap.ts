/** A binary heap of items by a number, lowest first, from which any item can be removed. */

export interface HeapNode<Item> {
  key: number;
  readonly item: Item;
  readonly heap: TickHeap<Item>;
  /** Its index in the heap; -1 when it is in none. */
  at: number;
}

export class TickHeap<Item> {
  readonly #nodes: HeapNode<Item>[] = [];

  add(key: number, item: Item): HeapNode<Item> {
    const node: HeapNode<Item> = { key, item, heap: this, at: -1 };
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

  /** Removes an item whose key is at most `limit`, lowest first; undefined when there is none. */
  popUpTo(limit: number): Item | undefined {
    const first = this.#nodes[0];
    if (!first || first.key > limit) return undefined;
    this.remove(first);
    return first.item;
  }

  #rise(node: HeapNode<Item>): void {
    while (node.at > 0) {
      const parent = this.#nodes[(node.at - 1) >> 1] as HeapNode<Item>;
      if (parent.key <= node.key) return;
      const { at } = parent;
      this.#put(parent, node.at);
      this.#put(node, at);
    }
  }

  #sink(node: HeapNode<Item>): void {
    for (;;) {
      const left = this.#nodes[node.at * 2 + 1];
      const right = this.#nodes[node.at * 2 + 2];
      const child = left && right && right.key < left.key ? right : left;
      if (!child || child.key >= node.key) return;
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
