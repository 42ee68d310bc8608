/**
 * The state of the model: plain lists of plain objects, searched from end to end. Only what a rule names is kept; sums
 * (freezes, open interest, the book) are made anew from the lists whenever they are asked for.
 */
import type { InstrumentSettings } from '@pelican/shared/engine/perpetual/commands.ts';
import { EventKind } from '@pelican/shared/engine/perpetual/events.ts';
import {
  CashReason,
  HouseUser,
  isClosing,
  MarginMode,
  MarketState,
  PositionSide,
  Side,
} from '@pelican/shared/engine/perpetual/terms.ts';
import { ascending, total } from './arithmetic.ts';

export interface Legs {
  tpTriggerTicks: bigint;
  tpOrderTicks: bigint;
  tpTriggerBy: number;
  slTriggerTicks: bigint;
  slOrderTicks: bigint;
  slTriggerBy: number;
}

export interface Target {
  market: Market;
  mode: MarginMode;
  position: PositionSide;
}

export interface Order extends Legs, Target {
  id: bigint;
  user: number;
  side: Side;
  type: number;
  state: number;
  reason: number;
  selfTrade: number;
  algoId: bigint;
  attachedAlgoId: bigint;
  leverage: bigint;
  price: bigint;
  lots: bigint;
  filled: bigint;
  filledNotional: bigint;
  fee: bigint;
  pnl: bigint;
  freeze: bigint;
  acceptedMark: bigint;
  last: bigint;
  /** Place in its price's queue while it rests, else 0. */
  queue: number;
  createdMs: number;
}

export interface Algo extends Legs, Target {
  id: bigint;
  user: number;
  side: Side;
  type: number;
  state: number;
  reason: number;
  failCode: number;
  actualSide: number;
  parentId: bigint;
  childId: bigint;
  leverage: bigint;
  lots: bigint;
  actualLots: bigint;
  actualNotional: bigint;
  firedTicks: bigint;
  triggerTicks: bigint;
  triggerOrderTicks: bigint;
  triggerBy: number;
  triggersUp: boolean;
  hasEnded: boolean;
  createdMs: number;
}

export interface Position extends Target {
  id: bigint;
  user: number;
  leverage: bigint;
  lots: bigint;
  cost: bigint;
  margin: bigint;
  pnl: bigint;
  fees: bigint;
  funding: bigint;
  liquidationLoss: bigint;
  openedLots: bigint;
  openedNotional: bigint;
  closedLots: bigint;
  closedNotional: bigint;
  maxLots: bigint;
  code: number;
  isLiquidating: boolean;
  warned: number;
  openedMs: number;
  /** As the core told it last: only its growth is a rule. */
  version: bigint;
}

export interface Account {
  user: number;
  cash: bigint;
  isLiquidating: boolean;
  isCloseOnly: boolean;
  warned: number;
  /** By market, mode and side; absent: 3. */
  leverages: Map<string, bigint>;
}

export interface Lot {
  id: bigint;
  market: Market;
  position: PositionSide;
  lots: bigint;
  cost: bigint;
  bankruptcy: bigint;
  takenMs: number;
  age: number;
}

export interface Market {
  id: number;
  settings: InstrumentSettings;
  unit: bigint;
  state: MarketState;
  index: bigint;
  mark: bigint;
  maxBuy: bigint;
  minSell: bigint;
  last: bigint;
  lastMs: number;
  /** Prices traded since the last-price triggers were looked at. */
  traded: bigint[];
  basis: { n: number; value: bigint }[];
  indexSecond: number;
  recoveredSecond: number;
  samples: bigint[];
  sampledMinute: number;
  lastRate: bigint;
  currentRate: bigint;
  currentTimeMs: number;
  nextRate: bigint;
  isLocked: boolean;
  dealId: bigint;
}

/** A happening in the fields of its record; numbers and bigints are compared by their digits. */
export type Happening = { kind: number; user: number } & Record<string, unknown>;

export interface Refusal {
  code: number;
  required?: bigint;
  available?: bigint;
}

export interface World {
  timeMs: number;
  lastTick: number;
  lastTickMs: number;
  lastOrderId: bigint;
  lastAlgoId: bigint;
  lastPositionId: bigint;
  lastLotId: bigint;
  /** The newest lot that the desk has worked. */
  deskLotId: bigint;
  lastQueue: number;
  fees: bigint;
  netTransfers: bigint;
  settleAsset: number;
  /** By id. */
  markets: Market[];
  accounts: Account[];
  /** Oldest first; what ended in the newest command stays until the next. */
  positions: Position[];
  orders: Order[];
  algos: Algo[];
  lots: Lot[];
  fund: bigint;
  peaks: { hour: number; cash: bigint }[];
  clientKeys: Map<string, { id: bigint; content: string }>;
  transfers: Map<string, { code: number; content: string }>;
  happenings: Happening[];
  /** Users whose cash or positions changed: who is looked at behind a command. */
  touched: Set<number>;
  tradedMarkets: Set<Market>;
}

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
    happenings: [],
    touched: new Set(),
    tradedMarkets: new Set(),
  };
}

export function tell(world: World, kind: number, user: number, fields: Record<string, unknown>): void {
  world.happenings.push({ kind, user, ...fields });
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

/** Moves cash of a user (or the fees of the house) and tells of it; nothing is nothing. */
export function moveCash(world: World, user: number, delta: bigint, reason: CashReason, about: About): void {
  if (delta === 0n) return;
  const account = accountOf(world, user);
  account.cash += delta;
  world.touched.add(user);
  const { market = 0, positionId = 0n, reference = 0n } = about;
  tell(world, EventKind.cashMoved, user, { reason, market, delta, after: account.cash, positionId, reference });
}

export function takeFee(world: World, amount: bigint, { market = 0, positionId = 0n, reference = 0n }: About): void {
  if (amount === 0n) return;
  world.fees += amount;
  const told = { reason: CashReason.fee, market, delta: amount, after: world.fees, positionId, reference };
  tell(world, EventKind.cashMoved, HouseUser.fees, told);
}

export function moveFund(world: World, delta: bigint, reason: CashReason, market: number): void {
  if (delta === 0n) return;
  world.fund += delta;
  tell(world, EventKind.fundChanged, HouseUser.fund, { market, reason, delta, after: world.fund });
}
