/** Which subjects are due at the present marks, and in which order those found together are evaluated. */
import { isLiquidatable, isolatedEquity, requirement8 } from '@pelican/shared/perpetual';
import type { Turn } from '../pending-work.ts';
import { exactOf } from '../positions/accounts.ts';
import type { Account, Position } from '../state.ts';
import { type Estimate, isCrossLiquidatable, needsItsFreezes, weighCross } from './exposure.ts';
import { isAtLiquidation } from './liquidate-isolated.ts';
import { isMarkTrusted } from './market-state.ts';

/** A turn with what its place in the round depends on. */
export interface PlacedTurn extends Turn {
  equity: bigint;
  required8: bigint;
  /** Equity over requirement in doubles, and what it can be wrong by. */
  ratio: number;
  error: number;
}

/** Whether an isolated position is at its liquidation price, or being liquidated, whether its mark is trusted or not. */
export function isAtLimit(held: Position): boolean {
  return held.isLiquidating || isAtLiquidation(held);
}

export function isPositionDue(held: Position): boolean {
  return isAtLimit(held) && isMarkTrusted(held.market);
}

/** The estimate in doubles lets everyone through whom the exact rules could mean. */
export function isAccountDue(account: Account, estimate: Estimate): boolean {
  return hasReachedLimit(account, estimate) && !isBlocked(account);
}

/**
 * Whether a liquidatable account can only wait: no mark of its cross positions is trusted, so none may be closed, and
 * it has no opening order to cancel.
 */
export function isBlocked(account: Account): boolean {
  const { crossPositions, crossFreeze, isolatedFreeze } = account;
  if (crossPositions.length === 0 || Number(crossFreeze) + Number(isolatedFreeze) > 0) return false;
  return !crossPositions.some(({ market }) => isMarkTrusted(market)) && isCrossLiquidatable(account);
}

function hasReachedLimit(account: Account, { equity, required, slack }: Estimate): boolean {
  if (account.isLiquidating) return true;
  if (account.crossPositions.length === 0) return false;
  if (equity - Number(account.crossFreeze) - required > slack) return false;
  const weight = weighCross(account);
  return isLiquidatable(weight.equity, weight.requirement8) || needsItsFreezes(account, weight);
}

export function turnOfPosition(held: Position): PlacedTurn {
  const { market, lots } = held;
  const equity = isolatedEquity(market.instrument, exactOf(held));
  return placed(held.user, held.id, equity, requirement8(market.instrument, lots, market.markTicks));
}

export function turnOfAccount(account: Account): PlacedTurn {
  const { equity, requirement8: required8 } = weighCross(account);
  return placed(account.user, 0, equity, required8);
}

function placed(user: number, positionId: number, equity: bigint, required8: bigint): PlacedTurn {
  const ratio = Number(equity) / Number(required8);
  // Two conversions and a quotient: less than 2^-50 of it.
  return { user, positionId, equity, required8, ratio, error: Math.abs(ratio) * 2 ** -50 };
}

/** Lowest ratio first, as fractions; what requires nothing comes last; of equals the lower user, then the lower id. */
export function byRatio(a: PlacedTurn, b: PlacedTurn): number {
  return compareRatios(a, b) || a.user - b.user || a.positionId - b.positionId;
}

function compareRatios(a: PlacedTurn, b: PlacedTurn): number {
  if (a.required8 === 0n || b.required8 === 0n) return Number(a.required8 === 0n) - Number(b.required8 === 0n);
  if (Math.abs(a.ratio - b.ratio) > a.error + b.error) return a.ratio - b.ratio;
  const [left, right] = [a.equity * b.required8, b.equity * a.required8];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
