import { describe, expect, it } from 'vitest';
import { Random } from '../../../testing/random.ts';
import { allocateBlock, Memory } from '../arena/memory.ts';
import { addToIndex, findOrder, indexedCount, OrderIndex, removeFromIndex } from './order-index.ts';

const capacity = 256;

/** An index, and what it must hold by id. */
class Orders {
  readonly memory = new Memory(1 << 16);
  readonly index = new OrderIndex(capacity);
  readonly open = new Map<number, number>();
  readonly #free: number[] = [];

  add(id: number): void {
    const order = this.#free.pop() ?? allocateBlock(this.memory);
    this.memory.f64[order * 4] = id;
    this.open.set(id, order);
    addToIndex(this.index, this.memory, order, this.open.size);
  }

  remove(id: number): void {
    const order = this.open.get(id) as number;
    removeFromIndex(this.index, this.memory, order);
    this.open.delete(id);
    this.#free.push(order);
  }
}

describe('the index of open orders', () => {
  it('finds every open order and no closed one at each step of a growth', () => {
    for (let seed = 1; seed <= 4; seed++) {
      const orders = new Orders();
      const random = new Random(seed);
      const ids: number[] = [];
      let id = 0;
      for (let step = 0; step < 1200; step++) {
        // Orders that never rest take ids too.
        id += random.chance(0.1) ? random.integer(1, 200) : 1;
        orders.add(id);
        ids.push(id);
        if (random.chance(0.4)) orders.remove(random.pick([...orders.open.keys()]));
        for (const known of ids) {
          if (findOrder(orders.index, orders.memory, known) !== (orders.open.get(known) ?? 0)) {
            expect.fail(`seed ${seed}, step ${step}: order ${known}`);
          }
        }
        expect(indexedCount(orders.index)).toBe(orders.open.size);
      }
    }
  });

  it('never moves more than a fixed number of orders for one new order', () => {
    const orders = new Orders();
    let ring = orders.index.ring;
    let before = 0;
    let movedMax = 0;
    for (let id = 1; id <= capacity * 4; id++) {
      orders.add(id);
      if (orders.index.ring !== ring) before = 0;
      ring = orders.index.ring;
      const now = ring.reduce((count, order) => count + (order === 0 ? 0 : 1), 0);
      movedMax = Math.max(movedMax, now - before - 1);
      before = now;
    }
    expect(ring.length).toBe(capacity * 16);
    expect(movedMax).toBeLessThanOrEqual(64);
  });

  it('throws at a growth before the last one is complete instead of losing orders', () => {
    const { index, memory } = new Orders();
    addToIndex(index, memory, allocateBlock(memory), capacity);
    expect(() => addToIndex(index, memory, allocateBlock(memory), capacity)).toThrow(
      'before its last growth is complete',
    );
  });
});
