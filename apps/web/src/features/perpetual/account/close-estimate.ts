/** What closing a part of a position at a price would bring, by the engine's formulas. */
import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import { MarginMode } from '@pelican/shared/engine/perpetual';
import { closeFill, type Instrument } from '@pelican/shared/perpetual';
import { heldOf } from './position-figures.ts';
import { lotsOf, textOf, ticksOf } from './sizes.ts';

export interface CloseEstimate {
  /** Before fees. */
  profit: string;
  /** Taker fee. */
  fee: string;
}

/** @param contracts at most the position's size; @returns null when size or price is nothing */
export function closeEstimate(
  instrument: Instrument,
  position: OpenPosition,
  contracts: string,
  price: string,
): CloseEstimate | null {
  const held = heldOf(instrument, position);
  const lots = Math.min(lotsOf(instrument, contracts), held.lots);
  const ticks = ticksOf(instrument, price);
  if (lots <= 0 || ticks <= 0) return null;
  const mode = position.mode === 'isolated' ? MarginMode.isolated : MarginMode.cross;
  const fill = closeFill(instrument, { ...held, mode }, { lots, ticks, rate: instrument.takerRate });
  return { profit: textOf(fill.pnl), fee: textOf(fill.fee) };
}

/** A share of a size in contracts, cut to whole lots. */
export function shareOf(instrument: Instrument, contracts: string, percent: number): string {
  const lots = Math.floor((lotsOf(instrument, contracts) * percent) / 100);
  return textOf(BigInt(lots) * instrument.lotSize);
}

/** Whole percents of a size that a part is. */
export function percentOf(instrument: Instrument, part: string, whole: string): number {
  const all = lotsOf(instrument, whole);
  return all === 0 ? 0 : Math.min(100, Math.floor((lotsOf(instrument, part) * 100) / all));
}
