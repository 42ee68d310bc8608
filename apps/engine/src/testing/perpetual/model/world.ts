import {
  CashReason,
  EventKind,
  HouseUser,
  isClosing,
  MarginMode,
  MarketState,
  PositionSide,
  Side,
} from '@pelican/shared/engine/perpetual';
import { ascending, total } from './arithmetic.ts';

import type { Account, Market, Order, Position, Target, World } from './state.ts';

export function emptyWorld(): World {
  return {
    timeMs: 0,
    lastTick: 0,
    lastTickMs: 0,
    lastOrderId: 0n,
    lastAlgoId: 0n,
    lastPositionId: 0n,
    lastLotId: 0n,
    deskLotId: 0n,
    lastQueue: 0,
    fees: 0n,
    netTransfers: 0n,
    settleAsset: 0,
    markets: [],
    accounts: [],
    positions: [],
    orders: [],
    algos: [],
    lots: [],
    fund: 0n,
    peaks: [],
    clientKeys: new Map(),
    transfers: new Map(),
    events: [],
    touched: new Set(),
    tradedMarkets: new Set(),
  };
}

export function emit(world: World, kind: number, user: number, fields: Record<string, unknown>): void {
  world.events.push({ kind, user, ...fields });
}

export function direction(position: PositionSide): bigint {
  return position === PositionSide.long ? 1n : -1n;
}

/** Ticks x lots x unit. */
export function notional(market: Market, ticks: bigint, lots: bigint): bigint {
  return ticks * lots * market.unit;
}

export function isTrusted({ state }: Market): boolean {
  return state === MarketState.open || state === MarketState.closeOnly;
}

export function accountOf(world: World, user: number): Account {
  const known = world.accounts.find((account) => account.user === user);
  if (known) return known;
  const made = { user, cash: 0n, isLiquidating: false, isCloseOnly: false, warned: 0, leverages: new Map() };
  world.accounts.push(made);
  return made;
}

export function sameTarget(a: Target, b: Target): boolean {
  return a.market === b.market && a.mode === b.mode && a.position === b.position;
}

export function isOpen(position: Position): boolean {
  return position.lots > 0n;
}

export function positionsOf(world: World, user: number): Position[] {
  return world.positions.filter((each) => each.user === user && isOpen(each));
}

export function crossLegs(world: World, user: number): Position[] {
  return positionsOf(world, user).filter(({ mode }) => mode === MarginMode.cross);
}

export function positionAt(world: World, user: number, target: Target): Position | undefined {
  return positionsOf(world, user).find((each) => sameTarget(each, target));
}

export function rest(order: Order): bigint {
  return order.lots - order.filled;
}

/** A user's resting orders, oldest first. */
export function ordersOf(world: World, user: number): Order[] {
  return world.orders.filter((each) => each.user === user && each.queue > 0);
}

export function liveOrder(world: World, id: bigint): Order | undefined {
  return world.orders.find((each) => each.id === id && each.queue > 0);
}

/** The orders of one side of a market: best price first, of one price the first that came. */
export function book(world: World, market: Market, side: Side): Order[] {
  const found = world.orders.filter((each) => each.queue > 0 && each.market === market && each.side === side);
  const byPrice = (a: Order, b: Order) =>
    side === Side.buy ? ascending(b.price, a.price) : ascending(a.price, b.price);
  return found.sort((a, b) => byPrice(a, b) || a.queue - b.queue);
}

/** The best price of a side, 0 when it is empty. */
export function best(world: World, market: Market, side: Side): bigint {
  return book(world, market, side)[0]?.price ?? 0n;
}

export function frozen(world: World, user: number, mode: MarginMode): bigint {
  return total(ordersOf(world, user).map((order) => (order.mode === mode ? order.freeze : 0n)));
}

export function leverageOf(world: World, user: number, { market, mode, position }: Target): bigint {
  return accountOf(world, user).leverages.get(leverageName({ market, mode, position })) ?? 3n;
}

/** Cross has one leverage a market, isolated one a side. */
export function leverageName({ market, mode, position }: Target): string {
  return `${market.id} ${mode} ${mode === MarginMode.cross ? 0 : position}`;
}

export function openInterest(world: World, market: Market): bigint {
  const longs = [...world.positions, ...world.lots].filter(
    (each) => each.market === market && each.position === PositionSide.long,
  );
  return total(longs.map(({ lots }) => lots));
}

export function pending(world: World, user: number, target: Target, closing: boolean): bigint {
  const orders = ordersOf(world, user).filter((order) => sameTarget(order, target) && isClosing(order) === closing);
  return total(orders.map(rest));
}

export interface About {
  market?: number;
  positionId?: bigint;
  reference?: bigint;
}

/** Moves cash of a user (or the fees of the house) and emits the change; an amount of 0 is no change. */
export function moveCash(world: World, user: number, delta: bigint, reason: CashReason, about: About): void {
  if (delta === 0n) return;
  const account = accountOf(world, user);
  account.cash += delta;
  world.touched.add(user);
  const { market = 0, positionId = 0n, reference = 0n } = about;
  emit(world, EventKind.cashMoved, user, { reason, market, delta, after: account.cash, positionId, reference });
}

export function takeFee(world: World, amount: bigint, { market = 0, positionId = 0n, reference = 0n }: About): void {
  if (amount === 0n) return;
  world.fees += amount;
  const movement = { reason: CashReason.fee, market, delta: amount, after: world.fees, positionId, reference };
  emit(world, EventKind.cashMoved, HouseUser.fees, movement);
}

export function moveFund(world: World, delta: bigint, reason: CashReason, market: number): void {
  if (delta === 0n) return;
  world.fund += delta;
  emit(world, EventKind.fundChanged, HouseUser.fund, { market, reason, delta, after: world.fund });
}
