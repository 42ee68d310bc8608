import {
  ActualSide,
  AlgoKind,
  AlgoState,
  CancelWhat,
  EndReason,
  EventKind,
  MarginMode,
  Op,
  OrderKind,
  OrderState,
  PriceSource,
  RejectCode,
  Side,
} from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  btc,
  carol,
  codeOf,
  dollar,
  doneOf,
  Exchange,
  eventsOf,
} from '../../../testing/perpetual/exchange.ts';

const price = 60_000 * dollar;
const low = 59_800 * dollar;
const high = 60_200 * dollar;
let exchange: Exchange;

beforeEach(() => {
  exchange = new Exchange();
  for (const user of [alice, bob, carol]) exchange.fund(user, 100_000);
});

type Events = ReturnType<Exchange['send']>;
const algoOf = (events: Events, algoId: number) =>
  eventsOf(events, EventKind.algoChanged).findLast((algo) => algo.algoId === algoId);
const orderOf = (events: Events, orderId: number) =>
  eventsOf(events, EventKind.orderChanged).findLast((order) => order.orderId === orderId);
const stop = { slTriggerTicks: low, slOrderTicks: -1, slTriggerBy: PriceSource.mark } as const;
const profit = { tpTriggerTicks: high, tpOrderTicks: -1, tpTriggerBy: PriceSource.last } as const;

/** Alice holds a cross long of 1,000 lots against bob. */
function openLong(): void {
  exchange.sell(bob, price, 1000);
  exchange.buy(alice, price, 1000);
}

/** Carol and bob trade one lot at a price. */
function tradeAt(ticks: number): Events {
  exchange.sell(bob, ticks, 1);
  return exchange.buy(carol, ticks, 1);
}

/** Seconds until the mark is at or beyond a price. */
function moveMarkTo(ticks: number): Events {
  for (let second = 0; second < 400; second++) {
    const events = exchange.index(ticks);
    if (Math.abs(exchange.market().markTicks - ticks) < 20 * dollar) return events;
  }
  throw new Error('the mark did not follow');
}

describe('a conditional algo', () => {
  beforeEach(openLong);

  it('fires by any price traded, and sells the whole position at the market', () => {
    const { orderId: algoId } = doneOf(exchange.algo(alice, profit));
    exchange.buy(carol, price, 1000);
    expect(exchange.algos(alice)).toMatchObject([{ state: AlgoState.live, lots: 0 }]);
    exchange.sell(bob, high, 1);
    const events = exchange.buy(carol, high, 1);
    expect(algoOf(events, algoId)).toMatchObject({
      state: AlgoState.filled,
      actualSide: ActualSide.takeProfit,
      firedTicks: high,
      lots: 1000,
      actualLots: 1000,
    });
    const child = eventsOf(events, EventKind.orderChanged).find((order) => order.algoId === algoId);
    expect(child).toMatchObject({ type: OrderKind.market, state: OrderState.filled, side: Side.sell });
    expect(exchange.position(alice)).toBeUndefined();
  });

  it('of mark does not see a wick of the last price', () => {
    exchange.algo(alice, stop);
    tradeAt(59_000 * dollar);
    expect(exchange.algos(alice)).toMatchObject([{ state: AlgoState.live }]);
    exchange.buy(carol, 59_700 * dollar, 1000);
    const events = moveMarkTo(59_700 * dollar);
    expect(eventsOf(events, EventKind.algoChanged)).toMatchObject([
      { state: AlgoState.filled, actualSide: ActualSide.stopLoss },
    ]);
  });

  it('is tried again every tick while the book is too thin', () => {
    const { orderId: algoId } = doneOf(exchange.algo(alice, { ...profit, tpTriggerTicks: price + 10 }));
    exchange.buy(carol, price, 300);
    const fired = tradeAt(price + 10);
    expect(algoOf(fired, algoId)).toMatchObject({ state: AlgoState.partiallyEffective, actualLots: 300 });
    expect(algoOf(exchange.index(price), algoId)).toBeUndefined();
    exchange.buy(carol, price, 500);
    expect(algoOf(exchange.index(price), algoId)).toMatchObject({ actualLots: 800 });
    exchange.buy(carol, price, 500);
    expect(algoOf(exchange.index(price), algoId)).toMatchObject({ state: AlgoState.filled, actualLots: 1000 });
  });

  it('takes the place of closing orders, newest first', () => {
    exchange.closeLong(alice, high, 300);
    exchange.closeLong(alice, high, 600);
    exchange.algo(alice, { ...profit, tpTriggerTicks: price + 10, lots: 500 });
    exchange.buy(carol, price, 1000);
    const events = tradeAt(price + 10);
    const canceled = eventsOf(events, EventKind.orderChanged).filter(
      ({ reason }) => reason === EndReason.supersededByTpsl,
    );
    expect(canceled).toMatchObject([{ lots: 600, state: OrderState.canceled }]);
    expect(exchange.position(alice)).toMatchObject({ lots: 500 });
    expect(exchange.orders(alice)).toMatchObject([{ lots: 300 }]);
  });

  it('with an order price lives on in its child, and ends with it', () => {
    const { orderId: algoId } = doneOf(
      exchange.algo(alice, { ...profit, tpTriggerTicks: price + 10, tpOrderTicks: high }),
    );
    tradeAt(price + 10);
    const [child] = exchange.orders(alice);
    expect(child).toMatchObject({ algoId, priceTicks: high, lots: 1000 });
    expect(exchange.algos(alice)).toMatchObject([{ state: AlgoState.effective, childOrderId: child?.id }]);
    const cancelAlgo = { kind: Op.cancelAlgo, user: alice, market: btc, algoId } as const;
    expect(exchange.answer(cancelAlgo).code).toBe(RejectCode.alreadyDone);
    const events = exchange.buy(carol, high, 1000);
    expect(algoOf(events, algoId)).toMatchObject({ state: AlgoState.filled, actualLots: 1000 });
    expect(exchange.algos(alice)).toEqual([]);
  });

  it('stays effective when its child is canceled', () => {
    const { orderId: algoId } = doneOf(
      exchange.algo(alice, { ...profit, tpTriggerTicks: price + 10, tpOrderTicks: high }),
    );
    tradeAt(price + 10);
    const events = exchange.send({
      kind: Op.cancelOrder,
      user: alice,
      market: btc,
      orderId: exchange.orders(alice)[0]?.id ?? 0,
    });
    expect(algoOf(events, algoId)).toMatchObject({ state: AlgoState.effective, reason: EndReason.user, actualLots: 0 });
    expect(exchange.algos(alice)).toEqual([]);
  });

  it('fails with the code of its child', () => {
    const beyond = { ...profit, tpTriggerTicks: price + 10, tpOrderTicks: 50_000 * dollar };
    const { orderId: algoId } = doneOf(exchange.algo(alice, beyond));
    expect(algoOf(tradeAt(price + 10), algoId)).toMatchObject({
      state: AlgoState.orderFailed,
      reason: EndReason.childRefused,
      failCode: RejectCode.priceLimit,
    });
  });

  it('goes when its position is closed', () => {
    const { orderId: algoId } = doneOf(exchange.algo(alice, stop));
    exchange.buy(carol, price, 1000);
    const events = exchange.closeLong(alice, price, 1000);
    expect(algoOf(events, algoId)).toMatchObject({ state: AlgoState.canceled, reason: EndReason.positionClosed });
  });
});

describe('an OCO algo', () => {
  beforeEach(openLong);

  it('fires one leg; the stop-loss when both are true', () => {
    exchange.algo(alice, { ...stop, ...profit, slTriggerBy: PriceSource.last, type: AlgoKind.oco });
    exchange.buy(carol, 59_700 * dollar, 2000);
    exchange.sell(bob, high, 1);
    // One entry of two commands: each fires by its own trades, so the first that is true wins ...
    const [first] = eventsOf(exchange.buy(carol, high, 1), EventKind.algoChanged);
    expect(first).toMatchObject({ actualSide: ActualSide.takeProfit });
    // ... and one command that trades at both prices stops the loss.
    exchange.sell(bob, price, 1000);
    exchange.buy(alice, price, 1000);
    exchange.algo(alice, { ...stop, ...profit, slTriggerBy: PriceSource.last, type: AlgoKind.oco });
    exchange.buy(carol, high, 1);
    const both = exchange.sell(bob, 59_700 * dollar, 2);
    expect(eventsOf(both, EventKind.algoChanged)).toMatchObject([{ actualSide: ActualSide.stopLoss }]);
  });
});

describe('a trigger algo', () => {
  const trigger = { type: AlgoKind.trigger, side: Side.buy, lots: 100, triggerBy: PriceSource.mark } as const;

  it('opens when its price is reached, upwards or downwards from where it was placed', () => {
    exchange.algo(alice, { ...trigger, triggerTicks: high, triggerOrderTicks: -1 });
    exchange.algo(alice, { ...trigger, triggerTicks: low, triggerOrderTicks: low });
    expect(exchange.algos(alice).map(({ triggersUp }) => triggersUp)).toEqual([true, false]);
    exchange.sell(bob, 60_300 * dollar, 100);
    const events = moveMarkTo(60_300 * dollar);
    expect(eventsOf(events, EventKind.algoChanged)).toMatchObject([{ state: AlgoState.filled, actualLots: 100 }]);
    expect(exchange.position(alice)).toMatchObject({ lots: 100 });
  });

  it('fails when the money does not back it at its firing', () => {
    const poor = carol + 1;
    exchange.fund(poor, 10);
    exchange.algo(poor, { ...trigger, triggerTicks: high, triggerOrderTicks: -1 });
    exchange.sell(bob, 60_300 * dollar, 100);
    const events = moveMarkTo(60_300 * dollar);
    expect(eventsOf(events, EventKind.algoChanged)).toMatchObject([
      { state: AlgoState.orderFailed, failCode: RejectCode.insufficientMargin },
    ]);
  });

  it('fires the next one by its own trade, in one command', () => {
    exchange.algo(carol, { ...trigger, triggerTicks: price + 20, triggerOrderTicks: -1, triggerBy: PriceSource.last });
    exchange.algo(alice, { ...trigger, triggerTicks: price + 10, triggerOrderTicks: -1, triggerBy: PriceSource.last });
    exchange.sell(bob, price + 10, 1);
    exchange.sell(bob, price + 20, 200);
    const events = exchange.buy(carol, price + 10, 1);
    const fired = eventsOf(events, EventKind.traded).map(({ takerUser, lots }) => [takerUser, lots]);
    expect(fired).toEqual([
      [carol, 1],
      [alice, 100],
      [carol, 100],
    ]);
  });
});

describe('TP and SL of an order', () => {
  it('wait for the first fill, and grow with each', () => {
    const { orderId } = doneOf(exchange.buy(alice, price - 10, 1000, { ...stop, ...profit }));
    expect(exchange.algos(alice)).toMatchObject([
      { state: AlgoState.pause, type: AlgoKind.oco, parentOrderId: orderId, lots: 1000 },
    ]);
    exchange.sell(bob, price - 10, 200);
    expect(exchange.algos(alice)).toMatchObject([{ state: AlgoState.live, lots: 200 }]);
    exchange.sell(bob, price - 10, 300);
    expect(exchange.algos(alice)).toMatchObject([{ state: AlgoState.live, lots: 500 }]);
  });

  it('go with an order that never filled', () => {
    const { orderId } = doneOf(exchange.buy(alice, price - 10, 1000, stop));
    const events = exchange.send({ kind: Op.cancelOrder, user: alice, market: btc, orderId });
    expect(eventsOf(events, EventKind.algoChanged)).toMatchObject([
      { state: AlgoState.canceled, reason: EndReason.parentEnded },
    ]);
  });

  it("cancel the parent's rest when they fire", () => {
    const { orderId } = doneOf(exchange.buy(alice, price, 1000, profit));
    exchange.sell(bob, price, 400);
    exchange.buy(carol, price - 10, 400);
    const events = tradeAt(high);
    expect(orderOf(events, orderId)).toMatchObject({ state: OrderState.closed, reason: EndReason.tpslFired });
    expect(exchange.position(alice)).toBeUndefined();
  });

  it('begin anew when their position was closed and the order fills again', () => {
    exchange.buy(alice, price - 10, 1000, stop);
    exchange.sell(bob, price - 10, 200);
    exchange.buy(carol, price, 200);
    exchange.closeLong(alice, price, 200);
    expect(exchange.algos(alice)).toEqual([]);
    exchange.sell(bob, price - 10, 300);
    expect(exchange.algos(alice)).toMatchObject([{ state: AlgoState.live, lots: 300, slTriggerTicks: low }]);
  });

  it('once canceled by their owner do not come back', () => {
    exchange.buy(alice, price - 10, 1000, stop);
    exchange.send({ kind: Op.cancelAlgo, user: alice, market: btc, algoId: 1 });
    exchange.sell(bob, price - 10, 200);
    expect(exchange.algos(alice)).toEqual([]);
  });
});

describe('a market without an index', () => {
  it('pauses what looks at mark or index, and resumes it', () => {
    openLong();
    exchange.algo(alice, stop);
    exchange.algo(alice, profit);
    for (let second = 0; second < 10; second++) exchange.index(0);
    expect(exchange.algos(alice).map(({ state }) => state)).toEqual([AlgoState.pause, AlgoState.live]);
    exchange.index(price);
    expect(exchange.algos(alice).map(({ state }) => state)).toEqual([AlgoState.live, AlgoState.live]);
  });

  it('fires a stop that it paused with the first index that is past it', () => {
    openLong();
    for (let second = 0; second < 10; second++) exchange.index(0);
    exchange.algo(alice, stop);
    expect(exchange.algos(alice).map(({ state }) => state)).toEqual([AlgoState.pause]);
    const events = exchange.index(price - 2000);
    expect(eventsOf(events, EventKind.algoChanged)[0]).toMatchObject({ firedTicks: exchange.market().markTicks });
  });
});

describe('what is refused', () => {
  it.each([
    ['without a position', {}, RejectCode.positionNotFound, false],
    ['a leg that is true already', { tpTriggerTicks: low }, RejectCode.triggerSide, true],
    ['one leg called two', { type: AlgoKind.oco }, RejectCode.outOfRange, true],
    ['legs that open', { side: Side.buy }, RejectCode.reduceOnlyConflict, true],
    ['a market that is none', { market: 7 }, RejectCode.unknownMarket, true],
    ['a source that is none', { tpTriggerBy: 9 as PriceSource }, RejectCode.outOfRange, true],
  ] as const)('%s', (_, changes, code, hasPosition) => {
    if (hasPosition) openLong();
    expect(codeOf(exchange.algo(alice, { ...profit, ...changes }))).toBe(code);
    expect(exchange.algos(alice)).toEqual([]);
  });

  it('a trigger at the price of now, and one without a size', () => {
    const trigger = {
      type: AlgoKind.trigger,
      side: Side.buy,
      triggerBy: PriceSource.mark,
      triggerOrderTicks: -1,
    } as const;
    expect(codeOf(exchange.algo(alice, { ...trigger, lots: 5, triggerTicks: price }))).toBe(RejectCode.triggerSide);
    expect(codeOf(exchange.algo(alice, { ...trigger, triggerTicks: high }))).toBe(RejectCode.outOfRange);
    expect(codeOf(exchange.algo(alice, { ...trigger, lots: 5, triggerTicks: high, reduceOnly: true }))).toBe(
      RejectCode.reduceOnlyConflict,
    );
  });

  it('more algos than a user may have in a market', () => {
    openLong();
    exchange.list({ algosMax: 1 });
    expect(codeOf(exchange.algo(alice, stop))).toBe(RejectCode.none);
    expect(codeOf(exchange.algo(alice, profit))).toBe(RejectCode.tooManyAlgos);
    expect(codeOf(exchange.buy(alice, price, 1, stop))).toBe(RejectCode.tooManyAlgos);
  });
});

describe('amending and cancelling', () => {
  const amend = (changes: object) =>
    exchange.send({
      kind: Op.amendAlgo,
      user: alice,
      market: btc,
      algoId: 1,
      lots: 0,
      triggerTicks: 0,
      triggerOrderTicks: 0,
      triggerBy: PriceSource.last,
      tpTriggerTicks: 0,
      tpOrderTicks: 0,
      tpTriggerBy: PriceSource.last,
      slTriggerTicks: 0,
      slOrderTicks: 0,
      slTriggerBy: PriceSource.last,
      ...changes,
    });

  it('changes size and legs until it has fired', () => {
    openLong();
    exchange.algo(alice, stop);
    expect(codeOf(amend({ lots: 100, ...profit, tpTriggerTicks: price + 10 }))).toBe(RejectCode.none);
    expect(exchange.algos(alice)).toMatchObject([{ type: AlgoKind.oco, lots: 100, slTriggerTicks: low }]);
    expect(codeOf(amend({ slTriggerTicks: -1 }))).toBe(RejectCode.none);
    expect(exchange.algos(alice)).toMatchObject([{ type: AlgoKind.conditional, slTriggerTicks: 0 }]);
    expect(codeOf(amend({ tpTriggerTicks: -1 }))).toBe(RejectCode.outOfRange);
    expect(codeOf(amend({ tpTriggerTicks: low, tpOrderTicks: -1 }))).toBe(RejectCode.triggerSide);
    tradeAt(price + 10);
    expect(codeOf(amend({ lots: 50 }))).toBe(RejectCode.alreadyFired);
  });

  it('moves a trigger to the other side', () => {
    const trigger = { type: AlgoKind.trigger, side: Side.buy, lots: 5, triggerOrderTicks: -1 } as const;
    exchange.algo(alice, { ...trigger, triggerTicks: high, triggerBy: PriceSource.mark });
    expect(codeOf(amend({ triggerTicks: low, triggerBy: PriceSource.index }))).toBe(RejectCode.none);
    expect(exchange.algos(alice)).toMatchObject([{ triggersUp: false, triggerBy: PriceSource.index, lots: 5 }]);
    expect(codeOf(amend({ triggerTicks: price, triggerBy: PriceSource.index }))).toBe(RejectCode.triggerSide);
  });

  it("finds nobody else's algo", () => {
    openLong();
    exchange.algo(alice, stop);
    const cancel = (user: number, algoId: number) =>
      exchange.answer({ kind: Op.cancelAlgo, user, market: btc, algoId }).code;
    expect(cancel(bob, 1)).toBe(RejectCode.algoNotFound);
    expect(cancel(alice, 2)).toBe(RejectCode.algoNotFound);
    expect(cancel(alice, 1)).toBe(RejectCode.none);
    expect(cancel(alice, 1)).toBe(RejectCode.alreadyDone);
  });

  it('cancels the ten oldest, or those named', () => {
    openLong();
    for (let count = 0; count < 12; count++) exchange.algo(alice, stop);
    for (let count = 0; count < 3; count++) exchange.buy(alice, price - 100, 1);
    const cancelMany = (what: CancelWhat, ids = '') =>
      exchange.answer({ kind: Op.cancelMany, user: alice, what, market: 0, ids });
    expect(cancelMany(CancelWhat.algos)).toMatchObject({ orderId: 10, available: 2 });
    expect(exchange.algos(alice).map(({ id }) => id)).toEqual([11, 12]);
    const [first, , third] = exchange.orders(alice).map(({ id }) => id);
    expect(cancelMany(CancelWhat.orders, JSON.stringify([first, third, 999]))).toMatchObject({
      orderId: 2,
      available: 1,
    });
    expect(cancelMany(CancelWhat.orders, 'x').code).toBe(RejectCode.outOfRange);
    expect(exchange.account(alice).positions.size).toBe(1);
    expect(exchange.position(alice, MarginMode.cross)).toMatchObject({ lots: 1000 });
  });
});
