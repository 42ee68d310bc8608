/** What the live view tells, in the order of the engine's commands. Listeners must not keep the orders they are given. */
import type { BalanceChanged, TransferApplied } from '@pelican/shared/engine/spot/events.ts';
import type { LiveOrder } from './live-order.ts';
import type { MarketState } from './market-state.ts';

/** The wire's codes of order events. */
export const OrderEvent = {
  /** A limit order came to rest. */
  put: 1,
  /** A resting order was filled in part. */
  update: 2,
  /** Filled or cancelled. */
  finish: 3,
} as const;
export type OrderEvent = (typeof OrderEvent)[keyof typeof OrderEvent];

export interface LiveListener {
  /** After each entry: the markets whose `bookChanged` or `traded` is set. */
  onMarkets(changed: readonly MarketState[]): void;
  /** The view was rebuilt from Postgres: whatever was derived from it is stale. */
  onRestored(): void;
}

export interface UserListener {
  onOrder(event: OrderEvent, order: LiveOrder): void;
  /** Once a command, after its order events: the user's balances that it changed. */
  onBalances(balances: readonly BalanceChanged[], seq: number): void;
  onTransfer(transfer: TransferApplied, timeMs: number): void;
}
