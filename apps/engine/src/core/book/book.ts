/** Resting orders: putting them on a side, taking them off. Knows seats by number, and no balances. */

import { SeatField, type Seats } from '../accounts/seats.ts';
import { UserField, type Users } from '../accounts/users.ts';
import type { Market } from './market.ts';
import { MarketFigure } from './market.ts';
import { addToIndex, OrderIndex, removeFromIndex } from './order-index.ts';
import { allocateOrder, freeOrder, OrderField, OrderField64, OrderPool } from './order-pool.ts';
import { LevelField, levelFor, PriceLevels, removeLevel } from './price-levels.ts';

/** The orders and price levels of all markets of a shard. */
export class Book {
  readonly orders: OrderPool;
  readonly index: OrderIndex;
  readonly levels: PriceLevels;

  constructor(capacity: number) {
    this.orders = new OrderPool(capacity);
    this.index = new OrderIndex(capacity * 2);
    this.levels = new PriceLevels(Math.max(capacity / 4, 16));
  }
}

/** What `restOrder` needs to know of an order. */
export interface RestingOrder {
  id: number;
  isBuy: boolean;
  priceTicks: number;
  remainingLots: number;
  amountLots: number;
  frozen: number;
  flags: number;
  seat: number;
  terms: number;
}

/** Puts an order last in the queue of its price and last in its user's list; returns its slot. */
export function restOrder(book: Book, market: Market, users: Users, seats: Seats, resting: RestingOrder): number {
  const level = levelFor(book.levels, resting.isBuy ? market.bids : market.asks, resting.priceTicks);
  const orders = book.orders;
  const order = allocateOrder(orders);
  const at64 = order * 8;
  orders.f64[at64] = resting.id;
  orders.f64[at64 + OrderField64.remaining] = resting.remainingLots;
  orders.f64[at64 + OrderField64.frozen] = resting.frozen;
  orders.f64[at64 + OrderField64.amount] = resting.amountLots;
  const at = order * 16;
  const i32 = orders.i32;
  i32[at + OrderField.seat] = resting.seat;
  i32[at + OrderField.level] = level;
  i32[at + OrderField.terms] = resting.terms;
  i32[at + OrderField.flags] = resting.flags;
  appendToQueue(book, order, level);
  appendToUser(book, users, order, seats.i32[resting.seat * 8 + SeatField.userSlot] as number);
  addToIndex(book.index, resting.id, order);
  market.figures[MarketFigure.openOrders] = (market.figures[MarketFigure.openOrders] as number) + 1;
  return order;
}

function appendToQueue(book: Book, order: number, level: number): void {
  const orders = book.orders.i32;
  const levels = book.levels.i32;
  const tail = levels[level * 8 + LevelField.tail] as number;
  orders[order * 16 + OrderField.next] = -1;
  orders[order * 16 + OrderField.previous] = tail;
  if (tail < 0) levels[level * 8 + LevelField.head] = order;
  else orders[tail * 16 + OrderField.next] = order;
  levels[level * 8 + LevelField.tail] = order;
}

function appendToUser(book: Book, users: Users, order: number, userSlot: number): void {
  const orders = book.orders.i32;
  const at = userSlot * 8;
  const last = users.i32[at + UserField.lastOrder] as number;
  orders[order * 16 + OrderField.userNext] = -1;
  orders[order * 16 + OrderField.userPrevious] = last;
  if (last < 0) users.i32[at + UserField.firstOrder] = order;
  else orders[last * 16 + OrderField.userNext] = order;
  users.i32[at + UserField.lastOrder] = order;
  users.i32[at + UserField.openOrders] = (users.i32[at + UserField.openOrders] as number) + 1;
}

/** Takes an order off its queue (and an emptied price off its side), its user's list and the index; frees its slot. */
export function unrestOrder(book: Book, market: Market, users: Users, seats: Seats, order: number): void {
  const orders = book.orders.i32;
  const at = order * 16;
  const seat = orders[at + OrderField.seat] as number;
  removeFromQueue(book, market, order, orders[at + OrderField.level] as number);
  removeFromUser(book, users, order, seats.i32[seat * 8 + SeatField.userSlot] as number);
  removeFromIndex(book.index, book.orders.f64[order * 8] as number, order);
  freeOrder(book.orders, order);
  market.figures[MarketFigure.openOrders] = (market.figures[MarketFigure.openOrders] as number) - 1;
}

function removeFromQueue(book: Book, market: Market, order: number, level: number): void {
  const orders = book.orders.i32;
  const levels = book.levels.i32;
  const next = orders[order * 16 + OrderField.next] as number;
  const previous = orders[order * 16 + OrderField.previous] as number;
  if (previous < 0) levels[level * 8 + LevelField.head] = next;
  else orders[previous * 16 + OrderField.next] = next;
  if (next < 0) levels[level * 8 + LevelField.tail] = previous;
  else orders[next * 16 + OrderField.previous] = previous;
  if (next < 0 && previous < 0) {
    const isAsk = (levels[level * 8 + LevelField.side] as number) & 1;
    removeLevel(book.levels, isAsk ? market.asks : market.bids, level);
  }
}

function removeFromUser(book: Book, users: Users, order: number, userSlot: number): void {
  const orders = book.orders.i32;
  const at = userSlot * 8;
  const next = orders[order * 16 + OrderField.userNext] as number;
  const previous = orders[order * 16 + OrderField.userPrevious] as number;
  if (previous < 0) users.i32[at + UserField.firstOrder] = next;
  else orders[previous * 16 + OrderField.userNext] = next;
  if (next < 0) users.i32[at + UserField.lastOrder] = previous;
  else orders[next * 16 + OrderField.userPrevious] = previous;
  users.i32[at + UserField.openOrders] = (users.i32[at + UserField.openOrders] as number) - 1;
}

export function priceOfOrder(book: Book, order: number): number {
  return book.levels.f64[(book.orders.i32[order * 16 + OrderField.level] as number) * 4] as number;
}

export function isBuyOrder(book: Book, order: number): boolean {
  const level = book.orders.i32[order * 16 + OrderField.level] as number;
  return ((book.levels.i32[level * 8 + LevelField.side] as number) & 1) === 0;
}
