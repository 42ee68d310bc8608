/** What a user's cross positions come to at the marks of their markets: exactly, and as a cheap estimate in doubles. */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual/terms.ts';
import type { CrossFigures } from '@pelican/shared/perpetual/cross.ts';
import { rateOne } from '@pelican/shared/perpetual/rounding.ts';
import type { Account, Market, PerpetualShard, Position } from '../state.ts';
import { isMarkTrusted } from './market-state.ts';

/** The account's cross positions, in the order of `figuresOf`'s legs. */
export function crossPositionsOf(account: Account): Position[] {
  return [...account.positions.values()].filter(({ mode }) => mode === MarginMode.cross);
}

/** Whether the account would be liquidated if what its cross orders freeze were lost: the moment to cancel its orders. */
export function needsItsFreezes(account: Account, figures: CrossFigures): boolean {
  return (figures.equity - account.crossFreeze) * rateOne < figures.requirement8;
}

/** Whether every cross position stands in a market whose mark may liquidate. An account is not judged by half its marks. */
export function areCrossMarksTrusted(account: Account): boolean {
  for (const { mode, market } of account.positions.values())
    if (mode === MarginMode.cross && !isMarkTrusted(market)) return false;
  return true;
}

/** Doubles, in 10^-8 USDT. */
export interface Estimate {
  equity: number;
  required: number;
  /** Of all legs at mark. */
  notional: number;
  /** More than equity and required together can be wrong by. */
  slack: number;
}

/**
 * The cross account in doubles. Every step rounds by at most 2^-53 of its result, and no result is larger than `size`,
 * the sum of all magnitudes that went in. A leg takes fewer than 12 steps, so even of 2,000 legs equity and requirement
 * together are off by less than 24,000 x 2^-53 x size, which `slack` (2^-38 x size) passes. So an account whose estimated
 * cushion is above the slack is not liquidatable by the exact rule either; only the others are asked it.
 */
export function estimateCross(account: Account): Estimate {
  const cash = Number(account.cash);
  const freeze = Number(account.isolatedFreeze);
  let equity = cash - freeze;
  let required = 0;
  let sum = 0;
  let size = Math.abs(cash) + freeze + Number(account.crossFreeze);
  for (const held of account.positions.values()) {
    if (held.mode !== MarginMode.cross) continue;
    const { market, lots, position } = held;
    const notional = market.markTicks * lots * Number(market.instrument.unit);
    const cost = Number(held.cost);
    equity += position === PositionSide.long ? notional - cost : cost - notional;
    required += notional * requirementRateOf(market, lots);
    sum += notional;
    size += notional + cost;
  }
  return { equity, required, notional: sum, slack: size * 2 ** -38 + 4 };
}

/** An isolated position in doubles. */
export function estimateIsolated(held: Position): Estimate {
  const { market, lots, position } = held;
  const notional = market.markTicks * lots * Number(market.instrument.unit);
  const cost = Number(held.cost);
  const margin = Number(held.margin);
  return {
    equity: margin + (position === PositionSide.long ? notional - cost : cost - notional),
    required: notional * requirementRateOf(market, lots),
    notional,
    slack: (notional + cost + margin) * 2 ** -38 + 4,
  };
}

/** Maintenance rate of the size's tier plus the taker rate, as a fraction. */
function requirementRateOf({ settings }: Market, lots: number): number {
  const { tiers } = settings;
  let at = 0;
  while (at < tiers.length - 1 && lots > (tiers[at] as { maxLots: number }).maxLots) at++;
  return ((tiers[at] as { mmr: number }).mmr + settings.takerRate) / 1e8;
}

/** Calls `see` once for each isolated position, and for each account with cross positions at the first of them. */
export function forEachRisk(
  { positions, accounts }: PerpetualShard,
  see: (subject: Position | Account, estimate: Estimate, held: Position) => void,
): void {
  for (const held of positions.values()) {
    if (held.mode === MarginMode.isolated) {
      see(held, estimateIsolated(held), held);
      continue;
    }
    const account = accounts.get(held.user) as Account;
    if (isFirstCross(account, held)) see(account, estimateCross(account), held);
  }
}

function isFirstCross(account: Account, held: Position): boolean {
  for (const other of account.positions.values()) if (other.mode === MarginMode.cross) return other === held;
  return false;
}
