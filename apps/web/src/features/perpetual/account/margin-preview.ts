/** What more or less margin does to an isolated position, by the engine's formulas. */
import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import { type Instrument, liquidationTicks, realLeverage2 } from '@pelican/shared/perpetual';
import { heldOf } from './position-figures.ts';
import { priceOf, textOf } from './sizes.ts';

export interface MarginAfter {
  margin: bigint;
  /** "" without margin. */
  realLeverage: string;
  liquidationPrice: string;
}

/** @param delta units of 10^-8; below zero is taken out */
export function marginAfter(instrument: Instrument, position: OpenPosition, delta: bigint): MarginAfter {
  const held = heldOf(instrument, position);
  const margin = held.margin + delta;
  const leverage = realLeverage2(held.cost, margin);
  return {
    margin,
    realLeverage: leverage === null ? '' : textOf(leverage, 2),
    liquidationPrice: priceOf(instrument, liquidationTicks(instrument, { ...held, margin })),
  };
}
