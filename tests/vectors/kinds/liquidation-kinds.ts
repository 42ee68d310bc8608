/** takeover, liq_engine, partial_liquidation. */
import { MarginMode, type PositionSide } from '@pelican/shared/engine/perpetual';
import {
  type BookLevel,
  bankruptcyTicks,
  closeFill,
  fundOrder,
  isLiquidatable,
  isolatedEquity,
  isReducible,
  liquidationTicks,
  lotsToLowerTier,
  lowestRequirement8,
  marginRatio4,
  reductionFill,
  requirement8,
  takeover,
  tierOf,
  unrealisedPnl,
} from '@pelican/shared/perpetual';
import { takeLevels } from '../take-levels.ts';
import type { BookSide, Decimal, PositionName } from '../vector-file.ts';
import {
  parse8,
  positionOf,
  text8,
  text16,
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
}

interface Held {
  position: PositionSide;
  lots: number;
  cost: bigint;
  margin: bigint;
  markTicks: number;
}

function heldOf(instrument: VectorInstrument, input: HeldInput): Held {
  return {
    position: positionOf(input.position),
    lots: instrument.lots(input.sz),
    cost: parse8(input.entryCost),
    margin: parse8(input.margin),
    markTicks: instrument.ticks(input.mark),
  };
}

function riskOf(instrument: VectorInstrument, held: Held) {
  const equity = isolatedEquity(instrument.formulas, held);
  const required8 = requirement8(instrument.formulas, held.lots, held.markTicks);
  return {
    isLiquidatable: isLiquidatable(equity, required8),
    equity: text8(equity),
    requirement: text16(required8),
    ratio: textOf(marginRatio4(equity, required8), 4),
  };
}

export function runTakeover(input: HeldInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const { formulas } = instrument;
  const held = heldOf(instrument, input);
  const risk = riskOf(instrument, held);
  const taken = takeover(formulas, held);
  return {
    uPnl: text8(unrealisedPnl(formulas, held.position, held.cost, held.lots, held.markTicks)),
    equity: risk.equity,
    requirement: risk.requirement,
    mgnRatio: risk.ratio,
    liqPx: instrument.price(liquidationTicks(formulas, held)),
    triggered: risk.isLiquidatable,
    bkPx: instrument.price(taken.bankruptcyTicks),
    bkNotional: text8(taken.notional),
    userRealized: text8(taken.userRealised),
    liqFee: text8(taken.liquidationFee),
    surplus: text8(taken.surplus),
    insuranceDelta: text8(taken.fundDelta),
    fundPositionCost: text8(taken.notional),
  };
}

interface FundOrderInput {
  instrument: string;
  position: PositionName;
  sz: Decimal;
  bkPx: Decimal;
  insuranceFund: Decimal;
  budgetPct: Decimal;
  book: BookSide;
}

export function runFundOrder(input: FundOrderInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const { formulas } = instrument;
  const position = positionOf(input.position);
  const lot = { position, lots: instrument.lots(input.sz), bankruptcyTicks: instrument.ticks(input.bkPx) };
  const fund = parse8(input.insuranceFund);
  const { budget, limitTicks } = fundOrder(formulas, lot, fund, parse8(input.budgetPct));
  const fills = takeLevels(instrument.levels(input.book), position, lot.lots, limitTicks);
  const cost = BigInt(lot.bankruptcyTicks) * BigInt(lot.lots) * formulas.unit;
  let held = { mode: MarginMode.cross, position, lots: lot.lots, cost, margin: 0n };
  let pnl = 0n;
  for (const fill of fills) {
    const closed = closeFill(formulas, held, { ...fill, rate: 0n });
    held = { ...held, lots: closed.lotsAfter, cost: closed.costAfter };
    pnl += closed.pnl;
  }
  return {
    budget: text8(budget),
    limitPx: instrument.price(limitTicks),
    fills: fillTexts(instrument, fills),
    fundPnl: text8(pnl),
    insuranceFund: text8(fund + pnl),
    remaining: instrument.size(held.lots),
  };
}

export function runPartialLiquidation(input: HeldInput & { book: BookSide }, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const { formulas } = instrument;
  const before = heldOf(instrument, input);
  const risk = riskOf(instrument, before);
  const book = instrument.levels(input.book);
  const steps: object[] = [];
  let held = before;
  let result = resultOf(instrument, held, 0);
  while (result === 'reduce') {
    const { step, after, unfilledLots } = reduceOnce(instrument, held, book);
    steps.push(step);
    held = after;
    result = resultOf(instrument, held, unfilledLots);
  }
  return {
    tier: tierOf(formulas, before.lots).index + 1,
    equity: risk.equity,
    requirement: risk.requirement,
    lowestTierRequirement: text16(lowestRequirement8(formulas, before.lots, before.markTicks)),
    mgnRatio: risk.ratio,
    steps,
    result,
    liqPx: instrument.price(liquidationTicks(formulas, held)),
  };
}

type Result = 'healthy' | 'reduce' | 'retry' | 'takeover';

/** What comes next for a position that has been reduced as far as the book let it. */
function resultOf(instrument: VectorInstrument, held: Held, unfilledLots: number): Result {
  if (!riskOf(instrument, held).isLiquidatable) return 'healthy';
  if (!isReducible(instrument.formulas, held)) return 'takeover';
  return unfilledLots > 0 ? 'retry' : 'reduce';
}

function reduceOnce(instrument: VectorInstrument, held: Held, book: BookLevel[]) {
  const { formulas } = instrument;
  const lots = lotsToLowerTier(formulas, held.lots);
  const limitTicks = bankruptcyTicks(formulas, held);
  const fills = takeLevels(book, held.position, lots, limitTicks);
  let after = held;
  let pnl = 0n;
  let fees = 0n;
  for (const fill of fills) {
    const reduced = reductionFill(formulas, after, fill);
    after = { ...after, lots: reduced.lotsAfter, cost: reduced.costAfter, margin: reduced.marginAfter };
    pnl += reduced.pnl;
    fees += reduced.fee;
  }
  const unfilledLots = lots - (held.lots - after.lots);
  const risk = riskOf(instrument, after);
  const step = {
    closeSz: instrument.size(lots),
    limitPx: instrument.price(limitTicks),
    fills: fillTexts(instrument, fills),
    unfilled: instrument.size(unfilledLots),
    pnl: text8(pnl),
    fees: text8(fees),
    remSz: instrument.size(after.lots),
    remCost: text8(after.cost),
    remMargin: text8(after.margin),
    newTier: tierOf(formulas, after.lots).index + 1,
    newEquity: risk.equity,
    newRequirement: risk.requirement,
    newMgnRatio: risk.ratio,
  };
  return { step, after, unfilledLots };
}

function fillTexts(instrument: VectorInstrument, fills: readonly BookLevel[]) {
  return fills.map(({ ticks, lots }) => ({ px: instrument.price(ticks), sz: instrument.size(lots) }));
}
