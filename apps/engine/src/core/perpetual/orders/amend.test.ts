import {
  AlgoKind,
  AlgoState,
  EndReason,
  EventKind,
  MarginMode,
  OrderKind,
  OrderState,
  RejectCode,
} from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  carol,
  codeOf,
  dollar,
  doneOf,
  Exchange,
  eventsOf,
  unit,
} from '../../../testing/perpetual/exchange.ts';

const price = 60_000 * dollar;
let exchange: Exchange;

beforeEach(() => {
  exchange = new Exchange();
  for (const user of [alice, bob, carol]) exchange.fund(user, 100_000);
});

const makersOf = (events: ReturnType<Exchange['send']>) =>
  eventsOf(events, EventKind.traded).map(({ makerUser, lots }) => [makerUser, lots]);
const legs = { slTriggerTicks: price - 1000, slOrderTicks: -1 };

describe('amending an order', () => {
  it('to a smaller size keeps its place; to a larger one, or another price, it goes to the tail', () => {
    const { orderId } = doneOf(exchange.buy(alice, price, 10));
    exchange.buy(carol, price, 10);
    expect(codeOf(exchange.amend(alice, orderId, { lots: 8 }))).toBe(RejectCode.none);
    expect(makersOf(exchange.sell(bob, price, 2))).toEqual([[alice, 2]]);
    expect(codeOf(exchange.amend(alice, orderId, { lots: 12 }))).toBe(RejectCode.none);
    expect(makersOf(exchange.sell(bob, price, 12))).toEqual([
      [carol, 10],
      [alice, 2],
    ]);
    expect(exchange.orders(alice)).toMatchObject([{ id: orderId, lots: 12, filledLots: 4 }]);
  });

  it('may take at once, and keeps its id', () => {
    exchange.sell(bob, price, 10);
    const { orderId } = doneOf(exchange.buy(alice, price - 100, 15));
    const events = exchange.amend(alice, orderId, { priceTicks: price });
    expect(makersOf(events)).toEqual([[bob, 10]]);
    expect(exchange.orders(alice)).toMatchObject([{ id: orderId, priceTicks: price, filledLots: 10, isResting: true }]);
  });

  it('freezes what it is now', () => {
    const { orderId } = doneOf(exchange.buy(alice, price, 1000));
    exchange.amend(alice, orderId, { lots: 500 });
    expect(exchange.account(alice).crossFreeze).toBe(100_150_000_000n);
    exchange.amend(alice, orderId, { lots: 2000 });
    expect(exchange.account(alice).crossFreeze).toBe(4006n * unit);
  });

  it('to what is filled ends it as filled; below is refused', () => {
    const { orderId } = doneOf(exchange.buy(alice, price, 10));
    exchange.sell(bob, price, 4);
    expect(doneOf(exchange.amend(alice, orderId, { lots: 3 }))).toMatchObject({
      code: RejectCode.sizeBelowFilled,
      available: 4,
    });
    const [ended] = eventsOf(exchange.amend(alice, orderId, { lots: 4 }), EventKind.orderChanged);
    expect(ended).toMatchObject({ state: OrderState.filled, lots: 4, filledLots: 4 });
    expect(exchange.orders(alice)).toEqual([]);
  });

  it('that the money does not back leaves it as it was, or cancels it if so wished', () => {
    const { orderId } = doneOf(exchange.buy(alice, price, 10));
    exchange.list({ maxLimitLots: 1_000_000 });
    expect(codeOf(exchange.amend(alice, orderId, { lots: 60_000 }))).toBe(RejectCode.insufficientMargin);
    expect(exchange.orders(alice)).toMatchObject([{ lots: 10, state: OrderState.live }]);
    const events = exchange.amend(alice, orderId, { lots: 60_000, cancelOnFail: true });
    expect(codeOf(events)).toBe(RejectCode.insufficientMargin);
    expect(eventsOf(events, EventKind.orderChanged)).toMatchObject([
      { state: OrderState.canceled, reason: EndReason.amendFailed },
    ]);
  });

  it('of post-only kind that would take is refused', () => {
    exchange.sell(bob, price, 10);
    const { orderId } = doneOf(exchange.buy(alice, price - 100, 10, { type: OrderKind.postOnly }));
    expect(codeOf(exchange.amend(alice, orderId, { priceTicks: price }))).toBe(RejectCode.postOnlyCross);
    expect(exchange.orders(alice)).toMatchObject([{ priceTicks: price - 100, isResting: true }]);
  });

  it('that closes is held to the position', () => {
    exchange.sell(bob, price, 10);
    exchange.buy(alice, price, 10);
    const { orderId } = doneOf(exchange.closeLong(alice, price + 100, 4));
    exchange.closeLong(alice, price + 100, 4);
    expect(codeOf(exchange.amend(alice, orderId, { lots: 6 }))).toBe(RejectCode.none);
    expect(doneOf(exchange.amend(alice, orderId, { lots: 7 }))).toMatchObject({
      code: RejectCode.insufficientPosition,
      available: 6,
    });
  });

  it.each([
    ['beyond the band', { priceTicks: 70_000 * dollar }, RejectCode.priceLimit],
    ['to a price with a fraction', { priceTicks: 1.5 }, RejectCode.outOfRange],
    ['to a size below zero', { lots: -4 }, RejectCode.outOfRange],
    ['too large', { lots: 1_000_001 }, RejectCode.sizeTooLarge],
  ] as const)('%s is refused', (_, changes, code) => {
    const { orderId } = doneOf(exchange.buy(alice, price - 100, 10));
    expect(codeOf(exchange.amend(alice, orderId, changes))).toBe(code);
    expect(exchange.orders(alice)).toMatchObject([{ priceTicks: price - 100, lots: 10 }]);
  });

  it("of somebody else's order, or in a halted market, is refused", () => {
    const { orderId } = doneOf(exchange.buy(alice, price - 100, 10));
    expect(codeOf(exchange.amend(bob, orderId, { lots: 5 }))).toBe(RejectCode.orderNotFound);
    exchange.list({ status: 'halted' });
    expect(codeOf(exchange.amend(alice, orderId, { lots: 5 }))).toBe(RejectCode.marketClosed);
    exchange.list({ status: 'closeOnly' });
    expect(codeOf(exchange.amend(alice, orderId, { lots: 15 }))).toBe(RejectCode.closeOnly);
    expect(codeOf(exchange.amend(alice, orderId, { lots: 5 }))).toBe(RejectCode.none);
  });
});

describe('TP and SL of an order', () => {
  it('can be added, changed and taken away until they are armed', () => {
    const { orderId } = doneOf(exchange.buy(alice, price - 100, 10));
    expect(codeOf(exchange.amend(alice, orderId, legs))).toBe(RejectCode.none);
    expect(exchange.algos(alice)).toMatchObject([{ state: AlgoState.pause, type: AlgoKind.conditional, lots: 10 }]);
    exchange.amend(alice, orderId, { lots: 20, tpTriggerTicks: price + 100, tpOrderTicks: -1 });
    expect(exchange.algos(alice)).toMatchObject([{ type: AlgoKind.oco, lots: 20, slTriggerTicks: price - 1000 }]);
    exchange.amend(alice, orderId, { tpTriggerTicks: -1, slTriggerTicks: -1 });
    expect(exchange.algos(alice)).toEqual([]);
    expect(exchange.orders(alice)).toMatchObject([{ tpTriggerTicks: 0, slTriggerTicks: 0 }]);
  });

  it('are refused on the wrong side of the new price, and when armed', () => {
    const { orderId } = doneOf(exchange.buy(alice, price - 100, 10, legs));
    expect(codeOf(exchange.amend(alice, orderId, { priceTicks: price - 1100 }))).toBe(RejectCode.triggerSide);
    exchange.sell(bob, price - 100, 5);
    expect(codeOf(exchange.amend(alice, orderId, { ...legs, slTriggerTicks: price - 900 }))).toBe(
      RejectCode.alreadyFired,
    );
    expect(codeOf(exchange.amend(alice, orderId, { priceTicks: price - 1100 }))).toBe(RejectCode.none);
  });

  it('do not belong to an order that closes', () => {
    exchange.sell(bob, price, 10);
    exchange.buy(alice, price, 10, { mode: MarginMode.isolated });
    const { orderId } = doneOf(exchange.closeLong(alice, price + 100, 4, { mode: MarginMode.isolated }));
    expect(codeOf(exchange.amend(alice, orderId, legs))).toBe(RejectCode.outOfRange);
  });
});
