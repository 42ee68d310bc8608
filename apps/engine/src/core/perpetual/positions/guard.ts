/** No closing fill may leave its owner a debt: the bankruptcy guard of a position. */
import { MarginMode } from '@pelican/shared/engine/perpetual/terms.ts';
import { crossGuardAllows, isolatedGuardAllows } from '@pelican/shared/perpetual/bankruptcy-guard.ts';
import { directionOf, feeOf, notionalOf } from '@pelican/shared/perpetual/notional.ts';
import type { Account, Position } from '../state.ts';
import { figuresOf } from './accounts.ts';

/** Whether `lots` may be closed at `ticks`; each fill allowed counts for the next, made or only thought of. */
export type Guard = (lots: number, ticks: number, rate: bigint) => boolean;

export function guardOf(account: Account, held: Position): Guard {
  const { market, mode, position } = held;
  const { instrument, markTicks } = market;
  if (mode === MarginMode.isolated) return (_lots, ticks) => isolatedGuardAllows(instrument, held, ticks);
  let { equity } = figuresOf(account);
  return (lots, ticks, rate) => {
    if (!crossGuardAllows(instrument, equity, { position, lots, ticks, markTicks, rate })) return false;
    equity += directionOf(position) * notionalOf(instrument, ticks - markTicks, lots);
    equity -= feeOf(notionalOf(instrument, ticks, lots), rate);
    return true;
  };
}
