/** No closing fill may leave its owner a debt: the bankruptcy guard. */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual/terms.ts';
import { bankruptcyTicks } from '@pelican/shared/perpetual/isolated.ts';
import { directionOf, feeOf, notionalOf } from '@pelican/shared/perpetual/notional.ts';
import { figuresOf } from './accounts.ts';
import type { Account, Position } from './state.ts';

/** How much a closing fill may still lose; counted on over several fills that are only thought of. */
export interface Guard {
  /** Whether `lots` may be closed at `ticks`; if so, a cross account's equity counts as changed by it. */
  takes(lots: number, ticks: number, rate: bigint): boolean;
}

/**
 * Isolated: no fill at a price worse than the bankruptcy price. Cross: none that leaves the account's equity, which
 * already counts the position at mark, below zero.
 */
export function guardOf(account: Account, held: Position): Guard {
  return held.mode === MarginMode.isolated ? isolatedGuard(held) : crossGuard(account, held);
}

function isolatedGuard(held: Position): Guard {
  const worst = bankruptcyTicks(held.market.instrument, held);
  const isLong = held.position === PositionSide.long;
  return { takes: (_lots, ticks) => (isLong ? ticks >= worst : ticks <= worst) };
}

function crossGuard(account: Account, { market, position }: Position): Guard {
  let { equity } = figuresOf(account);
  return {
    takes: (lots, ticks, rate) => {
      const gain = directionOf(position) * notionalOf(market.instrument, ticks - market.markTicks, lots);
      const after = equity + gain - feeOf(notionalOf(market.instrument, ticks, lots), rate);
      if (after < 0n) return false;
      equity = after;
      return true;
    },
  };
}
