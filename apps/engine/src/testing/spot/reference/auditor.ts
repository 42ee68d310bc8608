/**
 * Knows the shard only by its events, as settlement does: keeps balances and open orders from them and checks that each
 * entry makes sense on its own (sequence, every balance change reported, money conserved, nothing filled beyond its
 * amount).
 */

import { readEventHeader } from '@pelican/shared/engine';
import {
  type BalanceChanged,
  balanceLimb,
  CloseReason,
  type EngineEvent,
  EventKind,
  forEachEvent,
  type OrderAmended,
  type OrderFilled,
  type OrderPlaced,
} from '@pelican/shared/engine/spot';

interface AuditedOrder {
  placed: OrderPlaced;
  remaining: number;
  isResting: boolean;
}

function joined(high: number, low: number): bigint {
  return BigInt(high) * BigInt(balanceLimb) + BigInt(low);
}

export class Auditor {
  readonly balances = new Map<string, { available: bigint; frozen: bigint }>();
  readonly orders = new Map<number, AuditedOrder>();
  readonly totals = new Map<number, bigint>();
  private nextSeq = 1;
  private readonly trades = new Map<number, number>();

  /** Takes an event entry in and returns its events. Throws when they contradict what was seen before. */
  read(bytes: Uint8Array): EngineEvent[] {
    const header = readEventHeader(bytes);
    this.demand(header.firstSeq === this.nextSeq, `sequence ${header.firstSeq} after ${this.nextSeq - 1}`);
    this.nextSeq += header.commandCount;
    const events: EngineEvent[] = [];
    forEachEvent(bytes, (event) => events.push(event));
    for (const event of events) this.take(event);
    const done = events.filter((event) => event.kind === EventKind.commandDone);
    this.demand(done.length === header.commandCount, `${done.length} answers to ${header.commandCount} commands`);
    this.demand(
      done.every((event, index) => event.index === index),
      'answers in the order of the commands',
    );
    return events;
  }

  /** Throws unless all balances of an asset add up to what was transferred. */
  checkConservation(): void {
    const sums = new Map<number, bigint>();
    for (const [key, { available, frozen }] of this.balances) {
      const asset = Number(key.split(' ')[1]);
      sums.set(asset, (sums.get(asset) ?? 0n) + available + frozen);
    }
    for (const [asset, total] of this.totals) {
      this.demand((sums.get(asset) ?? 0n) === total, `asset ${asset}: balances ${sums.get(asset)}, total ${total}`);
    }
  }

  private demand(holds: boolean, promise: string): void {
    if (!holds) throw new Error(`the events do not add up: ${promise}`);
  }

  private take(event: EngineEvent): void {
    switch (event.kind) {
      case EventKind.orderPlaced:
        this.demand(!this.orders.has(event.orderId), `order ${event.orderId} is placed once`);
        this.orders.set(event.orderId, { placed: event, remaining: event.amount, isResting: false });
        break;
      case EventKind.orderAmended:
        this.amend(event);
        break;
      case EventKind.orderFilled:
        this.fill(event);
        break;
      case EventKind.orderRested:
        this.open(event.orderId).isResting = true;
        break;
      case EventKind.orderClosed: {
        const { remaining } = this.open(event.orderId);
        this.demand(remaining === event.remaining, `order ${event.orderId} closes with ${remaining} left`);
        this.demand((event.reason === CloseReason.filled) === (remaining === 0), `reason ${event.reason}`);
        this.orders.delete(event.orderId);
        break;
      }
      case EventKind.balanceChanged:
        this.setBalance(event);
        break;
      case EventKind.transferApplied: {
        const amount = BigInt(event.out ? -event.amount : event.amount);
        this.totals.set(event.asset, (this.totals.get(event.asset) ?? 0n) + amount);
        break;
      }
      case EventKind.commandDone:
      case EventKind.settingsChanged:
        break;
    }
  }

  private amend(event: OrderAmended): void {
    const order = this.open(event.orderId);
    const filled = order.placed.amount - order.remaining;
    this.demand(order.isResting, `order ${event.orderId} rests when it is amended`);
    this.demand(event.remaining === event.lots - filled, `order ${event.orderId} has filled ${filled}`);
    order.placed = { ...order.placed, priceTicks: event.priceTicks, amount: event.lots };
    order.remaining = event.remaining;
    order.isResting = event.keepsPlace;
  }

  private open(orderId: number): AuditedOrder {
    const order = this.orders.get(orderId);
    if (!order) throw new Error(`the events do not add up: order ${orderId} is not open`);
    return order;
  }

  private setBalance(event: BalanceChanged): void {
    this.balances.set(`${event.user} ${event.asset}`, {
      available: joined(event.availableHigh, event.availableLow),
      frozen: joined(event.frozenHigh, event.frozenLow),
    });
  }

  private fill(event: OrderFilled): void {
    const maker = this.open(event.makerOrderId);
    const taker = this.open(event.takerOrderId);
    const tradeId = (this.trades.get(event.market) ?? 0) + 1;
    this.trades.set(event.market, tradeId);
    this.demand(event.tradeId === tradeId, `trade ${event.tradeId} follows ${tradeId - 1}`);
    this.demand(maker.isResting && maker.placed.priceTicks === event.priceTicks, "a trade is at the maker's price");
    maker.remaining -= event.lots;
    this.demand(
      maker.remaining === event.makerRemainingLots,
      `maker ${event.makerOrderId} has ${maker.remaining} left`,
    );
    if (!taker.placed.amountIsQuote) {
      this.demand(taker.remaining - event.lots === event.takerRemaining, `taker ${event.takerOrderId}`);
    }
    this.demand(event.takerRemaining >= 0 && event.takerRemaining <= taker.remaining, 'a taker is not overfilled');
    taker.remaining = event.takerRemaining;
  }
}
