/** When algos fire, and what becomes of them then. */
import {
  ActualSide,
  AlgoKind,
  AlgoState,
  EndReason,
  EventKind,
  Op,
  OrderKind,
  OrderState,
  PriceSource,
  RejectCode,
  Side,
} from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import { AlgoExchange, algoOf, high, low, price, profit, stop } from '../../../testing/perpetual/algo-exchange.ts';
import { alice, bob, btc, carol, dollar, doneOf, eventsOf } from '../../../testing/perpetual/exchange.ts';

let exchange: AlgoExchange;
beforeEach(() => {
  exchange = new AlgoExchange();
});

describe('a conditional algo', () => {
  beforeEach(() => exchange.openLong());

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
    exchange.tradeAt(59_000 * dollar);
    expect(exchange.algos(alice)).toMatchObject([{ state: AlgoState.live }]);
    exchange.buy(carol, 59_700 * dollar, 1000);
    const events = exchange.moveMarkTo(59_700 * dollar);
    expect(eventsOf(events, EventKind.algoChanged)).toMatchObject([
      { state: AlgoState.filled, actualSide: ActualSide.stopLoss },
    ]);
  });

  it('is tried again every tick while the book is too thin', () => {
    const { orderId: algoId } = doneOf(exchange.algo(alice, { ...profit, tpTriggerTicks: price + 10 }));
    exchange.buy(carol, price, 300);
    const fired = exchange.tradeAt(price + 10);
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
    const events = exchange.tradeAt(price + 10);
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
    exchange.tradeAt(price + 10);
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
    exchange.tradeAt(price + 10);
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
    expect(algoOf(exchange.tradeAt(price + 10), algoId)).toMatchObject({
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
  beforeEach(() => exchange.openLong());

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
    const events = exchange.moveMarkTo(60_300 * dollar);
    expect(eventsOf(events, EventKind.algoChanged)).toMatchObject([{ state: AlgoState.filled, actualLots: 100 }]);
    expect(exchange.position(alice)).toMatchObject({ lots: 100 });
  });

  it('fails when the money does not back it at its firing', () => {
    const poor = carol + 1;
    exchange.fund(poor, 10);
    exchange.algo(poor, { ...trigger, triggerTicks: high, triggerOrderTicks: -1 });
    exchange.sell(bob, 60_300 * dollar, 100);
    const events = exchange.moveMarkTo(60_300 * dollar);
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

describe('a market without an index', () => {
  it('pauses what looks at mark or index, and resumes it', () => {
    exchange.openLong();
    exchange.algo(alice, stop);
    exchange.algo(alice, profit);
    for (let second = 0; second < 10; second++) exchange.index(0);
    expect(exchange.algos(alice).map(({ state }) => state)).toEqual([AlgoState.pause, AlgoState.live]);
    exchange.index(price);
    expect(exchange.algos(alice).map(({ state }) => state)).toEqual([AlgoState.live, AlgoState.live]);
  });

  it('fires a stop that it paused with the first index that is past it', () => {
    exchange.openLong();
    for (let second = 0; second < 10; second++) exchange.index(0);
    exchange.algo(alice, stop);
    expect(exchange.algos(alice).map(({ state }) => state)).toEqual([AlgoState.pause]);
    const events = exchange.index(price - 2000);
    expect(eventsOf(events, EventKind.algoChanged)[0]).toMatchObject({ firedTicks: exchange.market().markTicks });
  });
});
