/** Who is listening to which user, so that nothing is gathered for the others. */
import type { BalanceChanged, TransferApplied } from '@pelican/shared/engine/spot/events.ts';
import type { OrderEvent, UserListener } from './live-listeners.ts';
import type { LiveOrder } from './live-order.ts';

export class UserWatch {
  private readonly listeners = new Map<number, UserListener[]>();
  /** Of the command at hand, watched users only. */
  private readonly balances: BalanceChanged[] = [];

  add(userId: number, listener: UserListener): () => void {
    this.listeners.set(userId, [...(this.listeners.get(userId) ?? []), listener]);
    return () => this.remove(userId, listener);
  }

  has(userId: number): boolean {
    return this.listeners.has(userId);
  }

  order(event: OrderEvent, order: LiveOrder): void {
    const listeners = this.listeners.get(order.userId);
    if (!listeners) return;
    for (const listener of listeners) listener.onOrder(event, order);
  }

  balanceChanged(event: BalanceChanged): void {
    if (this.listeners.has(event.user)) this.balances.push(event);
  }

  transferApplied(event: TransferApplied, timeMs: number): void {
    for (const listener of this.listeners.get(event.user) ?? []) listener.onTransfer(event, timeMs);
  }

  /** Ends a command: balances are told after its order events. */
  commandDone(seq: number): void {
    if (this.balances.length === 0) return;
    for (const userId of new Set(this.balances.map((balance) => balance.user))) {
      const own = this.balances.filter((balance) => balance.user === userId);
      for (const listener of this.listeners.get(userId) ?? []) listener.onBalances(own, seq);
    }
    this.balances.length = 0;
  }

  private remove(userId: number, listener: UserListener): void {
    const left = (this.listeners.get(userId) ?? []).filter((other) => other !== listener);
    if (left.length === 0) this.listeners.delete(userId);
    else this.listeners.set(userId, left);
  }
}
