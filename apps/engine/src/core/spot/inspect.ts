/** Reading a shard: for the host's answers, tools and tests. Nothing here is needed to apply a command. */
import { type Side, Side as Sides } from '@pelican/shared/engine/spot';
import { limb } from '../kernel/limits.ts';
import { CellField, findCell } from './accounts/cells.ts';
import { ratesOfTerms, type TermsRates } from './accounts/terms.ts';
import { findUser, UserField } from './accounts/users.ts';
import { Kind, recordsOfKind, subjectOf, userOf } from './arena/directory.ts';
import { isBuyOrder, priceOfOrder } from './book/book.ts';
import { MarketFigure } from './book/market.ts';
import { OrderAmount, OrderField } from './book/orders.ts';
import { type BookSide, LevelField } from './book/price-levels.ts';
import type { Shard } from './state.ts';

export interface Balance {
  user: number;
  asset: number;
  available: bigint;
  frozen: bigint;
}

export interface OpenOrder {
  orderId: number;
  user: number;
  market: number;
  side: Side;
  priceTicks: number;
  amountLots: number;
  remainingLots: number;
  /** Base units for a sell, quote units for a buy. */
  frozen: number;
  /** The flags it was placed with. */
  flags: number;
  terms: TermsRates;
}

export interface DepthLevel {
  priceTicks: number;
  lots: number;
  orders: number;
}

function joined(high: number, low: number): bigint {
  return BigInt(high) * BigInt(limb) + BigInt(low);
}

function balanceOfCell(shard: Shard, cell: number): Balance {
  const { memory } = shard;
  const { f64, u16 } = memory;
  return {
    user: userOf(memory, cell),
    asset: subjectOf(memory, cell),
    available: joined(u16[cell * 16 + CellField.availableHigh] as number, f64[cell * 4] as number),
    frozen: joined(u16[cell * 16 + CellField.frozenHigh] as number, f64[cell * 4 + 1] as number),
  };
}

/** A user's balance in an asset, smallest units; zero for accounts that do not exist. */
export function balanceOf(shard: Shard, user: number, asset: number): Balance {
  const cell = findCell(shard.directory, shard.memory, user, asset);
  return cell === 0 ? { user, asset, available: 0n, frozen: 0n } : balanceOfCell(shard, cell);
}

/** All balances that are not zero, by user and asset. */
export function allBalances(shard: Shard): Balance[] {
  return recordsOfKind(shard.directory, shard.memory, Kind.cell)
    .map((cell) => balanceOfCell(shard, cell))
    .filter((balance) => balance.available !== 0n || balance.frozen !== 0n)
    .sort((a, b) => a.user - b.user || a.asset - b.asset);
}

/** Transfers in minus transfers out of an asset, which all its balances add up to. */
export function totalOf(shard: Shard, asset: number): bigint {
  const known = shard.assets[asset];
  return known ? joined(known.totalHigh, known.totalLow) : 0n;
}

function describeOrder(shard: Shard, order: number): OpenOrder {
  const { memory } = shard;
  const { f64, i32 } = memory;
  const seat = i32[order * 8 + OrderField.seat] as number;
  return {
    orderId: f64[order * 4] as number,
    user: userOf(memory, seat),
    market: subjectOf(memory, seat),
    side: isBuyOrder(memory, order) ? Sides.buy : Sides.sell,
    priceTicks: priceOfOrder(memory, order),
    amountLots: f64[order * 4 + OrderAmount.amount] as number,
    remainingLots: f64[order * 4 + OrderAmount.remaining] as number,
    frozen: f64[order * 4 + OrderAmount.frozen] as number,
    flags: i32[order * 8 + OrderField.flags] as number,
    terms: ratesOfTerms(memory, i32[order * 8 + OrderField.terms] as number),
  };
}

/** A user's open orders, oldest first; of one market when it is given. */
export function openOrders(shard: Shard, user: number, market = 0): OpenOrder[] {
  const found: OpenOrder[] = [];
  const { i32 } = shard.memory;
  const record = findUser(shard.directory, shard.memory, user);
  let order = record === 0 ? 0 : (i32[record * 8 + UserField.firstOrder] as number);
  for (; order !== 0; order = i32[order * 8 + OrderField.userNext] as number) {
    const described = describeOrder(shard, order);
    if (market === 0 || described.market === market) found.push(described);
  }
  return found;
}

function sideOf(shard: Shard, market: number, side: Side): BookSide | undefined {
  const found = shard.markets[market];
  return side === Sides.buy ? found?.bids : found?.asks;
}

/** The resting orders of one side of a market in the order in which they would be matched. */
export function bookOrders(shard: Shard, market: number, side: Side): OpenOrder[] {
  const { i32 } = shard.memory;
  const found: OpenOrder[] = [];
  let level = sideOf(shard, market, side)?.best ?? 0;
  for (; level !== 0; level = i32[level * 8 + LevelField.worse] as number) {
    let order = i32[level * 8 + LevelField.head] as number;
    for (; order !== 0; order = i32[order * 8 + OrderField.next] as number) found.push(describeOrder(shard, order));
  }
  return found;
}

/** The best `limit` prices of a side, best first. */
export function depthOf(shard: Shard, market: number, side: Side, limit = Number.POSITIVE_INFINITY): DepthLevel[] {
  const { f64, i32 } = shard.memory;
  const found: DepthLevel[] = [];
  let level = sideOf(shard, market, side)?.best ?? 0;
  for (; level !== 0 && found.length < limit; level = i32[level * 8 + LevelField.worse] as number) {
    const entry = { priceTicks: f64[level * 4] as number, lots: 0, orders: 0 };
    let order = i32[level * 8 + LevelField.head] as number;
    for (; order !== 0; order = i32[order * 8 + OrderField.next] as number) {
      entry.lots += f64[order * 4 + OrderAmount.remaining] as number;
      entry.orders++;
    }
    found.push(entry);
  }
  return found;
}

/** The best price of a side in ticks, 0 when it is empty. */
export function bestPrice(shard: Shard, market: number, side: Side): number {
  const best = sideOf(shard, market, side)?.best ?? 0;
  return best === 0 ? 0 : (shard.memory.f64[best * 4] as number);
}

/** The last trade's price in ticks, 0 before the first. */
export function lastPrice(shard: Shard, market: number): number {
  return shard.markets[market]?.figures[MarketFigure.lastPriceTicks] ?? 0;
}

/** How many trades a market has had: the id of the last one. */
export function tradeCount(shard: Shard, market: number): number {
  return shard.markets[market]?.figures[MarketFigure.tradeCount] ?? 0;
}

/** How many orders rest on all books. */
export function openOrderCount(shard: Shard): number {
  return shard.book.orders.live;
}
