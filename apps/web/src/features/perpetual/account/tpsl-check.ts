/** What a take-profit or stop-loss of a position would bring, and what is wrong with it, by the engine's formulas. */
import type { OpenPosition } from '@pelican/shared/contracts/perpetual';
import { PositionSide, PriceSource } from '@pelican/shared/engine/perpetual';
import { exitEstimate, type Instrument, type TriggerLegs, triggerSideError } from '@pelican/shared/perpetual';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { isSet, type LegDraft, type LegName, type LegsDraft, type Source } from '../dialogs/legs.ts';
import { heldOf, sideCode } from './position-figures.ts';
import { textOf, ticksOf } from './sizes.ts';

const sourceCodes: Record<Source, PriceSource> = {
  last: PriceSource.last,
  index: PriceSource.index,
  mark: PriceSource.mark,
};

/** The prices of now; "" where one is not known. */
export type Prices = Record<Source, string>;

function triggerTicks(instrument: Instrument, leg: LegDraft): number {
  return ticksOf(instrument, wireDecimal(leg.trigger));
}

/** Profit of the whole position at the leg's exit, both fees off; null when the leg is not set. */
export function legEstimate(instrument: Instrument, position: OpenPosition, leg: LegDraft): string | null {
  if (!isSet(leg)) return null;
  const price = wireDecimal(leg.price);
  const held = heldOf(instrument, position);
  const estimate = exitEstimate(
    instrument,
    { ...held, leverage: Number(position.leverage), rate: instrument.takerRate },
    {
      ticks: isZeroDecimal(price) ? triggerTicks(instrument, leg) : ticksOf(instrument, price),
      rate: instrument.takerRate,
    },
  );
  return textOf(estimate.pnl);
}

/** The leg that would fire at once, or null. */
export function firesAtOnce(
  instrument: Instrument,
  position: OpenPosition,
  legs: LegsDraft,
  prices: Prices,
): LegName | null {
  const bySource = new Map(
    Object.entries(sourceCodes).map(([source, code]) => [code, prices[source as Source]] as const),
  );
  const wire: TriggerLegs = {
    tpTriggerTicks: triggerTicks(instrument, legs.tp),
    tpOrderTicks: 0,
    tpTriggerBy: sourceCodes[legs.tp.source],
    slTriggerTicks: triggerTicks(instrument, legs.sl),
    slOrderTicks: 0,
    slTriggerBy: sourceCodes[legs.sl.source],
  };
  return triggerSideError(sideCode(position.position), wire, (source) =>
    ticksOf(instrument, bySource.get(source) || '0'),
  );
}

/** Whether the position would be liquidated before its stop is reached. */
export function isBeyondLiquidation(instrument: Instrument, position: OpenPosition, stop: LegDraft): boolean {
  if (!isSet(stop) || position.liq_price === '') return false;
  const stopTicks = triggerTicks(instrument, stop);
  const liquidation = ticksOf(instrument, position.liq_price);
  return sideCode(position.position) === PositionSide.long ? stopTicks <= liquidation : stopTicks >= liquidation;
}
