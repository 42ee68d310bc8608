/** The figures of an open position at the mark that just arrived, by the same formulas that the engine liquidates with. */

import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import { PositionSide as Side } from '@pelican/shared/engine/perpetual';
import {
  directionOf,
  type Instrument,
  marginRatio4,
  notionalOf,
  pnlPercent2,
  requirement8,
  unrealisedPnl,
} from '@pelican/shared/perpetual';
import { lotsOf, textOf, ticksOf, unitsOf } from './sizes.ts';
import type { PositionSide } from './terms.ts';

/** As the formulas take it. */
export interface HeldNow {
  position: Side;
  lots: number;
  /** Entry cost, exact: the notional at the mark that the server computed its profit with, less that profit. */
  cost: bigint;
  margin: bigint;
}

export function sideCode(position: PositionSide): Side {
  return position === 'long' ? Side.long : Side.short;
}

export function heldOf(instrument: Instrument, position: OpenPosition): HeldNow {
  const side = sideCode(position.position);
  const lots = lotsOf(instrument, position.sz);
  const notional = notionalOf(instrument, ticksOf(instrument, position.mark_price), lots);
  return {
    position: side,
    lots,
    cost: notional - directionOf(side) * unitsOf(position.profit_unreal),
    margin: position.mode === 'isolated' ? unitsOf(position.margin) : 0n,
  };
}

export interface FiguresAtMark {
  mark: string;
  profit: string;
  percent: string;
  /** Equity over requirement; "" unknown. */
  ratio: string;
}

/** @param mark the newest mark price; null: the one that came with the position */
export function figuresAtMark(
  instrument: Instrument | undefined,
  position: OpenPosition,
  mark: string | null,
): FiguresAtMark {
  const received = {
    mark: position.mark_price,
    profit: position.profit_unreal,
    percent: position.profit_unreal_percent,
    ratio: position.margin_ratio,
  };
  if (!instrument || !mark || position.mark_price === '') return received;
  const held = heldOf(instrument, position);
  const markTicks = ticksOf(instrument, mark);
  const profit = unrealisedPnl(instrument, held.position, held.cost, held.lots, markTicks);
  const ratio =
    position.mode === 'isolated'
      ? marginRatio4(held.margin + profit, requirement8(instrument, held.lots, markTicks))
      : null;
  return {
    mark,
    profit: textOf(profit),
    percent: textOf(pnlPercent2(profit, held.cost, Number(position.leverage)), 2),
    ratio: ratio === null ? received.ratio : textOf(ratio, 4),
  };
}
