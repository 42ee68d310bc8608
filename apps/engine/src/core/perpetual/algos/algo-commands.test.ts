/** Commands of algos: which are refused, and how algos are amended and cancelled. */
import { AlgoKind, CancelWhat, MarginMode, Op, PriceSource, RejectCode, Side } from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import { AlgoExchange, high, low, price, profit, stop } from '../../../testing/perpetual/algo-exchange.ts';
import { alice, bob, btc, codeOf } from '../../../testing/perpetual/exchange.ts';

let exchange: AlgoExchange;
beforeEach(() => {
  exchange = new AlgoExchange();
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
    if (hasPosition) exchange.openLong();
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
    exchange.openLong();
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
    exchange.openLong();
    exchange.algo(alice, stop);
    expect(codeOf(amend({ lots: 100, ...profit, tpTriggerTicks: price + 10 }))).toBe(RejectCode.none);
    expect(exchange.algos(alice)).toMatchObject([{ type: AlgoKind.oco, lots: 100, slTriggerTicks: low }]);
    expect(codeOf(amend({ slTriggerTicks: -1 }))).toBe(RejectCode.none);
    expect(exchange.algos(alice)).toMatchObject([{ type: AlgoKind.conditional, slTriggerTicks: 0 }]);
    expect(codeOf(amend({ tpTriggerTicks: -1 }))).toBe(RejectCode.outOfRange);
    expect(codeOf(amend({ tpTriggerTicks: low, tpOrderTicks: -1 }))).toBe(RejectCode.triggerSide);
    exchange.tradeAt(price + 10);
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
    exchange.openLong();
    exchange.algo(alice, stop);
    const cancel = (user: number, algoId: number) =>
      exchange.answer({ kind: Op.cancelAlgo, user, market: btc, algoId }).code;
    expect(cancel(bob, 1)).toBe(RejectCode.algoNotFound);
    expect(cancel(alice, 2)).toBe(RejectCode.algoNotFound);
    expect(cancel(alice, 1)).toBe(RejectCode.none);
    expect(cancel(alice, 1)).toBe(RejectCode.alreadyDone);
  });

  it('cancels the ten oldest, or those named', () => {
    exchange.openLong();
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
