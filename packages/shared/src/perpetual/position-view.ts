/** What a screen shows of a position, and of an order before it is sent. Money in 10^-8 USDT, prices in ticks. */
import { MarginMode, type PositionSide } from '../engine/perpetual/terms.ts';
import { type CrossCash, type CrossFigures, type CrossLeg, crossAccount, crossLiquidationTicks } from './cross.ts';
import type { Instrument } from './instrument.ts';
import { bankruptcyTicks, breakEvenTicks, liquidationTicks } from './isolated.ts';
import {
  initialMargin,
  isolatedEquity,
  liquidationFee,
  maintenanceMargin,
  marginRatio4,
  pnlPercent2,
  realLeverage2,
  requirement8,
} from './margin.ts';
import { averagePrice8, directionOf, feeOf, notionalOf, unrealisedPnl } from './notional.ts';
import { tierOf } from './tiers.ts';

export interface ViewedPosition {
  mode: MarginMode;
  position: PositionSide;
  /** The set leverage. */
  leverage: number;
  lots: number;
  cost: bigint;
  /** 0 in cross mode. */
  margin: bigint;
  /** Profits less fees less funding paid so far. */
  realised: bigint;
}

export interface PositionView {
  notional: bigint;
  averagePrice8: bigint;
  unrealised: bigint;
  pnlPercent2: bigint;
  /** 1 for the lowest. */
  tier: number;
  mmr: bigint;
  maintenance: bigint;
  liquidationFee: bigint;
  /** Isolated: the margin. Cross: notional at mark / leverage. */
  initialMargin: bigint;
  /** The three below are of isolated positions; a cross position has those of its account. */
  equity: bigint | null;
  ratio4: bigint | null;
  liquidationTicks: number | null;
  bankruptcyTicks: number | null;
  breakEvenTicks: number | null;
  /** In 10^-2; in cross mode the set leverage. */
  realLeverage2: bigint | null;
}

/** Everything that follows from a position and the mark price. */
export function positionView(instrument: Instrument, held: ViewedPosition, markTicks: number): PositionView {
  const { lots, cost, margin, leverage } = held;
  const isIsolated = held.mode === MarginMode.isolated;
  const tier = tierOf(instrument, lots);
  const notional = notionalOf(instrument, markTicks, lots);
  const unrealised = unrealisedPnl(instrument, held.position, cost, lots, markTicks);
  const equity = isIsolated ? isolatedEquity(instrument, { ...held, markTicks }) : null;
  return {
    notional,
    averagePrice8: averagePrice8(instrument, cost, lots),
    unrealised,
    pnlPercent2: pnlPercent2(unrealised, cost, leverage),
    tier: tier.index + 1,
    mmr: tier.mmr,
    maintenance: maintenanceMargin(instrument, lots, markTicks),
    liquidationFee: liquidationFee(instrument, lots, markTicks),
    initialMargin: isIsolated ? margin : initialMargin(notional, leverage),
    equity,
    ratio4: equity === null ? null : marginRatio4(equity, requirement8(instrument, lots, markTicks)),
    liquidationTicks: isIsolated ? liquidationTicks(instrument, held) : null,
    bankruptcyTicks: isIsolated && lots > 0 ? bankruptcyTicks(instrument, held) : null,
    breakEvenTicks: breakEvenTicks(instrument, held),
    realLeverage2: isIsolated ? realLeverage2(cost, margin) : BigInt(leverage) * 100n,
  };
}

/** An opening order as if it were filled: what is bought, for how much, at which leverage and fee rate. */
export interface SimulatedOpen {
  position: PositionSide;
  lots: number;
  /** At the order's price; of a market order what the walk through the book costs. */
  notional: bigint;
  leverage: number;
  rate: bigint;
}

export interface AfterOpen {
  liquidationTicks: number | null;
  ratio4: bigint | null;
}

/** Liquidation price and margin ratio of an isolated position after an opening fill; `held` null: none yet. */
export function isolatedAfterOpen(
  instrument: Instrument,
  held: { lots: number; cost: bigint; margin: bigint } | null,
  open: SimulatedOpen,
  markTicks: number,
): AfterOpen {
  const after = {
    position: open.position,
    lots: (held?.lots ?? 0) + open.lots,
    cost: (held?.cost ?? 0n) + open.notional,
    margin: (held?.margin ?? 0n) + initialMargin(open.notional, open.leverage),
  };
  return {
    liquidationTicks: liquidationTicks(instrument, after),
    ratio4: marginRatio4(
      isolatedEquity(instrument, { ...after, markTicks }),
      requirement8(instrument, after.lots, markTicks),
    ),
  };
}

/** The same of a cross account; the price is an estimate with all other marks as they are. */
export function crossAfterOpen(
  instrument: Instrument,
  account: CrossCash,
  legs: readonly CrossLeg[],
  open: SimulatedOpen,
  markTicks: number,
): AfterOpen {
  const figures = crossAccount(
    { ...account, cash: account.cash - feeOf(open.notional, open.rate) },
    withOpened(instrument, legs, open, markTicks),
    [],
  );
  return afterOf(figures, instrument.id);
}

function withOpened(
  instrument: Instrument,
  legs: readonly CrossLeg[],
  open: SimulatedOpen,
  markTicks: number,
): CrossLeg[] {
  const isSame = (leg: CrossLeg) => leg.instrument.id === instrument.id && leg.position === open.position;
  const held = legs.find(isSame);
  const opened: CrossLeg = {
    instrument,
    position: open.position,
    lots: (held?.lots ?? 0) + open.lots,
    cost: (held?.cost ?? 0n) + open.notional,
    leverage: open.leverage,
    markTicks,
  };
  return [...legs.filter((leg) => !isSame(leg)), opened];
}

function afterOf(figures: CrossFigures, marketId: number): AfterOpen {
  return { liquidationTicks: crossLiquidationTicks(figures, marketId), ratio4: figures.ratio4 };
}

export interface ExitEstimate {
  /** direction x (exit - entry), less both fees. */
  pnl: bigint;
  /** Over entry notional / leverage, in 10^-2 percent. */
  percent2: bigint;
}

/** What a take-profit or stop-loss brings: `entry` is what the size cost, the exit its order price, or its trigger's. */
export function exitEstimate(
  instrument: Instrument,
  entry: { position: PositionSide; lots: number; cost: bigint; leverage: number; rate: bigint },
  exit: { ticks: number; rate: bigint },
): ExitEstimate {
  const proceeds = notionalOf(instrument, exit.ticks, entry.lots);
  const fees = feeOf(entry.cost, entry.rate) + feeOf(proceeds, exit.rate);
  const pnl = directionOf(entry.position) * (proceeds - entry.cost) - fees;
  return { pnl, percent2: pnlPercent2(pnl, entry.cost, entry.leverage) };
}
