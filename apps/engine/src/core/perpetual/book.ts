/** A market's resting orders: prices sorted, each price first in, first out; and the sums that their accounts have pending. */
import { isClosing, type MarginMode, type PositionSide, Side } from '@pelican/shared/engine/perpetual';
import type { Order } from './state.ts';

const { buy, sell } = Side;

/** The orders of one price: a queue linked by `next`, oldest first. */
export interface Level {
  ticks: number;
  lots: number;
  first: Order | undefined;
  last: Order | undefined;
}

export class Book {
  /** Sorted best last, so that the best is found, and removed, at the end. */
  readonly bids: Level[] = [];
  readonly asks: Level[] = [];

  sideOf(side: Side): Level[] {
    return side === buy ? this.bids : this.asks;
  }

  /** The best level of a side, if any. */
  best(side: Side): Level | undefined {
    const levels = this.sideOf(side);
    return levels[levels.length - 1];
  }

  /** Whether an order of a side and a limit finds somebody to trade with. */
  isReached(side: Side, limitTicks: number): boolean {
    const level = this.best(side === buy ? sell : buy);
    return level !== undefined && (side === buy ? level.ticks <= limitTicks : level.ticks >= limitTicks);
  }

  get bestBidTicks(): number {
    return this.best(buy)?.ticks ?? 0;
  }

  get bestAskTicks(): number {
    return this.best(sell)?.ticks ?? 0;
  }

  /** Puts an order at the end of its price's queue. */
  add(order: Order): void {
    const level = this.#levelFor(order.side, order.priceTicks);
    order.level = level;
    order.previous = level.last;
    order.next = undefined;
    if (level.last) level.last.next = order;
    else level.first = order;
    level.last = order;
    order.isResting = true;
    order.seat.orderCount++;
    addLots(order, level, order.lots - order.filledLots);
  }

  /** Takes an order off, with what is left of it. */
  remove(order: Order): void {
    const level = order.level as Level;
    if (order.previous) order.previous.next = order.next;
    else level.first = order.next;
    if (order.next) order.next.previous = order.previous;
    else level.last = order.previous;
    if (!level.first) this.#dropLevel(order.side, level.ticks);
    order.level = undefined;
    order.previous = undefined;
    order.next = undefined;
    order.isResting = false;
    order.seat.orderCount--;
    addLots(order, level, order.filledLots - order.lots);
  }

  /** Takes filled or amended lots off a resting order's queue; the caller removes an order that has nothing left. */
  reduce(order: Order, lots: number): void {
    addLots(order, order.level as Level, -lots);
  }

  #levelFor(side: Side, ticks: number): Level {
    const levels = this.sideOf(side);
    const at = placeOf(levels, side, ticks);
    const found = levels[at];
    if (found !== undefined && found.ticks === ticks) return found;
    const level: Level = { ticks, lots: 0, first: undefined, last: undefined };
    if (at === levels.length) levels.push(level);
    else levels.splice(at, 0, level);
    return level;
  }

  #dropLevel(side: Side, ticks: number): void {
    const levels = this.sideOf(side);
    if ((levels[levels.length - 1] as Level).ticks === ticks) levels.pop();
    else levels.splice(placeOf(levels, side, ticks), 1);
  }
}

/** The orders of a level, oldest first. None may leave it meanwhile. */
export function* ordersOf(level: Level): Iterable<Order> {
  for (let order = level.first; order; order = order.next) yield order;
}

function addLots(order: Order, level: Level, lots: number): void {
  level.lots += lots;
  const { lots: rests } = order.seat;
  const slot = restsSlot(order.mode, order.position, isClosing(order));
  rests[slot] = (rests[slot] as number) + lots;
}

/** The index of a price in its side: of its level, or where that is to be inserted. */
function placeOf(levels: readonly Level[], side: Side, ticks: number): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { ticks: found } = levels[middle] as Level;
    if (side === buy ? found < ticks : found > ticks) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place in `Seat.lots` of orders that open, or close, a position. */
export function restsSlot(mode: MarginMode, position: PositionSide, isClosing: boolean): number {
  return mode * 4 + position * 2 + (isClosing ? 1 : 0);
}
