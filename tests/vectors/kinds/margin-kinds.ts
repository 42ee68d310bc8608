/** set_leverage, margin_adjust: the margin of an isolated position, changed by its owner. */

import {
  isolatedRemargin,
  liquidationTicks,
  maxLeverageFor,
  maxReducible,
  realLeverage2,
  unrealisedPnl,
} from '@pelican/shared/perpetual';
import type { Decimal, PositionName } from '../vector-file.ts';
import {
  parse8,
  positionOf,
  text8,
  textOf,
  type VectorInstrument,
  type VectorInstruments,
} from '../vector-instrument.ts';

interface HeldInput {
  instrument: string;
  position: PositionName;
  sz: Decimal;
  entryCost: Decimal;
  margin: Decimal;
  mark: Decimal;
  available: Decimal;
}

function heldOf(instrument: VectorInstrument, input: HeldInput) {
  return {
    position: positionOf(input.position),
    lots: instrument.lots(input.sz),
    cost: parse8(input.entryCost),
    margin: parse8(input.margin),
    markTicks: instrument.ticks(input.mark),
  };
}

export function runSetLeverage(input: HeldInput & { newLever: Decimal }, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const { formulas } = instrument;
  const held = heldOf(instrument, input);
  const available = parse8(input.available);
  const leverage = Number(input.newLever);
  const change = isolatedRemargin(formulas, held, leverage);
  const isAllowed = leverage >= 1 && leverage <= maxLeverageFor(formulas, held.lots);
  const accepted = isAllowed && change.delta <= available;
  const margin = accepted ? held.margin + change.delta : held.margin;
  return {
    liqPxBefore: instrument.price(liquidationTicks(formulas, held)),
    target: text8(change.target),
    required: text8(change.required),
    maxRelease: text8(change.maxRelease),
    delta: text8(change.delta),
    accepted,
    newMargin: text8(margin),
    newAvailable: text8(accepted ? available - change.delta : available),
    liqPxAfter: instrument.price(liquidationTicks(formulas, { ...held, margin })),
    realLever: textOf(realLeverage2(held.cost, margin), 2),
  };
}

interface MarginAdjustInput extends HeldInput {
  op: 'add' | 'reduce';
  amount: Decimal;
  pendingIsolatedOrders: boolean;
}

export function runMarginAdjust(input: MarginAdjustInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const { formulas } = instrument;
  const held = heldOf(instrument, input);
  const amount = parse8(input.amount);
  const reducible = maxReducible(formulas, held);
  const accepted =
    input.op === 'add' ? amount <= parse8(input.available) : !input.pendingIsolatedOrders && amount <= reducible.amount;
  const change = input.op === 'add' ? amount : -amount;
  const margin = accepted ? held.margin + change : held.margin;
  return {
    uPnl: text8(unrealisedPnl(formulas, held.position, held.cost, held.lots, held.markTicks)),
    required: text8(reducible.required),
    maxReducible: text8(reducible.amount),
    accepted,
    newMargin: text8(margin),
    realLever: textOf(realLeverage2(held.cost, margin), 2),
    liqPxBefore: instrument.price(liquidationTicks(formulas, held)),
    liqPx: instrument.price(liquidationTicks(formulas, { ...held, margin })),
  };
}
