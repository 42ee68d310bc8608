/** Passes a user's orders, balances and transfers to its listeners. */
import type { RecordEvent } from '@pelican/shared/contracts';
import type { BalanceChanged, TransferApplied } from '@pelican/shared/engine/spot';
import { UserListeners } from '../user-listeners.ts';
import type { LiveOrder } from './live-order.ts';

/** Listeners must not keep the orders they are given. */
export interface UserListener {
  onOrder(event: RecordEvent, order: LiveOrder): void;
  /** Once a command, after its order events: the user's balances that it changed. */
  onBalances(balances: readonly BalanceChanged[], seq: number): void;
  onTransfer(transfer: TransferApplied, timeMs: number): void;
}

export class UserWatch {
  private readonly listeners = new UserListeners<UserListener>();
  /** Changes by the current command, of watched users only. */
  private readonly balances: BalanceChanged[] = [];

  add(userId: number, listener: UserListener): () => void {
    return this.listeners.add(userId, listener);
  }

  has(userId: number): boolean {
    return this.listeners.has(userId);
  }

  order(event: RecordEvent, order: LiveOrder): void {
    for (const listener of this.listeners.of(order.userId)) listener.onOrder(event, order);
  }

  balanceChanged(event: BalanceChanged): void {
    if (this.listeners.has(event.user)) this.balances.push(event);
  }

  transferApplied(event: TransferApplied, timeMs: number): void {
    for (const listener of this.listeners.of(event.user)) listener.onTransfer(event, timeMs);
  }

  /** Ends a command: balances are published after its order events. */
  commandDone(seq: number): void {
    if (this.balances.length === 0) return;
    for (const userId of new Set(this.balances.map((balance) => balance.user))) {
      const own = this.balances.filter((balance) => balance.user === userId);
      for (const listener of this.listeners.of(userId)) listener.onBalances(own, seq);
    }
    this.balances.length = 0;
  }
}
