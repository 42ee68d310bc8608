/** How far a running loan is from being sold. docs/loans.md, "Levels". */
import { floorDiv, maxOf, rateOne } from '../money/rounding.ts';
import { coinsFor, exactMoney, exactValue, excessOver, type LoanUnits, type Ratio } from './units.ts';

/** Shares of the pledge's value, 10^-8, each above the one before. */
export interface LoanLevels {
  warning: bigint;
  call: bigint;
  liquidation: bigint;
}

export const levelNames = ['ok', 'warning', 'call', 'liquidation'] as const;
export type LevelName = (typeof levelNames)[number];

/** What of a loan its levels depend on. */
export interface Debt {
  units: LoanUnits;
  /** All that is owed now: `payoffAt`. */
  payoff: bigint;
  /** Coins. */
  pledge: bigint;
  levels: LoanLevels;
}

/** The highest level that the debt has reached at this price. */
export function levelAt({ units, payoff, pledge, levels }: Debt, watchPrice: bigint): LevelName {
  const isReached = (rate: bigint) => excessOver(units, payoff, pledge, watchPrice, rate) >= 0n;
  if (isReached(levels.liquidation)) return 'liquidation';
  if (isReached(levels.call)) return 'call';
  return isReached(levels.warning) ? 'warning' : 'ok';
}

/** A level that was notified is notified again only after the debt was this much of the value below it (2 points). */
const rearmDistance = 2_000_000n;

/** The highest level, up to the one that was notified last, that stays notified at this price. */
export function stillNotified(debt: Debt, notified: LevelName, watchPrice: bigint): LevelName {
  const { units, payoff, pledge, levels } = debt;
  const upToNotified = levelNames.slice(0, levelNames.indexOf(notified) + 1);
  const stays = (name: LevelName) =>
    name !== 'ok' && excessOver(units, payoff, pledge, watchPrice, levels[name] - rearmDistance) > 0n;
  return upToNotified.findLast(stays) ?? 'ok';
}

/** The first price on the market's grid, from above, at which a level is reached: floor to step(payoff / (level x pledge)). */
export function levelPrice({ units, payoff, pledge }: Debt, levelRate: bigint, priceStep: bigint): bigint {
  const perStep = exactValue(units, pledge, priceStep) * levelRate;
  return floorDiv(exactMoney(units, payoff) * rateOne, perStep) * priceStep;
}

/** The prices at which a debt reaches each of its levels. */
export function levelPrices(debt: Debt, priceStep: bigint): Record<keyof LoanLevels, bigint> {
  const at = (rate: bigint) => levelPrice(debt, rate, priceStep);
  const { warning, call, liquidation } = debt.levels;
  return { warning: at(warning), call: at(call), liquidation: at(liquidation) };
}

/** Coins that are missing to, or not needed for, the share at which a loan begins. One of them is 0. */
export function pledgeRoom(debt: Debt, share: Ratio, sizePrice: bigint): { topUp: bigint; releaseMax: bigint } {
  const needed = coinsFor(debt.units, debt.payoff, sizePrice, share);
  return { topUp: maxOf(0n, needed - debt.pledge), releaseMax: maxOf(0n, debt.pledge - needed) };
}
