/** position, close: one position after fills, and after one closing fill. */
import { MarginMode } from '@pelican/shared/engine/perpetual';
import { closeFill, liquidationTicks, openFill, positionView } from '@pelican/shared/perpetual';
import type { Decimal, ModeName, PositionName } from '../vector-file.ts';
import { modeOf, parse8, positionOf, text8, textOf, type VectorInstruments } from '../vector-instrument.ts';

interface PositionInput {
  instrument: string;
  mode?: ModeName;
  position: PositionName;
  lever: Decimal;
  fills: { px: Decimal; sz: Decimal; role: 'maker' | 'taker' }[];
  marginAdd?: Decimal;
  fundingPaid?: Decimal;
  mark: Decimal;
}

export function runPosition(input: PositionInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const mode = modeOf(input.mode);
  const leverage = Number(input.lever);
  const funding = parse8(input.fundingPaid ?? 0);
  const held = { mode, position: positionOf(input.position), leverage, lots: 0, cost: 0n, margin: 0n, realised: 0n };
  let fees = 0n;
  for (const { px, sz, role } of input.fills) {
    const lots = instrument.lots(sz);
    const fill = { mode, ticks: instrument.ticks(px), lots, leverage, rate: instrument.rate(role) };
    const opened = openFill(instrument.formulas, fill);
    held.lots += lots;
    held.cost += opened.notional;
    held.margin += opened.margin;
    fees += opened.fee;
  }
  held.margin += parse8(input.marginAdd ?? 0) - funding;
  held.realised = -fees - funding;
  const view = positionView(instrument.formulas, held, instrument.ticks(input.mark));
  return {
    sz: instrument.size(held.lots),
    qty: instrument.amount(held.lots),
    entryCost: text8(held.cost),
    avgPx: text8(view.averagePrice8),
    margin: text8(held.margin),
    openFees: text8(fees),
    realized: text8(held.realised),
    notional: text8(view.notional),
    uPnl: text8(view.unrealised),
    pnlPct: textOf(view.pnlPercent2, 2),
    tier: view.tier,
    mmr: text8(view.mmr),
    mm: text8(view.maintenance),
    liqFee: text8(view.liquidationFee),
    equity: text8(view.equity),
    mgnRatio: textOf(view.ratio4, 4),
    liqPx: instrument.price(view.liquidationTicks),
    bkPx: instrument.price(view.bankruptcyTicks),
    bePx: instrument.price(view.breakEvenTicks),
    realLever: textOf(view.realLeverage2, 2),
  };
}

interface CloseInput {
  instrument: string;
  mode?: ModeName;
  position: PositionName;
  sz: Decimal;
  entryCost: Decimal;
  margin?: Decimal;
  px: Decimal;
  closeSz: Decimal;
  role: 'maker' | 'taker';
}

export function runClose(input: CloseInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const mode = modeOf(input.mode);
  const position = positionOf(input.position);
  const held = {
    mode,
    position,
    lots: instrument.lots(input.sz),
    cost: parse8(input.entryCost),
    margin: mode === MarginMode.isolated ? parse8(input.margin ?? 0) : 0n,
  };
  const closed = closeFill(instrument.formulas, held, {
    lots: instrument.lots(input.closeSz),
    ticks: instrument.ticks(input.px),
    rate: instrument.rate(input.role),
  });
  const rest = { position, lots: closed.lotsAfter, cost: closed.costAfter, margin: closed.marginAfter };
  const isIsolated = mode === MarginMode.isolated;
  return {
    notional: text8(closed.notional),
    costRemoved: text8(closed.costRemoved),
    pnl: text8(closed.pnl),
    fee: text8(closed.fee),
    released: text8(closed.released),
    balanceDelta: text8(closed.cashDelta),
    remSz: instrument.size(rest.lots),
    remCost: text8(rest.cost),
    remMargin: text8(rest.margin),
    remLiqPx: isIsolated ? instrument.price(liquidationTicks(instrument.formulas, rest)) : null,
  };
}
