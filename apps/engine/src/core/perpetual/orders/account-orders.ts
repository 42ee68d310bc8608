/** The live orders of an account, oldest first, linked by `older` and `newer`. */
import type { Order } from '../state.ts';

export class AccountOrders {
  size = 0;
  #oldest: Order | undefined;
  #newest: Order | undefined;

  /** Adds an order as the newest; one that is here already keeps its place. */
  add(order: Order): void {
    if (order.older !== undefined || this.#oldest === order) return;
    order.older = this.#newest;
    if (this.#newest) this.#newest.newer = order;
    else this.#oldest = order;
    this.#newest = order;
    this.size++;
  }

  /** Takes an order out, if it is here. */
  remove(order: Order): void {
    const { older, newer } = order;
    if (older === undefined && this.#oldest !== order) return;
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
    order.older = undefined;
    order.newer = undefined;
    this.size--;
  }

  /** Walks the orders; none may be removed meanwhile. */
  *values(): Generator<Order> {
    for (let order = this.#oldest; order; order = order.newer) yield order;
  }
}
