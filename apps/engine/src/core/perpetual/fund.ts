/** The insurance fund and what it has taken over. */
import type { PositionSide } from '@pelican/shared/engine/perpetual';
import type { Money } from './money.ts';
import type { Market } from './state.ts';

export interface Fund {
  cash: Money;
  /** By id, oldest first. */
  lots: Map<number, FundLot>;
  /** Highest cash of each of the last 8 hours, by hour, for the 30% rule. */
  peaks: { hour: number; cash: Money }[];
}

/** A position that the insurance fund took over at its bankruptcy price. */
export interface FundLot {
  id: number;
  market: Market;
  position: PositionSide;
  lots: number;
  cost: Money;
  bankruptcyTicks: number;
  takenMs: number;
  /** Ticks that it has been worked. */
  age: number;
  isTouched: boolean;
}
