/**
 * Evaluates accounts and positions: who is liquidated and in which order, and who gets an interval in which nothing is due
 * (watches.ts).
 */
import { MarginMode, PriceSource } from '@pelican/shared/engine/perpetual/terms.ts';
import { isLiquidatable, isolatedEquity, requirement8 } from '@pelican/shared/perpetual/margin.ts';
import { runTriggers } from '../algos/triggers.ts';
import type { Changes } from '../changes.ts';
import type { Turn } from '../pending-work.ts';
import { exactOf } from '../positions/accounts.ts';
import type { Account, Market, PerpetualShard, Position } from '../state.ts';
import {
  type Estimate,
  estimateCross,
  estimateIsolated,
  isCrossLiquidatable,
  needsItsFreezes,
  weighCross,
} from './exposure.ts';
import { workNewLots } from './fund-desk.ts';
import { settleFundingOf } from './funding-payments.ts';
import { cancelOrdersAtRisk, liquidateCross, recoverCross } from './liquidate-cross.ts';
import { isAtLiquidation, liquidateIsolated, recover } from './liquidate-isolated.ts';
import { isMarkTrusted } from './market-state.ts';
import { dropWatch } from './unwatched.ts';
import { isWarned, type Watched } from './warnings.ts';
import { dropLeft, takeUnwatched, watchAccount, watchPosition } from './watches.ts';

/** Turns of liquidations that a tick or a continueRound takes. */
const turnsMax = 64;

/** A turn with what its place in the round depends on. */
interface PlacedTurn extends Turn {
  equity: bigint;
  required8: bigint;
  /** Equity over requirement in doubles, and what it can be wrong by. */
  ratio: number;
  error: number;
}

/**
 * Makes all who are due at the marks of now the queue of turns: lowest ratio first, of equals the lower user, then the
 * lower id. Returns whom a warning may concern, which the same look finds.
 */
export function queueTurns({ shard }: Changes): Watched[] {
  for (const market of shard.markets.values()) dropLeft(shard, market);
  const due: PlacedTurn[] = [];
  const watched: Watched[] = [];
  for (const subject of takeUnwatched(shard)) {
    if ('positions' in subject) lookAtAccount(shard, subject, due, watched);
    else if (subject.lots > 0) lookAtPosition(shard, subject, due, watched);
  }
  due.sort(byRatio);
  shard.turns = due.map(({ user, positionId }) => ({ user, positionId }));
  return watched.sort((a, b) => a.held.id - b.held.id);
}

function lookAtPosition(shard: PerpetualShard, held: Position, due: PlacedTurn[], watched: Watched[]): void {
  const estimate = estimateIsolated(held);
  if (isPositionDue(held)) due.push(turnOfPosition(held));
  if (isWarned(held.warned, estimate)) watched.push({ subject: held, held });
  // Without a trusted mark its turn comes when there is one.
  if (isAtLimit(held)) dropWatch(shard, held);
  else watchPosition(shard, held, estimate);
}

function lookAtAccount(shard: PerpetualShard, account: Account, due: PlacedTurn[], watched: Watched[]): void {
  const estimate = estimateCross(account);
  const [first] = account.crossPositions;
  const isDue = isAccountDue(account, estimate);
  if (isDue) due.push(turnOfAccount(account));
  if (first && isWarned(account.warned, estimate)) watched.push({ subject: account, held: first });
  if (isDue) dropWatch(shard, account);
  else watchAccount(shard, account, estimate);
}

/**
 * Watches those of the unwatched from index `start` on for whom neither a turn nor a warning is due now, so that the next
 * tick need not look at them. It decides nothing, so it may be done whenever there is time.
 */
export function watchUndue(shard: PerpetualShard, start: number): void {
  for (const subject of takeUnwatched(shard, start)) {
    if ('positions' in subject) watchUndueAccount(shard, subject);
    else if (subject.lots > 0) watchUnduePosition(shard, subject);
  }
}

function watchUnduePosition(shard: PerpetualShard, held: Position): void {
  const estimate = estimateIsolated(held);
  if (isAtLimit(held) || isWarned(held.warned, estimate)) dropWatch(shard, held);
  else watchPosition(shard, held, estimate);
}

function watchUndueAccount(shard: PerpetualShard, account: Account): void {
  const estimate = estimateCross(account);
  if (isAccountDue(account, estimate) || isWarned(account.warned, estimate)) dropWatch(shard, account);
  else watchAccount(shard, account, estimate);
}

function isPositionDue(held: Position): boolean {
  return isAtLimit(held) && isMarkTrusted(held.market);
}

/**
 * Notes the owners of a market's isolated positions at their limit. These have no interval, so all are among the
 * unwatched.
 */
export function noteOwnersAtLimit(changes: Changes, market: Market): void {
  for (const subject of changes.shard.unwatched)
    if (!('positions' in subject) && subject.market === market && isAtLimit(subject))
      changes.addAtRisk(subject.account);
}

function isAtLimit(held: Position): boolean {
  return held.isLiquidating || isAtLiquidation(held);
}

/** The estimate in doubles lets everyone through whom the exact rules could mean. */
function isAccountDue(account: Account, { equity, required, slack }: Estimate): boolean {
  if (account.isLiquidating) return true;
  if (account.crossPositions.length === 0) return false;
  if (equity - Number(account.crossFreeze) - required > slack) return false;
  const weight = weighCross(account);
  return isLiquidatable(weight.equity, weight.requirement8) || needsItsFreezes(account, weight);
}

/** Takes the next turns of the queue; true when any was left to take. */
export function takeTurns(changes: Changes): boolean {
  const { shard } = changes;
  const turns = shard.turns.splice(0, turnsMax);
  for (const { user, positionId } of turns) {
    const account = positionId === 0 ? shard.accounts.get(user) : undefined;
    if (account) cancelOrdersAtRisk(changes, account);
  }
  for (const turn of turns) takeTurn(changes, turn);
  return turns.length > 0;
}

/**
 * The risk check behind a command: liquidates whom it left at their limit, works what the fund took over from them, fires
 * what their trades reach, and looks again at all accounts that this touched. What is being liquidated already waits for
 * the next tick, unless it is healthy again.
 */
export function checkAccounts(changes: Changes): void {
  while (changes.hasAtRisk) {
    const turns: PlacedTurn[] = [];
    for (const account of changes.takeAtRisk()) addTurnsOf(account, turns);
    if (turns.length > 0) runRound(changes, turns);
    if (changes.hasAtRisk) workNewLots(changes);
    for (const market of changes.marketsTraded) runTriggers(changes, market, PriceSource.last);
  }
}

function addTurnsOf(account: Account, turns: PlacedTurn[]): void {
  if (account.positions.size > account.crossPositions.length) {
    for (const held of account.positions.values()) {
      if (held.mode !== MarginMode.isolated || !isPositionDue(held)) continue;
      if (!held.isLiquidating || !isAtLiquidation(held)) turns.push(turnOfPosition(held));
    }
  }
  if (account.crossPositions.length === 0 && !account.isLiquidating) return;
  if (!isAccountDue(account, estimateCross(account))) return;
  if (!account.isLiquidating || !isCrossLiquidatable(account)) turns.push(turnOfAccount(account));
}

function runRound(changes: Changes, turns: PlacedTurn[]): void {
  turns.sort(byRatio);
  for (const { user, positionId } of turns)
    if (positionId === 0) cancelOrdersAtRisk(changes, changes.shard.accounts.get(user) as Account);
  for (const turn of turns) takeTurn(changes, turn);
}

function turnOfPosition(held: Position): PlacedTurn {
  const { market, lots } = held;
  const equity = isolatedEquity(market.instrument, exactOf(held));
  return placed(held.user, held.id, equity, requirement8(market.instrument, lots, market.markTicks));
}

function turnOfAccount(account: Account): PlacedTurn {
  const { equity, requirement8: required8 } = weighCross(account);
  return placed(account.user, 0, equity, required8);
}

function placed(user: number, positionId: number, equity: bigint, required8: bigint): PlacedTurn {
  const ratio = Number(equity) / Number(required8);
  // Two conversions and a quotient: less than 2^-50 of it.
  return { user, positionId, equity, required8, ratio, error: Math.abs(ratio) * 2 ** -50 };
}

/** Ratios are compared as fractions; an account that requires nothing comes last. */
function byRatio(a: PlacedTurn, b: PlacedTurn): number {
  return compareRatios(a, b) || a.user - b.user || a.positionId - b.positionId;
}

function compareRatios(a: PlacedTurn, b: PlacedTurn): number {
  if (a.required8 === 0n || b.required8 === 0n) return Number(a.required8 === 0n) - Number(b.required8 === 0n);
  if (Math.abs(a.ratio - b.ratio) > a.error + b.error) return a.ratio - b.ratio;
  const [left, right] = [a.equity * b.required8, b.equity * a.required8];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Asks again: an earlier turn may have changed everything. */
function takeTurn(changes: Changes, { user, positionId }: Turn): void {
  const account = changes.shard.accounts.get(user);
  if (!account) return;
  settleFundingOf(changes, account);
  if (positionId === 0) takeTurnOfAccount(changes, account);
  else takeTurnOfPosition(changes, changes.shard.positions.get(positionId));
}

function takeTurnOfPosition(changes: Changes, held: Position | undefined): void {
  if (!held) return;
  if (isAtLiquidation(held)) liquidateIsolated(changes, held);
  else if (held.isLiquidating) recover(changes, held);
}

function takeTurnOfAccount(changes: Changes, account: Account): void {
  if (isCrossLiquidatable(account)) liquidateCross(changes, account);
  else if (account.isLiquidating) recoverCross(changes, account);
}
