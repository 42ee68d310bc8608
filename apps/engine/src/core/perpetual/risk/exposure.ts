/**
 * What a user's cross positions come to at the marks of their markets: exactly, and as a cheap estimate in doubles. A leg
 * in a market without a trusted mark counts at its frozen mark. Whether the account is due is decided with its equity
 * less a haircut for each such leg; prices and shares are computed without the haircut.
 */
import { PositionSide } from '@pelican/shared/engine/perpetual';
import { isLiquidatable, marginRatio4, mulCeil, notionalOf, rateOne } from '@pelican/shared/perpetual';
import { figuresOf } from '../positions/accounts.ts';
import { requirementRate8 } from '../positions/liquidation-price.ts';
import type { Account, Market, Position } from '../state.ts';
import { isMarkTrusted } from './market-state.ts';

/** The account's cross positions, in the order of `figuresOf`'s legs. */
export function crossPositionsOf(account: Account): Position[] {
  return [...account.crossPositions];
}

/** The cross positions that may be closed by force: those whose mark is trusted. */
export function trustedLegsOf(account: Account): Position[] {
  return crossPositionsOf(account).filter(({ market }) => isMarkTrusted(market));
}

/** Whether a cross position is in a market without a trusted mark: then nothing is opened and no cash leaves the account. */
export function hasUntrustedLeg(account: Account): boolean {
  for (const { market } of account.crossPositions) if (!isMarkTrusted(market)) return true;
  return false;
}

/** What decides whether a cross account is due. */
export interface Weight {
  /** Less the haircuts of untrusted legs. */
  equity: bigint;
  requirement8: bigint;
  ratio4: bigint | null;
}

export function weighCross(account: Account): Weight {
  const { equity: unweighed, requirement8 } = figuresOf(account);
  const equity = unweighed - haircutOf(account);
  return { equity, requirement8, ratio4: marginRatio4(equity, requirement8) };
}

export function isCrossLiquidatable(account: Account): boolean {
  const { equity, requirement8 } = weighCross(account);
  return isLiquidatable(equity, requirement8);
}

/** Whether the account would be liquidated if what its cross orders freeze were lost: the moment to cancel its orders. */
export function needsItsFreezes(account: Account, { equity, requirement8 }: Weight): boolean {
  return (equity - BigInt(account.crossFreeze)) * rateOne < requirement8;
}

/** The notional of each untrusted leg times its instrument's haircut, rounded up. */
function haircutOf(account: Account): bigint {
  let haircut = 0n;
  for (const { market, lots } of account.crossPositions)
    if (!isMarkTrusted(market))
      haircut += mulCeil(notionalOf(market.instrument, market.markTicks, lots), market.instrument.staleHaircut);
  return haircut;
}

/** Doubles, in 10^-8 USDT. Those of accounts, and those of positions, are one object each: good until the next one. */
export interface Estimate {
  equity: number;
  required: number;
  /** The notional of all legs at mark. */
  notional: number;
  /** Equity without any haircut, and with that of all legs. */
  mostEquity: number;
  leastEquity: number;
  /** More than equity and required together can be wrong by. */
  slack: number;
}

const nothing: Estimate = {
  equity: Number.NaN,
  required: Number.NaN,
  notional: Number.NaN,
  mostEquity: Number.NaN,
  leastEquity: Number.NaN,
  slack: Number.NaN,
};
const ofAccount = { ...nothing };
const ofPosition = { ...nothing };

/**
 * The cross account in doubles. Every step rounds by at most 2^-53 of its result, and no result is larger than `size`,
 * the sum of all magnitudes that went in. A leg takes fewer than 16 steps, so even of 2,000 legs equity and requirement
 * together are off by less than 32,000 x 2^-53 x size, which `slack` (2^-38 x size, and 1 a leg for a haircut's rounding)
 * passes. So an account whose estimated
 * cushion is above the slack is not liquidatable by the exact rule either; only the others are asked it.
 */
export function estimateCross(account: Account): Estimate {
  const cash = Number(account.cash);
  const freeze = Number(account.isolatedFreeze);
  let mostEquity = cash - freeze;
  let cut = 0;
  let cutAll = 0;
  let required = 0;
  let sum = 0;
  let size = Math.abs(cash) + freeze + Number(account.crossFreeze);
  for (const held of account.crossPositions) {
    const { market, lots, position } = held;
    const notional = market.markTicks * lots * Number(market.instrument.unit);
    const cost = Number(held.cost);
    mostEquity += position === PositionSide.long ? notional - cost : cost - notional;
    required += notional * requirementRateOf(market, lots);
    sum += notional;
    size += notional + cost;
    const haircut = Math.ceil((notional * market.settings.staleHaircut) / 1e8);
    cutAll += haircut;
    if (!isMarkTrusted(market)) cut += haircut;
  }
  ofAccount.equity = mostEquity - cut;
  ofAccount.mostEquity = mostEquity;
  ofAccount.leastEquity = mostEquity - cutAll;
  ofAccount.required = required;
  ofAccount.notional = sum;
  ofAccount.slack = size * 2 ** -38 + 4 + account.positions.size;
  return ofAccount;
}

/** An isolated position in doubles. */
export function estimateIsolated(held: Position): Estimate {
  const { market, lots, position } = held;
  const notional = market.markTicks * lots * Number(market.instrument.unit);
  const cost = Number(held.cost);
  const margin = Number(held.margin);
  const equity = margin + (position === PositionSide.long ? notional - cost : cost - notional);
  ofPosition.equity = equity;
  ofPosition.mostEquity = equity;
  ofPosition.leastEquity = equity;
  ofPosition.required = notional * requirementRateOf(market, lots);
  ofPosition.notional = notional;
  ofPosition.slack = (notional + cost + margin) * 2 ** -38 + 4;
  return ofPosition;
}

/** Maintenance rate of the size's tier plus the taker rate, as a fraction. */
export function requirementRateOf(market: Market, lots: number): number {
  return requirementRate8(market, lots) / 1e8;
}
