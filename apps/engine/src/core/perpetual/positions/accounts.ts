/**
 * Users' cash and freezes, and the money of the house. Every movement of cash is told with its reason, so that
 *   cash after = cash before + sum of the deltas, and
 *   an isolated position's margin after = before - sum of its deltas of reasons `margin` and `rounding`:
 * what reaches a margin without touching cash (funding, a forced fill) is told as income and as margin posted.
 */
import { cashMoved, fundChanged } from '@pelican/shared/engine/perpetual/events.ts';
import { CashReason, HouseUser, MarginMode } from '@pelican/shared/engine/perpetual/terms.ts';
import { type CrossFigures, type CrossLeg, crossAccount } from '@pelican/shared/perpetual/cross.ts';
import type { Changes } from '../changes.ts';
import {
  type Account,
  leverageDefault,
  leverageKey,
  type Order,
  type PerpetualShard,
  type Position,
} from '../state.ts';

/** The account of a user, made when there is none. */
export function accountOf(shard: PerpetualShard, user: number): Account {
  const known = shard.accounts.get(user);
  if (known) return known;
  const account: Account = {
    user,
    cash: 0n,
    crossFreeze: 0n,
    isolatedFreeze: 0n,
    isLiquidating: false,
    isCloseOnly: false,
    warned: 0,
    positions: new Map(),
    orders: new Map(),
    algos: new Map(),
    leverages: new Map(),
  };
  shard.accounts.set(user, account);
  return account;
}

/** What a movement of cash is about; absent: nothing. */
export interface About {
  market?: number;
  positionId?: number;
  /** An order, transfer or fund lot. */
  reference?: number;
}

/** Moves a user's cash and tells so; a delta of 0 is none. */
export function moveCash(changes: Changes, user: number, delta: bigint, reason: CashReason, about: About): void {
  if (delta === 0n) return;
  const account = accountOf(changes.shard, user);
  account.cash += delta;
  changes.touchAccount(account);
  changes.usersAtRisk.add(user);
  emitCashMoved(changes, user, delta, account.cash, reason, about);
}

/** The house takes fees in (below zero: pays rebates). */
export function takeFees(changes: Changes, fees: bigint, about: About): void {
  if (fees === 0n) return;
  changes.shard.fees += fees;
  changes.touchFees();
  emitCashMoved(changes, HouseUser.fees, fees, changes.shard.fees, CashReason.fee, about);
}

/** Moves the insurance fund's cash and tells so. */
export function moveFund(changes: Changes, delta: bigint, reason: CashReason, market: number): void {
  if (delta === 0n) return;
  const { fund } = changes.shard;
  fund.cash += delta;
  changes.touchFund();
  changes.emit(fundChanged, HouseUser.fund, { market, reason, delta, after: fund.cash });
}

function emitCashMoved(
  changes: Changes,
  user: number,
  delta: bigint,
  after: bigint,
  reason: CashReason,
  { market = 0, positionId = 0, reference = 0 }: About,
): void {
  changes.emit(cashMoved, user, { reason, market, delta, after, positionId, reference });
}

/** Changes what an order freezes, and with it its account. */
export function setFreeze(changes: Changes, account: Account, order: Order, freeze: bigint): void {
  const delta = freeze - order.freeze;
  if (delta === 0n) return;
  order.freeze = freeze;
  if (order.mode === MarginMode.cross) account.crossFreeze += delta;
  else account.isolatedFreeze += delta;
  changes.touchAccount(account);
}

/** The leverage that a user set for a market, mode and side. */
export function leverageOf(
  account: Account,
  { market, mode, position }: Pick<Position, 'mode' | 'position'> & { market: { id: number } },
): number {
  return account.leverages.get(leverageKey(market.id, mode, position)) ?? leverageDefault;
}

/** A cross position as the formulas take it. */
export function crossLegOf({ market, position, lots, cost, leverage }: Position): CrossLeg {
  return { instrument: market.instrument, position, lots, cost, leverage, markTicks: market.markTicks };
}

/** All figures of the account's cross side at the marks of now. */
export function figuresOf(account: Account): CrossFigures {
  const legs: CrossLeg[] = [];
  for (const held of account.positions.values()) if (held.mode === MarginMode.cross) legs.push(crossLegOf(held));
  return crossAccount(account, legs, []);
}

/** What backs new orders of a mode: see `CrossFigures`. */
export function spendable(account: Account, mode: MarginMode): bigint {
  const { tradingBalance, available } = figuresOf(account);
  return mode === MarginMode.cross ? tradingBalance : available;
}
