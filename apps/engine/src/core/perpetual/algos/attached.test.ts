/** Take-profit and stop-loss that are given with an order. */
import { AlgoKind, AlgoState, EndReason, EventKind, Op, OrderState } from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import { AlgoExchange, high, low, price, profit, stop } from '../../../testing/perpetual/algo-exchange.ts';
import { alice, bob, btc, carol, doneOf, type Exchange, eventsOf } from '../../../testing/perpetual/exchange.ts';

let exchange: AlgoExchange;
beforeEach(() => {
  exchange = new AlgoExchange();
});

const orderOf = (events: ReturnType<Exchange['send']>, orderId: number) =>
  eventsOf(events, EventKind.orderChanged).findLast((order) => order.orderId === orderId);

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
    const events = exchange.tradeAt(high);
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
