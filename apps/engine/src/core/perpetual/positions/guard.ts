/** The bankruptcy guard: no closing fill may leave its owner a debt. */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import { add, feeOf, type Money, notionalOf, subtract } from '../money.ts';
import type { Position } from '../state.ts';
import { crossEquityOf } from './accounts.ts';

/**
 * Whether `lots` of a position may be closed at `ticks` with a fee of `rate` (see `isolatedGuardAllows` and
 * `crossGuardAllows` of the formulas).
 */
export function mayClose(held: Position, lots: number, ticks: number, rate: number): boolean {
  if (held.mode === MarginMode.isolated) return mayCloseIsolated(held, ticks);
  return equityAfter(held, crossEquityOf(held.account), lots, ticks, rate) >= 0;
}

/**
 * No worse than the bankruptcy price: closing the whole position as a taker there leaves margin + pnl - fee >= 0, and any
 * price that does is no worse, because that sum grows with the price of a long and falls with that of a short.
 */
function mayCloseIsolated({ market, position, lots, cost, margin }: Position, ticks: number): boolean {
  const notional = notionalOf(market, ticks, lots);
  const pnl = position === PositionSide.long ? subtract(notional, cost) : subtract(cost, notional);
  return subtract(add(margin, pnl), feeOf(notional, market.settings.takerRate)) >= 0;
}

/** The equity at mark when a part is closed. */
function equityAfter(held: Position, equity: Money, lots: number, ticks: number, rate: number): Money {
  const { market } = held;
  const better = held.position === PositionSide.long ? ticks - market.markTicks : market.markTicks - ticks;
  return subtract(add(equity, notionalOf(market, better, lots)), feeOf(notionalOf(market, ticks, lots), rate));
}

/** The guard of several fills that are only looked ahead at: each that is allowed counts for the next. */
export class GuardAhead {
  readonly #held: Position;
  #equity: Money = 0;

  constructor(held: Position) {
    this.#held = held;
    if (held.mode === MarginMode.cross) this.#equity = crossEquityOf(held.account);
  }

  mayClose(lots: number, ticks: number, rate: number): boolean {
    if (this.#held.mode === MarginMode.isolated) return mayCloseIsolated(this.#held, ticks);
    const after = equityAfter(this.#held, this.#equity, lots, ticks, rate);
    if (after < 0) return false;
    this.#equity = after;
    return true;
  }
}
