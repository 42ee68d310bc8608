import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarginMode, OrderKind, PositionSide } from '../engine/perpetual/terms.ts';
import { type CrossLeg, crossAccount } from './cross.ts';
import { openFill } from './fills.ts';
import type { Instrument } from './instrument.ts';
import { maxMarketLots, maxSize } from './max-size.ts';
import { type FreezePrices, freezeRate, limitFreeze, marketFreeze, marketWalk, orderCost } from './order-cost.ts';
import { instruments, sides, testInstrument } from './testing/arbitraries.ts';

const { long } = PositionSide;
const books = fc.record({
  markTicks: fc.integer({ min: 900, max: 1100 }),
  bestBidTicks: fc.integer({ min: 900, max: 1050 }),
  spread: fc.integer({ min: 1, max: 30 }),
});

/** Lots filled one after the other at these prices: what the account can still use, before it is held above zero. */
function after(
  instrument: Instrument,
  order: { mode: MarginMode; position: PositionSide; leverage: number; markTicks: number },
  fills: readonly { ticks: number; lots: number }[],
) {
  let cash = 0n;
  let cost = 0n;
  let lots = 0;
  for (const fill of fills) {
    const opened = openFill(instrument, { ...order, ...fill, rate: instrument.takerRate });
    cash += opened.cashDelta;
    cost += opened.notional;
    lots += fill.lots;
  }
  const leg: CrossLeg = { ...order, instrument, lots, cost };
  const legs = order.mode === MarginMode.cross ? [leg] : [];
  const figures = crossAccount({ cash, isolatedFreeze: 0n, crossFreeze: 0n }, legs, []);
  return order.mode === MarginMode.cross ? figures.tradingBalanceRaw : figures.availableRaw;
}

describe('order cost', () => {
  it('is enough for whatever the fills of the order do to the account', () => {
    const input = fc.record({
      instrument: instruments,
      mode: fc.constantFrom(MarginMode.cross, MarginMode.isolated),
      position: sides,
      leverage: fc.integer({ min: 1, max: 75 }),
      limitShift: fc.integer({ min: -60, max: 60 }),
      fills: fc.array(fc.record({ lots: fc.integer({ min: 1, max: 400 }), better: fc.nat(40) }), {
        minLength: 1,
        maxLength: 6,
      }),
      book: books,
    });
    fc.assert(
      fc.property(input, ({ instrument, mode, position, leverage, limitShift, fills, book }) => {
        const { markTicks, bestBidTicks } = book;
        const priceTicks = markTicks + limitShift;
        const prices = limitFreeze(position, priceTicks, markTicks, bestBidTicks);
        // A buy fills at its price or lower, a sell at its price or higher, though not above the best bid or its price.
        const sellMost = Math.max(priceTicks, bestBidTicks);
        const made = fills.map(({ lots, better }) => ({
          lots,
          ticks: position === long ? priceTicks - better : Math.min(sellMost, priceTicks + better),
        }));
        const lots = made.reduce((sum, fill) => sum + fill.lots, 0);
        const rate = freezeRate(instrument, OrderKind.limit);
        const { cost } = orderCost(instrument, { ...prices, position, leverage, lots, markTicks, rate });
        // Fee and margin of each further fill are rounded up by themselves.
        const rounding = BigInt(2 * (made.length - 1));
        expect(after(instrument, { mode, position, leverage, markTicks }, made)).toBeGreaterThanOrEqual(
          -cost - rounding,
        );
      }),
    );
  });

  it('counts post-only with the maker rate, and no rebate', () => {
    const instrument = testInstrument({ makerRate: 20_000n });
    expect(freezeRate(instrument, OrderKind.postOnly)).toBe(20_000n);
    expect(freezeRate({ ...instrument, makerRate: -10_000n }, OrderKind.postOnly)).toBe(0n);
    expect(freezeRate(instrument, OrderKind.fok)).toBe(instrument.takerRate);
  });

  it('walks a book to its bound', () => {
    const instrument = testInstrument();
    const levels = [
      { ticks: 100, lots: 5 },
      { ticks: 101, lots: 5 },
      { ticks: 103, lots: 5 },
    ];
    const walk = (lots: number, boundTicks: number | null) =>
      marketWalk(instrument, levels, lots, { position: long, boundTicks });
    expect(walk(7, null)).toEqual({ lots: 7, notional: 702_000n, deepestTicks: 101 });
    expect(walk(100, 101)).toMatchObject({ lots: 10, deepestTicks: 101 });
    expect(walk(5, 99)).toEqual({ lots: 0, notional: 0n, deepestTicks: 0 });
  });
});

describe('largest order', () => {
  const input = fc.record({
    instrument: instruments,
    position: sides,
    leverage: fc.integer({ min: 1, max: 75 }),
    funds: fc.bigInt(-10n, 10n ** 10n),
    positionLots: fc.nat(2000),
    book: books,
  });
  const inputOf = ({
    position,
    leverage,
    funds,
    positionLots,
    book,
  }: {
    position: PositionSide;
    leverage: number;
    funds: bigint;
    positionLots: number;
    book: { markTicks: number; bestBidTicks: number; spread: number };
  }) => {
    const { markTicks, bestBidTicks, spread } = book;
    const best = { markTicks, bestBidTicks, bestAskTicks: bestBidTicks + spread };
    return { position, leverage, funds, positionLots, pendingLots: 0, ...best };
  };
  const costOf = (instrument: Instrument, one: ReturnType<typeof inputOf>, prices: FreezePrices, lots: number) =>
    orderCost(instrument, { ...one, ...prices, lots, rate: instrument.takerRate }).cost;

  it('of a limit order is paid for, and a lot more is not where funds are the bound', () => {
    fc.assert(
      fc.property(input, ({ instrument, ...rest }) => {
        const one = inputOf(rest);
        const max = maxSize(instrument, OrderKind.limit, one);
        const prices = limitFreeze(one.position, max.priceTicks, one.markTicks, one.bestBidTicks);
        if (max.lots > 0) expect(costOf(instrument, one, prices, max.lots)).toBeLessThanOrEqual(one.funds);
        expect(max.lots).toBeLessThanOrEqual(max.roomLots);
        if (max.lots < max.roomLots && max.lots < instrument.maxLimitLots)
          expect(costOf(instrument, one, prices, max.lots + 1)).toBeGreaterThan(one.funds);
      }),
    );
  });

  it('of a market order is paid for, and a lot more is not where funds are the bound', () => {
    const depth = fc.array(fc.integer({ min: 1, max: 800 }), { minLength: 0, maxLength: 5 });
    fc.assert(
      fc.property(input, depth, ({ instrument, ...rest }, sizes) => {
        const one = inputOf(rest);
        const step = one.position === long ? 3 : -3;
        const best = one.position === long ? one.bestAskTicks : one.bestBidTicks;
        const levels = sizes.map((lots, at) => ({ ticks: best + at * step, lots }));
        const lots = maxMarketLots(instrument, { ...one, levels, boundTicks: null });
        const pricesOf = (size: number) => {
          const { deepestTicks } = marketWalk(instrument, levels, size, { ...one, boundTicks: null });
          return marketFreeze(one.position, deepestTicks, one.markTicks, one.bestBidTicks);
        };
        if (lots > 0) expect(costOf(instrument, one, pricesOf(lots), lots)).toBeLessThanOrEqual(one.funds);
        const most = Math.min(
          sizes.reduce((sum, size) => sum + size, 0),
          maxSize(instrument, OrderKind.market, one).roomLots,
        );
        if (lots < most) expect(costOf(instrument, one, pricesOf(lots + 1), lots + 1)).toBeGreaterThan(one.funds);
      }),
    );
  });

  it('is nothing below the least size, without room, and without money', () => {
    const instrument = testInstrument({ minLots: 10 });
    const one = {
      position: long,
      leverage: 10,
      funds: 120_000n,
      markTicks: 1000,
      bestBidTicks: 0,
      bestAskTicks: 0,
      positionLots: 0,
      pendingLots: 0,
    };
    expect(maxSize(instrument, OrderKind.limit, one)).toMatchObject({ priceTicks: 1000, byMarginLots: 1, lots: 0 });
    expect(maxSize(instrument, OrderKind.limit, { ...one, funds: 10n ** 12n }).lots).toBeGreaterThan(10);
    expect(maxSize(instrument, OrderKind.limit, { ...one, funds: 10n ** 12n, positionLots: 2_500_000 }).lots).toBe(0);
    expect(maxSize(instrument, OrderKind.limit, { ...one, funds: -5n })).toMatchObject({ byMarginLots: 0, lots: 0 });
  });
});
