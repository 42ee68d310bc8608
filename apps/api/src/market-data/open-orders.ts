/** The resting orders, by id and by user. */
import type { LiveOrder } from './live-order.ts';

export class OpenOrders {
  private readonly byId = new Map<number, LiveOrder>();
  private readonly byUser = new Map<number, Map<number, LiveOrder>>();

  get size(): number {
    return this.byId.size;
  }

  get(id: number): LiveOrder | undefined {
    return this.byId.get(id);
  }

  /** Orders must be added in the order of their ids for `ofUser` to be sorted. */
  add(order: LiveOrder): void {
    this.byId.set(order.id, order);
    const own = this.byUser.get(order.userId);
    if (own) own.set(order.id, order);
    else this.byUser.set(order.userId, new Map([[order.id, order]]));
  }

  remove(order: LiveOrder): void {
    this.byId.delete(order.id);
    const own = this.byUser.get(order.userId);
    own?.delete(order.id);
    if (own?.size === 0) this.byUser.delete(order.userId);
  }

  /** One user's open orders, newest first. */
  ofUser(userId: number): LiveOrder[] {
    return [...(this.byUser.get(userId)?.values() ?? [])].reverse();
  }

  values(): IterableIterator<LiveOrder> {
    return this.byId.values();
  }

  clear(): void {
    this.byId.clear();
    this.byUser.clear();
  }
}
