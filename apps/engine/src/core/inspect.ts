/** Reading a shard: for the host's answers, tools and tests. Nothing here is needed to apply a command. */
import type { Side } from '@pelican/shared/engine/commands.ts';
import { Side as Sides } from '@pelican/shared/engine/commands.ts';
import { findCell, userOfCell } from './accounts/cells.ts';
import { SeatField, userOfSeat } from './accounts/seats.ts';
import type { TermsRates } from './accounts/terms.ts';
import { findUser, UserField } from './accounts/users.ts';
import { isBuyOrder, priceOfOrder } from './book/book.ts';
import { MarketFigure } from './book/market.ts';
import { OrderField, OrderField64 } from './book/order-pool.ts';
import { type BookSide, LevelField } from './book/price-levels.ts';
import { limb } from './limits.ts';
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
  const { f64, u16 } = shard.cells;
  return {
    user: userOfCell(shard.cells, cell),
    asset: u16[cell * 16 + 14] as number,
    available: joined(u16[cell * 16 + 12] as number, f64[cell * 4] as number),
    frozen: joined(u16[cell * 16 + 13] as number, f64[cell * 4 + 1] as number),
  };
}

/** A user's balance in an asset, smallest units; zero for accounts that do not exist. */
export function balanceOf(shard: Shard, user: number, asset: number): Balance {
  const cell = findCell(shard.cells, user, asset);
  return cell < 0 ? { user, asset, available: 0n, frozen: 0n } : balanceOfCell(shard, cell);
}

/** All balances that are not zero, by user and asset. */
export function allBalances(shard: Shard): Balance[] {
  const balances: Balance[] = [];
  for (let cell = 0; cell < shard.cells.count; cell++) {
    const balance = balanceOfCell(shard, cell);
    if (balance.available !== 0n || balance.frozen !== 0n) balances.push(balance);
  }
  return balances.sort((a, b) => a.user - b.user || a.asset - b.asset);
}

/** Transfers in minus transfers out of an asset, which all its balances add up to. */
export function totalOf(shard: Shard, asset: number): bigint {
  const known = shard.assets[asset];
  return known ? joined(known.totalHigh, known.totalLow) : 0n;
}

function describeOrder(shard: Shard, order: number): OpenOrder {
  const { orders } = shard.book;
  const seat = orders.i32[order * 16 + OrderField.seat] as number;
  return {
    orderId: orders.f64[order * 8] as number,
    user: userOfSeat(shard.seats, seat),
    market: shard.seats.i32[seat * 8 + SeatField.market] as number,
    side: isBuyOrder(shard.book, order) ? Sides.buy : Sides.sell,
    priceTicks: priceOfOrder(shard.book, order),
    amountLots: orders.f64[order * 8 + OrderField64.amount] as number,
    remainingLots: orders.f64[order * 8 + OrderField64.remaining] as number,
    frozen: orders.f64[order * 8 + OrderField64.frozen] as number,
    flags: orders.i32[order * 16 + OrderField.flags] as number,
    terms: shard.terms.rates(orders.i32[order * 16 + OrderField.terms] as number),
  };
}

/** A user's open orders, oldest first; of one market when it is given. */
export function openOrders(shard: Shard, user: number, market = 0): OpenOrder[] {
  const found: OpenOrder[] = [];
  const slot = findUser(shard.users, user);
  if (slot < 0) return found;
  let order = shard.users.i32[slot * 8 + UserField.firstOrder] as number;
  for (; order >= 0; order = shard.book.orders.i32[order * 16 + OrderField.userNext] as number) {
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
  const { orders, levels } = shard.book;
  const found: OpenOrder[] = [];
  let level = sideOf(shard, market, side)?.best ?? -1;
  for (; level >= 0; level = levels.i32[level * 8 + LevelField.worse] as number) {
    let order = levels.i32[level * 8 + LevelField.head] as number;
    for (; order >= 0; order = orders.i32[order * 16 + OrderField.next] as number) {
      found.push(describeOrder(shard, order));
    }
  }
  return found;
}

/** The best `limit` prices of a side, best first. */
export function depthOf(shard: Shard, market: number, side: Side, limit = Number.POSITIVE_INFINITY): DepthLevel[] {
  const { orders, levels } = shard.book;
  const found: DepthLevel[] = [];
  let level = sideOf(shard, market, side)?.best ?? -1;
  for (; level >= 0 && found.length < limit; level = levels.i32[level * 8 + LevelField.worse] as number) {
    const entry = { priceTicks: levels.f64[level * 4] as number, lots: 0, orders: 0 };
    let order = levels.i32[level * 8 + LevelField.head] as number;
    for (; order >= 0; order = orders.i32[order * 16 + OrderField.next] as number) {
      entry.lots += orders.f64[order * 8 + OrderField64.remaining] as number;
      entry.orders++;
    }
    found.push(entry);
  }
  return found;
}

/** The best price of a side in ticks, 0 when it is empty. */
export function bestPrice(shard: Shard, market: number, side: Side): number {
  const best = sideOf(shard, market, side)?.best ?? -1;
  return best < 0 ? 0 : (shard.book.levels.f64[best * 4] as number);
}

/** The last deal's price in ticks, 0 before the first. */
export function lastPrice(shard: Shard, market: number): number {
  return shard.markets[market]?.figures[MarketFigure.lastPriceTicks] ?? 0;
}

/** How many deals a market has had: the id of the last one. */
export function dealCount(shard: Shard, market: number): number {
  return shard.markets[market]?.figures[MarketFigure.dealCount] ?? 0;
}

/** How many orders rest on all books. */
export function openOrderCount(shard: Shard): number {
  return shard.book.orders.live;
}
