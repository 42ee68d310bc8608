/** Changing the leverage of an isolated position, and its margin by hand. Money in 10^-8 USDT. */

import { maxOf, minOf } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';
import { type IsolatedAtMark, initialMargin } from './margin.ts';
import { notionalOf, unrealisedPnl } from './notional.ts';
import { tierOf } from './tiers.ts';

export interface Remargin {
  /** What the entry cost asks for at the new leverage. */
  target: bigint;
  /** What must stay: the initial margin of the larger of entry cost and notional at mark. */
  required: bigint;
  /** What may go back to the wallet: 0 when margin is to be added. */
  maxRelease: bigint;
  /** What the margin changes by; above zero it comes out of the available balance. */
  delta: bigint;
}

/**
 * What a new leverage does to an isolated position's margin: up to the target out of the wallet, or down towards it, as far
 * as unrealised loss and requirement let it. The caller refuses when `delta` is more than is available, and checks the
 * leverage against `maxLeverageFor`.
 */
export function isolatedRemargin(instrument: Instrument, held: IsolatedAtMark, leverage: number): Remargin {
  const target = initialMargin(held.cost, leverage);
  const required = marginToStay(instrument, held, leverage);
  if (target > held.margin) return { target, required, maxRelease: 0n, delta: target - held.margin };
  const maxRelease = maxOf(0n, minOf(held.margin - target, removable(instrument, held, required)));
  return { target, required, maxRelease, delta: -maxRelease };
}

/** How much margin can be taken out of an isolated position: profit can not, and a loss counts. */
export function maxReducible(instrument: Instrument, held: IsolatedAtMark): { required: bigint; amount: bigint } {
  const required = marginToStay(instrument, held, tierOf(instrument, held.lots).maxLeverage);
  return { required, amount: maxOf(0n, removable(instrument, held, required)) };
}

function marginToStay(instrument: Instrument, held: IsolatedAtMark, leverage: number): bigint {
  return initialMargin(maxOf(held.cost, notionalOf(instrument, held.markTicks, held.lots)), leverage);
}

function removable(instrument: Instrument, held: IsolatedAtMark, required: bigint): bigint {
  const pnl = unrealisedPnl(instrument, held.position, held.cost, held.lots, held.markTicks);
  return held.margin + minOf(0n, pnl) - required;
}
