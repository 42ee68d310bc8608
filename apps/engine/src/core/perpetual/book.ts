/** A market's resting orders: prices sorted, each price first in, first out. Knows no balances. */
import { Side } from '@pelican/shared/engine/perpetual/terms.ts';
import type { Order } from './state.ts';

/** The orders of one price, oldest first. */
export interface Level {
  ticks: number;
  lots: number;
  orders: Order[];
}

export class Book {
  /** Sorted best last, so that the best is found, and goes, at the end. */
  readonly bids: Level[] = [];
  readonly asks: Level[] = [];

  sideOf(side: Side): Level[] {
    return side === Side.buy ? this.bids : this.asks;
  }

  /** The best level of a side, if any. */
  best(side: Side): Level | undefined {
    return this.sideOf(side).at(-1);
  }

  get bestBidTicks(): number {
    return this.bids.at(-1)?.ticks ?? 0;
  }

  get bestAskTicks(): number {
    return this.asks.at(-1)?.ticks ?? 0;
  }

  /** Puts an order at the end of its price's queue. */
  add(order: Order): void {
    const levels = this.sideOf(order.side);
    const at = this.#find(order.side, order.priceTicks);
    const found = levels[at];
    if (found?.ticks === order.priceTicks) {
      found.orders.push(order);
      found.lots += order.lots - order.filledLots;
    } else {
      levels.splice(at, 0, { ticks: order.priceTicks, lots: order.lots - order.filledLots, orders: [order] });
    }
    order.isResting = true;
  }

  /** Takes an order off, with what is left of it. */
  remove(order: Order): void {
    const levels = this.sideOf(order.side);
    const at = this.#find(order.side, order.priceTicks);
    const level = levels[at] as Level;
    level.orders.splice(level.orders.indexOf(order), 1);
    level.lots -= order.lots - order.filledLots;
    if (level.orders.length === 0) levels.splice(at, 1);
    order.isResting = false;
  }

  /** Notes that `lots` of a resting order are filled or amended away; the caller removes an order that has nothing left. */
  reduce(order: Order, lots: number): void {
    const level = this.sideOf(order.side)[this.#find(order.side, order.priceTicks)] as Level;
    level.lots -= lots;
  }

  /** The place of a price in its side: of the level, or where it would stand. */
  #find(side: Side, ticks: number): number {
    const levels = this.sideOf(side);
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const isBefore =
        side === Side.buy ? (levels[middle] as Level).ticks < ticks : (levels[middle] as Level).ticks > ticks;
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
