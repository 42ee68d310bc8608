/** Resting orders: putting them on a side, taking them off. Knows seats by number, and no balances. */
import { SeatField } from '../accounts/seats.ts';
import { UserField } from '../accounts/users.ts';
import type { Memory } from '../arena/memory.ts';
import { type Market, MarketFigure } from './market.ts';
import { addToIndex, OrderIndex, removeFromIndex } from './order-index.ts';
import { allocateOrder, freeOrder, OrderAmount, OrderField, OrderPool } from './orders.ts';
import { LevelField, levelFor, PriceLevels, removeLevel } from './price-levels.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { head: levelHead, side: levelSide, tail: levelTail } = LevelField;
const { openOrders: figureOpenOrders } = MarketFigure;
const { amount: orderAmount, frozen: orderFrozen, remaining: orderRemaining } = OrderAmount;
const {
  flags: orderFlags,
  level: orderLevel,
  next: orderNext,
  previous: orderPrevious,
  seat: orderSeat,
  terms: orderTerms,
  userNext: orderUserNext,
  userPrevious: orderUserPrevious,
} = OrderField;
const { userRecord: seatUserRecord } = SeatField;
const { firstOrder: userFirstOrder, lastOrder: userLastOrder, openOrders: userOpenOrders } = UserField;

/** The orders and price levels of all markets of a shard. */
export class Book {
  readonly orders = new OrderPool();
  readonly index: OrderIndex;
  readonly levels: PriceLevels;

  constructor(orderCapacity: number) {
    this.index = new OrderIndex(orderCapacity * 4);
    this.levels = new PriceLevels(Math.max(orderCapacity / 4, 16));
  }
}

/** What the book needs to know of an order. Amounts start as NaN so that V8 holds them as doubles from the first. */
export class BookOrder {
  isBuy = false;
  seat = 0;
  terms = 0;
  flags = 0;
  orderId = Number.NaN;
  /** 0 for a market order, which never rests. */
  priceTicks = Number.NaN;
  /** Lots, or quote units when the amount is in quote. */
  amount = Number.NaN;
  remaining = Number.NaN;
  frozen = Number.NaN;
}

/** Puts an order last in the queue of its price and last in its user's list. */
export function restOrder(book: Book, memory: Memory, market: Market, resting: BookOrder): void {
  const order = allocateOrder(book.orders, memory);
  enterQueue(book, memory, market, order, resting);
  const { f64, i32 } = memory;
  f64[order * 4] = resting.orderId;
  const at = order * 8;
  const seat = resting.seat;
  i32[at + orderSeat] = seat;
  i32[at + orderFlags] = resting.flags;
  const user = (i32[seat * 8 + seatUserRecord] as number) * 8;
  const last = i32[user + userLastOrder] as number;
  i32[at + orderUserNext] = 0;
  i32[at + orderUserPrevious] = last;
  i32[last === 0 ? user + userFirstOrder : last * 8 + orderUserNext] = order;
  i32[user + userLastOrder] = order;
  i32[user + userOpenOrders] = (i32[user + userOpenOrders] as number) + 1;
  addToIndex(book.index, memory, order, book.orders.live);
  market.figures[figureOpenOrders] = (market.figures[figureOpenOrders] as number) + 1;
}

/** Puts an order that is in no queue last in that of its price, with its figures and terms. */
export function enterQueue(book: Book, memory: Memory, market: Market, order: number, resting: BookOrder): void {
  const level = levelFor(book.levels, memory, resting.isBuy ? market.bids : market.asks, resting.priceTicks);
  const { f64, i32 } = memory;
  const amounts = order * 4;
  f64[amounts + orderRemaining] = resting.remaining;
  f64[amounts + orderFrozen] = resting.frozen;
  f64[amounts + orderAmount] = resting.amount;
  const at = order * 8;
  i32[at + orderLevel] = level;
  i32[at + orderTerms] = resting.terms;
  const tail = i32[level * 8 + levelTail] as number;
  i32[at + orderNext] = 0;
  i32[at + orderPrevious] = tail;
  i32[tail === 0 ? level * 8 + levelHead : tail * 8 + orderNext] = order;
  i32[level * 8 + levelTail] = order;
}

/** Takes an order off its queue (and an emptied price off its side), its user's list and the index; frees its record. */
export function unrestOrder(book: Book, memory: Memory, market: Market, order: number): void {
  leaveQueue(book, memory, market, order);
  forgetOrder(book, memory, market, order);
}

/** Takes an order off its queue, and an emptied price off its side. It stays in its user's list and in the index. */
export function leaveQueue(book: Book, memory: Memory, market: Market, order: number): void {
  const { i32 } = memory;
  const at = order * 8;
  const level = i32[at + orderLevel] as number;
  const next = i32[at + orderNext] as number;
  const previous = i32[at + orderPrevious] as number;
  i32[previous === 0 ? level * 8 + levelHead : previous * 8 + orderNext] = next;
  i32[next === 0 ? level * 8 + levelTail : next * 8 + orderPrevious] = previous;
  if (next === 0 && previous === 0) {
    const isAsk = (i32[level * 8 + levelSide] as number) & 1;
    removeLevel(book.levels, memory, isAsk ? market.asks : market.bids, level);
  }
}

/** Takes an order that is in no queue off its user's list and the index; frees its record. */
export function forgetOrder(book: Book, memory: Memory, market: Market, order: number): void {
  const { i32 } = memory;
  const at = order * 8;
  const user = (i32[(i32[at + orderSeat] as number) * 8 + seatUserRecord] as number) * 8;
  const userNext = i32[at + orderUserNext] as number;
  const userPrevious = i32[at + orderUserPrevious] as number;
  i32[userPrevious === 0 ? user + userFirstOrder : userPrevious * 8 + orderUserNext] = userNext;
  i32[userNext === 0 ? user + userLastOrder : userNext * 8 + orderUserPrevious] = userPrevious;
  i32[user + userOpenOrders] = (i32[user + userOpenOrders] as number) - 1;
  removeFromIndex(book.index, memory, order);
  freeOrder(book.orders, memory, order);
  market.figures[figureOpenOrders] = (market.figures[figureOpenOrders] as number) - 1;
}

export function priceOfOrder(memory: Memory, order: number): number {
  return memory.f64[(memory.i32[order * 8 + orderLevel] as number) * 4] as number;
}

export function isBuyOrder(memory: Memory, order: number): boolean {
  const level = memory.i32[order * 8 + orderLevel] as number;
  return ((memory.i32[level * 8 + levelSide] as number) & 1) === 0;
}
