import { describe, expect, it } from 'vitest';
import { MarginMode, PositionSide } from '../engine/perpetual/terms.ts';
import { openFill } from './fills.ts';
import { notionalOf } from './notional.ts';
import { crossAfterOpen, exitEstimate, isolatedAfterOpen, positionView } from './position-view.ts';
import { testInstrument } from './testing/arbitraries.ts';

const instrument = testInstrument();
const markTicks = 600_000;
const lots = 1000;
const cost = notionalOf(instrument, markTicks, lots);
const rate = instrument.takerRate;
const open = { position: PositionSide.long, lots, notional: cost, leverage: 10, rate };
const held = { position: PositionSide.long, leverage: 10, lots, cost, realised: 0n };

describe('what a screen shows', () => {
  it('the estimate before an order is what the position shows after it', () => {
    const { margin } = openFill(instrument, { mode: MarginMode.isolated, ticks: markTicks, lots, leverage: 10, rate });
    const view = positionView(instrument, { ...held, mode: MarginMode.isolated, margin }, markTicks);
    const { liquidationTicks, ratio4 } = view;
    expect(isolatedAfterOpen(instrument, null, open, markTicks)).toEqual({ liquidationTicks, ratio4 });
  });

  it('a second order is estimated together with what is held', () => {
    const once = { lots, cost, margin: cost / 10n };
    const twice = isolatedAfterOpen(instrument, once, open, markTicks);
    const asOne = isolatedAfterOpen(instrument, null, { ...open, lots: 2 * lots, notional: 2n * cost }, markTicks);
    expect(twice).toEqual(asOne);
  });

  it('a cross position has no liquidation price of its own, its account has', () => {
    const view = positionView(instrument, { ...held, mode: MarginMode.cross, margin: 0n }, markTicks);
    expect(view).toMatchObject({
      liquidationTicks: null,
      bankruptcyTicks: null,
      equity: null,
      initialMargin: cost / 10n,
    });
    const account = { cash: cost, isolatedFreeze: 0n, crossFreeze: 0n };
    const after = crossAfterOpen(instrument, account, [], open, markTicks);
    expect(after.liquidationTicks).toBe(301);
    const legs = [{ ...held, instrument, markTicks }];
    expect(crossAfterOpen(instrument, account, legs, open, markTicks).liquidationTicks).toBeGreaterThan(300_000);
  });

  it('a take-profit is worth its way less both fees', () => {
    const entry = { position: PositionSide.long, lots, cost, leverage: 10, rate };
    // 10 contracts (0.1 coins) from 60,000 to 66,000: 600 less 3 and 3.3 of fees, over a margin of 600.
    expect(exitEstimate(instrument, entry, { ticks: 660_000, rate })).toEqual({
      pnl: 59_370_000_000n,
      percent2: 9895n,
    });
    expect(exitEstimate(instrument, { ...entry, position: PositionSide.short }, { ticks: 660_000, rate }).pnl).toBe(
      -60_630_000_000n,
    );
  });
});
