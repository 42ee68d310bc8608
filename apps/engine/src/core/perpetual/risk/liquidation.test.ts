import {
  EndReason,
  EventKind,
  HouseUser,
  LiquidationStage,
  MarginMode,
  Op,
  OrderState,
  PositionCode,
  PositionSide,
  RejectCode,
} from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  btc,
  carol,
  codeOf,
  dollar,
  Exchange,
  eth,
  eventsOf,
  unit,
} from '../../../testing/perpetual/exchange.ts';

const isolated = { mode: MarginMode.isolated };

describe('an isolated position', () => {
  let exchange: Exchange;

  beforeEach(() => {
    exchange = new Exchange();
    exchange.fund(alice, 10_000);
    exchange.fund(bob, 1_000_000);
  });

  /** Alice is long at 60,000 with the leverage given; bob is the other side. */
  function open(lots: number, leverage: number): void {
    exchange.leverage(alice, leverage, MarginMode.isolated);
    exchange.sell(bob, 60_000 * dollar, lots);
    exchange.buy(alice, 60_000 * dollar, lots, isolated);
  }

  it('is taken over at the price that was shown, and not one tick before', () => {
    open(1000, 10);
    const shown = exchange.position(alice, MarginMode.isolated)?.liquidationTicks as number;
    expect(shown).toBe(542_440);
    expect(eventsOf(exchange.index(shown + 1), EventKind.liquidationStep)).toEqual([]);
    const events = exchange.index(shown);
    const [started, taken] = eventsOf(events, EventKind.liquidationStep);
    expect(started?.stage).toBe(LiquidationStage.started);
    expect(taken).toMatchObject({
      stage: LiquidationStage.takenOver,
      user: alice,
      markTicks: shown,
      indexTicks: shown,
      bankruptcyTicks: 540_271,
      lots: 1000,
      pnl: -59_729_000_000n,
      fundDelta: 271_000_000n,
    });
    expect(taken?.ratio).toBeLessThanOrEqual(10_000);
    expect(exchange.position(alice, MarginMode.isolated)).toBeUndefined();
    expect(exchange.account(alice).cash).toBe(10_000n * unit - 3n * unit - 600n * unit);
    const [closed] = eventsOf(events, EventKind.positionChanged).filter(({ user }) => user === alice);
    expect(closed).toMatchObject({ lots: 0, code: PositionCode.liquidated, realised: -603n * unit });
    expect(closed?.liquidationLoss).toBe(600n * unit);
    const [lot] = exchange.fundLots;
    expect(lot).toMatchObject({ lots: 1000, bankruptcyTicks: 540_271, cost: 540_271_000_000n });
    expect(exchange.fundCash).toBe(271_000_000n);
  });

  it('loses its orders when its liquidation starts, and its margin is all that it loses', () => {
    open(1000, 10);
    exchange.closeLong(alice, 61_000 * dollar, 400, isolated);
    exchange.buy(alice, 50_000 * dollar, 10, isolated);
    exchange.algo(alice, { ...isolated, slTriggerTicks: 30_000 * dollar, slOrderTicks: -1 });
    const events = exchange.index(40_000 * dollar);
    const ended = eventsOf(events, EventKind.orderChanged).filter(({ user }) => user === alice);
    expect(ended.map(({ state, reason }) => ({ state, reason }))).toEqual([
      { state: OrderState.canceled, reason: EndReason.liquidation },
      { state: OrderState.canceled, reason: EndReason.liquidation },
    ]);
    expect(exchange.orders(alice)).toEqual([]);
    expect(exchange.algos(alice)).toEqual([]);
    expect(exchange.account(alice)).toMatchObject({ cash: 9_397n * unit, isolatedFreeze: 0n });
  });

  it('of a higher tier is reduced by one tier through the book, and is healthy again', () => {
    exchange.fund(alice, 200_000);
    exchange.fund(bob, 10_000_000);
    open(600_000, 25);
    exchange.fund(carol, 10_000_000);
    const shown = exchange.position(alice, MarginMode.isolated)?.liquidationTicks as number;
    exchange.buy(carol, shown - 20, 40_000);
    exchange.buy(carol, shown - 45, 250_000);
    const events = exchange.index(shown);
    const steps = eventsOf(events, EventKind.liquidationStep);
    expect(steps.map(({ stage, lots }) => ({ stage, lots }))).toEqual([
      { stage: LiquidationStage.started, lots: 0 },
      { stage: LiquidationStage.reduced, lots: 100_000 },
      { stage: LiquidationStage.recovered, lots: 0 },
    ]);
    const held = exchange.position(alice, MarginMode.isolated);
    expect(held).toMatchObject({ lots: 500_000, isLiquidating: false, code: PositionCode.partiallyLiquidated });
  });

  it('that the book can not reduce stays marked, may be saved by its owner, and opens nothing meanwhile', () => {
    exchange.fund(alice, 200_000);
    exchange.fund(bob, 10_000_000);
    open(600_000, 25);
    const shown = exchange.position(alice, MarginMode.isolated)?.liquidationTicks as number;
    exchange.index(shown);
    expect(exchange.position(alice, MarginMode.isolated)).toMatchObject({ lots: 600_000, isLiquidating: true });
    expect(codeOf(exchange.buy(alice, 50_000 * dollar, 1, isolated))).toBe(RejectCode.liquidating);
    const adjust = { kind: Op.adjustMargin, user: alice, market: btc, position: PositionSide.long } as const;
    const events = exchange.send({ ...adjust, amount: 20_000n * unit });
    expect(eventsOf(events, EventKind.liquidationStep).map(({ stage }) => stage)).toEqual([LiquidationStage.recovered]);
    expect(exchange.position(alice, MarginMode.isolated)?.isLiquidating).toBe(false);
  });

  it('is saved by a stop that is crossed in the same jump', () => {
    open(1000, 10);
    exchange.fund(carol, 100_000);
    exchange.buy(carol, 54_100 * dollar, 1000);
    exchange.algo(alice, { ...isolated, slTriggerTicks: 55_000 * dollar, slOrderTicks: -1 });
    const events = exchange.index(54_200 * dollar);
    expect(eventsOf(events, EventKind.liquidationStep)).toEqual([]);
    expect(exchange.position(alice, MarginMode.isolated)).toBeUndefined();
  });
});

describe('the fund', () => {
  it('sells what it took over within a fifth of its cash, and waits with the rest', () => {
    const exchange = new Exchange();
    exchange.fund(alice, 10_000);
    exchange.fund(bob, 1_000_000);
    exchange.fund(carol, 1_000_000);
    exchange.fund(HouseUser.fund, 497n * unit + 29_000_000n);
    exchange.leverage(alice, 10, MarginMode.isolated);
    exchange.sell(bob, 60_000 * dollar, 1000);
    exchange.buy(alice, 60_000 * dollar, 1000, isolated);
    for (const [ticks, lots] of [
      [542_005, 300],
      [541_000, 200],
      [535_000, 150],
      [529_000, 2000],
    ] as const)
      exchange.buy(carol, ticks, lots);
    exchange.index(542_438);
    // The fund has 500 USDT with what the takeover brought: 53,027.1 is its limit.
    expect(exchange.fundLots.map(({ lots }) => lots)).toEqual([350]);
    expect(exchange.fundCash).toBe(49_875_350_000n);
  });

  it('hands a lot to the winners when the mark is past what it may pay, and its cash does not change by it', () => {
    const exchange = new Exchange();
    exchange.fund(alice, 10_000);
    exchange.fund(bob, 1_000_000);
    exchange.leverage(alice, 10, MarginMode.isolated);
    exchange.sell(bob, 60_000 * dollar, 1000);
    exchange.buy(alice, 60_000 * dollar, 1000, isolated);
    exchange.closeShort(bob, 50_000 * dollar, 900);
    const before = exchange.account(bob).cash;
    const events = exchange.index(53_000 * dollar);
    const [receipt] = eventsOf(events, EventKind.deleveraged);
    expect(receipt).toMatchObject({ user: bob, lots: 1000, priceTicks: 540_271, rank: 1, pnl: 59_729_000_000n });
    expect(exchange.position(bob, MarginMode.cross, PositionSide.short)).toBeUndefined();
    expect(exchange.orders(bob)).toEqual([]);
    expect(exchange.account(bob).cash).toBe(before + 59_729_000_000n);
    expect(exchange.shard.fund.lots.size).toBe(0);
    expect(exchange.fundCash).toBe(271_000_000n);
    expect(exchange.market().openInterestLots).toBe(0);
  });

  it('does not wait longer than 60 ticks', () => {
    const exchange = new Exchange();
    exchange.fund(alice, 10_000);
    exchange.fund(bob, 1_000_000);
    exchange.leverage(alice, 10, MarginMode.isolated);
    exchange.sell(bob, 60_000 * dollar, 1000);
    exchange.buy(alice, 60_000 * dollar, 1000, isolated);
    exchange.index(542_440);
    for (let tick = 2; tick < 60; tick++) exchange.index(542_440);
    expect(exchange.shard.fund.lots.size).toBe(1);
    expect(eventsOf(exchange.index(542_440), EventKind.deleveraged)).toHaveLength(1);
    expect(exchange.shard.fund.lots.size).toBe(0);
  });
});

describe('a cross account', () => {
  it('is taken over leg by leg at prices by their share of the equity; what is left is dust', () => {
    const exchange = new Exchange();
    exchange.list({ id: eth, name: 'ETH_USDT', contractValue: 10_000_000, tickSize: 1_000_000 });
    const at = (bitcoin: number, ether: number) => exchange.index({ [btc]: bitcoin, [eth]: ether });
    at(60_000 * dollar, 3000 * 100);
    exchange.fund(bob, 1_000_000);
    exchange.fund(alice, 1000);
    exchange.leverage(alice, 50);
    exchange.send({
      kind: Op.setLeverage,
      user: alice,
      market: eth,
      mode: MarginMode.cross,
      position: PositionSide.long,
      leverage: 50,
      positionVersion: -1,
    });
    exchange.sell(bob, 60_000 * dollar, 2000);
    exchange.buy(alice, 60_000 * dollar, 2000);
    exchange.buy(bob, 3000 * 100, 5000, { market: eth });
    exchange.sell(alice, 3000 * 100, 5000, { market: eth });
    // Pays the fees back, so that the account has exactly the 1,396 USDT of the worked example.
    exchange.fund(alice, 1396n * unit - exchange.account(alice).cash);
    const events = at(57_000 * dollar, 3135 * 100);
    const taken = eventsOf(events, EventKind.liquidationStep).filter(
      ({ stage }) => stage === LiquidationStage.takenOver,
    );
    expect(taken.map(({ bankruptcyTicks, fundDelta }) => ({ bankruptcyTicks, fundDelta }))).toEqual([
      { bankruptcyTicks: 567_737, fundDelta: 568_736_842n },
      { bankruptcyTicks: 314_743, fundDelta: 790_263_157n },
    ]);
    expect(exchange.account(alice)).toMatchObject({ cash: 1n, isLiquidating: false });
    expect(exchange.account(alice).positions.size).toBe(0);
  });

  it('loses its opening orders before anything else, when without their freeze it would be liquidated', () => {
    const exchange = new Exchange();
    exchange.fund(bob, 1_000_000);
    exchange.fund(alice, 700);
    exchange.leverage(alice, 20);
    exchange.sell(bob, 60_000 * dollar, 1000);
    exchange.buy(alice, 60_000 * dollar, 1000);
    exchange.buy(alice, 59_000 * dollar, 600);
    const events = exchange.index(55_000 * dollar);
    const stages = eventsOf(events, EventKind.liquidationStep).map(({ stage }) => stage);
    expect(stages).toEqual([LiquidationStage.ordersCanceled]);
    expect(exchange.orders(alice)).toEqual([]);
    expect(exchange.position(alice)?.lots).toBe(1000);
  });

  it('closes what it is long and short against each other first, at mark and without a fee', () => {
    const exchange = new Exchange();
    exchange.fund(bob, 1_000_000);
    exchange.fund(alice, 1300);
    exchange.leverage(alice, 50);
    exchange.sell(bob, 60_000 * dollar, 2000);
    exchange.buy(alice, 60_000 * dollar, 2000);
    exchange.buy(bob, 60_000 * dollar, 1000);
    exchange.sell(alice, 60_000 * dollar, 1000);
    const events = exchange.index(47_700 * dollar);
    const netted = eventsOf(events, EventKind.liquidationStep).filter(({ stage }) => stage === LiquidationStage.netted);
    expect(netted.map(({ lots, fee }) => ({ lots, fee }))).toEqual([
      { lots: 1000, fee: 0n },
      { lots: 1000, fee: 0n },
    ]);
    expect(exchange.position(alice, MarginMode.cross, PositionSide.short)).toBeUndefined();
    expect(exchange.position(alice)).toMatchObject({ lots: 1000, isLiquidating: false });
  });
});

describe('a command of a user', () => {
  it('is followed by the liquidation of whom it brought to the limit', () => {
    const exchange = new Exchange();
    exchange.fund(alice, 10_000);
    exchange.fund(bob, 1_000_000);
    exchange.fund(carol, 500);
    exchange.leverage(carol, 100);
    exchange.buy(carol, 59_000 * dollar, 4000);
    // The mark runs away from carol's resting bid: its fill is a loss that her equity does not bear.
    exchange.index(50_000 * dollar);
    const events = exchange.sell(bob, 55_000 * dollar, 4000);
    expect(eventsOf(events, EventKind.traded).length).toBeGreaterThan(0);
    expect(eventsOf(events, EventKind.liquidationStep).map(({ user, stage }) => ({ user, stage }))).toEqual([
      { user: carol, stage: LiquidationStage.started },
      { user: carol, stage: LiquidationStage.takenOver },
    ]);
    expect(exchange.account(carol).positions.size).toBe(0);
    expect(exchange.account(carol).cash >= 0n).toBe(true);
  });
});
