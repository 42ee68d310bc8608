/**
 * Users' cash and freezes, and the money of the house. Every movement of cash is an event with its reason, so that
 *   cash after = cash before + sum of the deltas, and
 *   an isolated position's margin after = before - sum of its deltas of reasons `margin` and `rounding`:
 * what reaches a margin without touching cash (funding, a forced fill) is written as income and as margin posted.
 */
import { CashReason, fundChanged, HouseUser, MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import { type CrossCash, type CrossFigures, type CrossLeg, crossAccount } from '@pelican/shared/perpetual';
import { writeCashMoved } from '../change-records.ts';
import type { Changes } from '../changes.ts';
import { add, initialMarginOf, larger, type Money, moneyOf, notionalOf, subtract } from '../money.ts';
import { AccountOrders } from '../orders/account-orders.ts';
import type { Account, Market, Order, PerpetualShard, Position, Seat } from '../state.ts';

/** The account of a user, made when there is none. */
export function accountOf(shard: PerpetualShard, user: number): Account {
  const known = shard.accounts.get(user);
  if (known) return known;
  const account: Account = {
    user,
    cash: 0,
    crossFreeze: 0,
    isolatedFreeze: 0,
    isLiquidating: false,
    isCloseOnly: false,
    warned: 0,
    positions: new Map(),
    crossPositions: [],
    seats: new Map(),
    orders: new AccountOrders(),
    algos: new Map(),
    leverages: new Map(),
    isTouched: false,
    isAtRisk: false,
    watches: [],
    isUnwatched: false,
  };
  shard.accounts.set(user, account);
  return account;
}

/** An account's seat on a market, made when there is none. */
export function seatOf(account: Account, market: Market): Seat {
  const known = account.seats.get(market.id);
  if (known) return known;
  const seat: Seat = {
    positions: [undefined, undefined, undefined, undefined],
    orderCount: 0,
    algoCount: 0,
    lots: [0, 0, 0, 0, 0, 0, 0, 0],
  };
  account.seats.set(market.id, seat);
  return seat;
}

/** Moves an account's cash and writes it down; a delta of 0 is no movement. The ids are 0 where they do not apply. */
export function moveCash(
  changes: Changes,
  account: Account,
  delta: Money,
  reason: CashReason,
  market: number,
  positionId: number,
  reference: number,
): void {
  if (delta === 0) return;
  account.cash = add(account.cash, delta);
  changes.touchAccount(account);
  changes.addAtRisk(account);
  writeCashMoved(changes.shard.events, account.user, reason, delta, account.cash, market, positionId, reference);
}

/** The house takes fees in (below zero: pays rebates). */
export function takeFees(changes: Changes, fees: Money, market: number, positionId: number, reference: number): void {
  if (fees === 0) return;
  const { shard } = changes;
  shard.fees = add(shard.fees, fees);
  changes.touchFees();
  writeCashMoved(shard.events, HouseUser.fees, CashReason.fee, fees, shard.fees, market, positionId, reference);
}

/** Moves the insurance fund's cash and writes it down. */
export function moveFund(changes: Changes, delta: Money, reason: CashReason, market: number): void {
  if (delta === 0) return;
  const { fund } = changes.shard;
  fund.cash = add(fund.cash, delta);
  changes.touchFund();
  changes.emit(fundChanged, HouseUser.fund, { market, reason, delta, after: fund.cash });
}

/** Changes what an order freezes, and with it its account. */
export function setFreeze(changes: Changes, order: Order, freeze: Money): void {
  if (freeze === order.freeze) return;
  const { account } = order;
  const delta = subtract(freeze, order.freeze);
  order.freeze = freeze;
  if (order.mode === MarginMode.cross) account.crossFreeze = add(account.crossFreeze, delta);
  else account.isolatedFreeze = add(account.isolatedFreeze, delta);
  changes.touchAccount(account);
}

const leverageDefault = 3;

/** Cross has one leverage a market, isolated one a side. */
export function leverageKey(marketId: number, mode: MarginMode, position: PositionSide): number {
  return marketId * 4 + (mode === 0 ? 0 : 2 + position);
}

/** The leverage that a user set for a market, mode and side. */
export function leverageOf(
  account: Account,
  { market, mode, position }: Pick<Position, 'mode' | 'position'> & { market: { id: number } },
): number {
  if (account.leverages.size === 0) return leverageDefault;
  return account.leverages.get(leverageKey(market.id, mode, position)) ?? leverageDefault;
}

/** A cross position as the formulas take it. */
export function crossLegOf({ market, position, lots, cost, leverage }: Position): CrossLeg {
  return { instrument: market.instrument, position, lots, cost: BigInt(cost), leverage, markTicks: market.markTicks };
}

/** An isolated position at the mark of now as the formulas take it. */
export function exactOf({ market, mode, position, lots, cost, margin }: Position) {
  const { markTicks } = market;
  return { mode, position, lots, cost: BigInt(cost), margin: BigInt(margin), markTicks };
}

/** Cash and freezes as the formulas take them. */
export function exactCashOf({ cash, crossFreeze, isolatedFreeze }: Account): CrossCash {
  return { cash: BigInt(cash), crossFreeze: BigInt(crossFreeze), isolatedFreeze: BigInt(isolatedFreeze) };
}

/** All figures of the account's cross side at the marks of now. */
export function figuresOf(account: Account): CrossFigures {
  return crossAccount(exactCashOf(account), account.crossPositions.map(crossLegOf), []);
}

/** Below this sum of all magnitudes every step of a cross account's sums is exact in doubles. */
const exactSizeMax = 2 ** 52;

/**
 * What backs new orders of a mode: `tradingBalance` of the figures in cross, `available` in isolated margin. `freed`: a
 * freeze of that mode that does not count.
 */
export function spendable(account: Account, mode: MarginMode, freed: Money = 0): Money {
  const { cash, crossFreeze, isolatedFreeze } = account;
  const isPlain =
    typeof cash === 'number' &&
    typeof crossFreeze === 'number' &&
    typeof isolatedFreeze === 'number' &&
    typeof freed === 'number';
  if (isPlain) {
    const freezes = crossFreeze + isolatedFreeze - freed;
    let unrealised = 0;
    let margin = 0;
    // No step below is larger than twice this sum, so all are exact while it is below 2^52.
    let size = Math.abs(cash) + crossFreeze + isolatedFreeze;
    for (const held of account.crossPositions) {
      const { market, cost } = held;
      const notional = market.markTicks * held.lots * market.unit;
      if (!(notional < exactSizeMax) || typeof cost !== 'number') return exactSpendable(account, mode, freed);
      unrealised += held.position === PositionSide.long ? notional - cost : cost - notional;
      margin += initialMarginOf(notional, held.leverage) as number;
      size += notional + cost;
    }
    if (size < exactSizeMax) {
      const counted = mode === MarginMode.cross ? unrealised : Math.min(0, unrealised);
      return Math.max(0, cash + counted - margin - freezes);
    }
  }
  return exactSpendable(account, mode, freed);
}

function exactSpendable(account: Account, mode: MarginMode, freed: Money): Money {
  const { tradingBalanceRaw, availableRaw } = figuresOf(account);
  const raw = moneyOf((mode === MarginMode.cross ? tradingBalanceRaw : availableRaw) + BigInt(freed));
  return larger(raw, 0);
}

/** Cash + unrealised profit of the cross positions - freeze of isolated orders. */
export function crossEquityOf(account: Account): Money {
  let equity = subtract(account.cash, account.isolatedFreeze);
  for (const { market, lots, cost, position } of account.crossPositions) {
    const notional = notionalOf(market, market.markTicks, lots);
    equity = add(equity, position === PositionSide.long ? subtract(notional, cost) : subtract(cost, notional));
  }
  return equity;
}
