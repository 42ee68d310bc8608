import { EventKind, MarginMode, MarketState, Op, PositionSide, RejectCode } from '@pelican/shared/engine/perpetual';
import { beforeEach, describe, expect, it } from 'vitest';
import { alice, bob, btc, codeOf, dollar, Exchange, eth, eventsOf, unit } from '../../../testing/perpetual/exchange.ts';

const isolated = { mode: MarginMode.isolated };
const start = 60_000 * dollar;
const interval = 28_800_000;

let exchange: Exchange;

beforeEach(() => {
  exchange = new Exchange();
  exchange.fund(alice, 10_000);
  exchange.fund(bob, 1_000_000);
});

function openLong(lots: number, leverage: number): void {
  exchange.leverage(alice, leverage, MarginMode.isolated);
  exchange.sell(bob, start, lots);
  exchange.buy(alice, start, lots, isolated);
}

describe('a tick', () => {
  it('that is not above the last changes nothing', () => {
    const before = exchange.shard.lastTick;
    for (const n of [before, before - 1, 0, -1, 1.5, Number.NaN]) {
      const events = exchange.send({ kind: Op.tick, user: 0, n, prices: '[{"market":1001,"indexTicks":1}]' });
      expect(events.map(({ kind }) => kind)).toEqual([EventKind.commandDone]);
      expect(codeOf(events)).toBe(RejectCode.oldTick);
    }
    expect(exchange.market().indexTicks).toBe(start);
    expect(exchange.shard.lastTick).toBe(before);
  });

  it('more than 2 s ahead of the journal is refused, and correct ones go on', () => {
    const before = exchange.shard.lastTick;
    const journalSecond = Math.floor(exchange.timeMs / 1000);
    const prices = JSON.stringify([{ market: btc, indexTicks: start / 2, sources: [] }]);
    for (const n of [journalSecond + 3, journalSecond + 3600, Date.UTC(2100, 0) / 1000, Number.MAX_SAFE_INTEGER]) {
      const events = exchange.send({ kind: Op.tick, user: 0, n, prices });
      expect(events.map(({ kind }) => kind)).toEqual([EventKind.commandDone]);
      expect(codeOf(events)).toBe(RejectCode.outOfRange);
    }
    expect(exchange.shard.lastTick).toBe(before);
    expect(exchange.market().indexTicks).toBe(start);
    expect(codeOf(exchange.index(start))).toBe(RejectCode.none);
    const ahead = Math.floor(exchange.timeMs / 1000) + 2;
    expect(codeOf(exchange.send({ kind: Op.tick, user: 0, n: ahead, prices: '[]' }))).toBe(RejectCode.none);
  });

  it('whose prices are no prices is a tick without an index', () => {
    for (const prices of ['', 'null', '{}', '[null, 7]', '[{"market":1001,"indexTicks":-5}]', '[{"market":1001}]']) {
      exchange.timeMs += 1000;
      const n = Math.floor(exchange.timeMs / 1000);
      expect(codeOf(exchange.send({ kind: Op.tick, user: 0, n, prices }))).toBe(RejectCode.none);
    }
    expect(exchange.market()).toMatchObject({ indexTicks: start, markTicks: start, state: MarketState.open });
  });

  it('prices by the middle of index, basis and last trade, so one far trade does not move the mark', () => {
    exchange.sell(bob, start + 500 * dollar, 10);
    exchange.buy(alice, start + 500 * dollar, 10);
    exchange.index(start);
    expect(exchange.market().markTicks).toBe(start);
    expect(exchange.market()).toMatchObject({ maxBuyTicks: 612_000, minSellTicks: 588_000 });
  });
});

describe('a ticker that falls silent', () => {
  it('leaves its markets stale after 15 s of the journal, and the next tick brings them back, closing only at first', () => {
    openLong(1000, 10);
    exchange.timeMs += 14_999;
    expect(codeOf(exchange.buy(alice, start - 100 * dollar, 1, isolated))).toBe(RejectCode.none);
    exchange.timeMs += 1;
    expect(codeOf(exchange.buy(alice, start - 100 * dollar, 1, isolated))).toBe(RejectCode.closeOnly);
    expect(exchange.market()).toMatchObject({ state: MarketState.stale, markTicks: start });
    exchange.buy(bob, start, 1);
    expect(codeOf(exchange.closeLong(alice, start, 1, isolated))).toBe(RejectCode.none);
    exchange.index(start);
    expect(exchange.market().state).toBe(MarketState.closeOnly);
  });
});

describe('an index that stops', () => {
  it('makes the market stale after ten seconds: the mark stands, nobody is liquidated, nobody opens', () => {
    openLong(1000, 10);
    for (let second = 1; second <= 9; second++) exchange.index(0);
    expect(exchange.market().state).toBe(MarketState.open);
    exchange.index(0);
    expect(exchange.market()).toMatchObject({ state: MarketState.stale, markTicks: start });
    expect(codeOf(exchange.buy(alice, start, 1))).toBe(RejectCode.closeOnly);
    expect(codeOf(exchange.closeLong(alice, start, 1, isolated))).toBe(RejectCode.none);
    const back = exchange.index(50_000 * dollar);
    expect(exchange.market().state).toBe(MarketState.closeOnly);
    expect(eventsOf(back, EventKind.liquidationStep).length).toBeGreaterThan(0);
    for (let second = 1; second <= 9; second++) exchange.index(50_000 * dollar);
    expect(exchange.market().state).toBe(MarketState.closeOnly);
    exchange.index(50_000 * dollar);
    expect(exchange.market().state).toBe(MarketState.open);
    expect(codeOf(exchange.buy(bob, 50_000 * dollar, 1))).toBe(RejectCode.none);
  });

  it('and a ticker that was away for long are the same', () => {
    exchange.timeMs += 60_000;
    exchange.index(start);
    expect(exchange.market().state).toBe(MarketState.closeOnly);
  });

  it('in one market shields nobody: the legs of other markets are liquidated, its own when it is back', () => {
    exchange.list({ id: eth, name: 'ETH_USDT', contractValue: 10_000_000, tickSize: 1_000_000 });
    const at = (bitcoin: number, ether: number) => exchange.index({ [btc]: bitcoin, [eth]: ether });
    at(start, 300_000);
    exchange.leverage(alice, 50);
    exchange.sell(bob, start, 60_000);
    exchange.buy(alice, start, 60_000);
    exchange.sell(bob, 300_000, 100, { market: eth });
    exchange.buy(alice, 300_000, 100, { market: eth });
    for (let second = 1; second <= 10; second++) at(start, 0);
    expect(exchange.market(eth).state).toBe(MarketState.stale);
    expect(eventsOf(at(50_000 * dollar, 0), EventKind.liquidationStep).length).toBeGreaterThan(0);
    expect([...exchange.account(alice).positions.values()].map(({ market }) => market.id)).toEqual([eth]);
    at(50_000 * dollar, 300_000);
    expect(exchange.account(alice).positions.size).toBe(0);
  });
});

describe('funding', () => {
  /** Goes to `before` seconds before the next funding, with an index each minute. */
  function goToFunding(before: number): void {
    const due = exchange.market().funding.currentTimeMs;
    while (exchange.timeMs + 60_000 < due - before * 1000) {
      exchange.timeMs += 59_000;
      exchange.index(start);
    }
    exchange.timeMs = due - before * 1000 - 1000;
    exchange.index(start);
  }

  it('is locked a minute before and paid at its time, the dust to the fund', () => {
    openLong(1237, 10);
    goToFunding(61);
    expect(exchange.market().funding.isLocked).toBe(false);
    const [locked] = eventsOf(exchange.index(start), EventKind.fundingChanged);
    expect(locked).toMatchObject({ isLocked: true, currentRate: 10_000, nextTimeMs: 2 * interval + 1_800_000_000_000 });
    goToFunding(1);
    const margin = exchange.position(alice, MarginMode.isolated)?.margin as bigint;
    const events = exchange.index(start);
    const paid = eventsOf(events, EventKind.fundingPaid);
    // 12.37 contracts of 0.01 at 60,000 are 7,422 USDT; 0.01% of it.
    expect(paid.map(({ user, amount, rate }) => ({ user, amount, rate }))).toEqual([
      { user: alice, amount: -74_220_000n, rate: 10_000 },
      { user: bob, amount: 74_220_000n, rate: 10_000 },
    ]);
    expect(eventsOf(events, EventKind.fundingSettled)).toMatchObject([{ paid: 74_220_000n, received: 74_220_000n }]);
    expect(exchange.position(alice, MarginMode.isolated)?.margin).toBe(margin - 74_220_000n);
    expect(exchange.market().funding).toMatchObject({ isLocked: false, lastRate: 10_000 });
    expect(exchange.market().funding.currentTimeMs).toBe(1_800_000_000_000 + 2 * interval);
  });

  it('is paid once, and not at all when its time was missed by more than a quarter of an hour', () => {
    openLong(1000, 10);
    goToFunding(1);
    expect(eventsOf(exchange.index(start), EventKind.fundingPaid)).toHaveLength(2);
    expect(eventsOf(exchange.index(start), EventKind.fundingPaid)).toHaveLength(0);
    exchange.timeMs = exchange.market().funding.currentTimeMs + 900_000;
    const events = exchange.index(start);
    expect(eventsOf(events, EventKind.fundingPaid)).toHaveLength(0);
    expect(exchange.market().funding.currentTimeMs).toBe(1_800_000_000_000 + 3 * interval);
  });

  it('while a liquidation runs takes no more than the margin has', () => {
    exchange.fund(alice, 200_000);
    exchange.fund(bob, 10_000_000);
    exchange.leverage(alice, 25, MarginMode.isolated);
    exchange.sell(bob, start, 600_000);
    exchange.buy(alice, start, 600_000, isolated);
    const shown = exchange.position(alice, MarginMode.isolated)?.liquidationTicks as number;
    goToFunding(2);
    exchange.index(shown);
    expect(exchange.position(alice, MarginMode.isolated)?.isLiquidating).toBe(true);
    const events = exchange.index(shown);
    expect(eventsOf(events, EventKind.fundingSettled)).toHaveLength(1);
    expect(exchange.position(alice, MarginMode.isolated)?.margin ?? 0n).toBeGreaterThanOrEqual(0n);
  });
});

describe('warnings', () => {
  it('come at 300% and at 150% of the requirement, each once until it recovers', () => {
    openLong(1000, 10);
    const at = (ticks: number) => eventsOf(exchange.index(ticks), EventKind.riskWarning).map(({ level }) => level);
    expect(at(56_000 * dollar)).toEqual([]);
    expect(at(54_700 * dollar)).toEqual([300]);
    expect(at(54_710 * dollar)).toEqual([]);
    expect(at(54_300 * dollar)).toEqual([150]);
    expect(at(54_700 * dollar)).toEqual([]);
    expect(at(57_000 * dollar)).toEqual([]);
    expect(at(54_700 * dollar)).toEqual([300]);
  });
});

describe('the rank of a position', () => {
  it('shows once a minute how near it is to be deleveraged', () => {
    openLong(1000, 10);
    for (let second = 0; second < 61; second++) exchange.index(start + 100 * dollar);
    expect(exchange.position(alice, MarginMode.isolated)?.adlRank).toBe(5);
    expect(exchange.position(bob, MarginMode.cross, PositionSide.short)?.adlRank).toBe(5);
    expect(exchange.account(alice).cash < 10_000n * unit).toBe(true);
    expect(exchange.market(btc).openInterestLots).toBe(1000);
  });
});
