/** Turns of liquidations: of the queue that evaluations filled, and of whom a command left at their limit. */
import { MarginMode, PriceSource } from '@pelican/shared/engine/perpetual';
import { runTriggers } from '../algos/triggers.ts';
import type { Changes } from '../changes.ts';
import type { Turn } from '../pending-work.ts';
import type { Account, Position } from '../state.ts';
import { byRatio, isAccountDue, isPositionDue, type PlacedTurn, turnOfAccount, turnOfPosition } from './due.ts';
import { estimateCross, isCrossLiquidatable } from './exposure.ts';
import { workNewLots } from './fund-desk.ts';
import { settleFundingOf } from './funding-payments.ts';
import { cancelOrdersAtRisk, liquidateCross, recoverCross } from './liquidate-cross.ts';
import { isAtLiquidation, liquidateIsolated, recover } from './liquidate-isolated.ts';

/** Turns of liquidations that a tick or a continueRound takes. */
const turnsMax = 64;

/** Takes the next turns of the queue. */
export function takeTurns(changes: Changes): void {
  const { shard } = changes;
  const turns = shard.turns.splice(0, turnsMax);
  for (const { user, positionId } of turns) {
    const account = positionId === 0 ? shard.accounts.get(user) : undefined;
    if (account) cancelOrdersAtRisk(changes, account);
  }
  for (const turn of turns) takeTurn(changes, turn);
}

/**
 * The risk check behind a command: liquidates whom it left at their limit, works what the fund took over from them, fires
 * what their trades reach, and looks again at all accounts that this touched. What is being liquidated already waits for
 * the next tick, unless it is healthy again.
 */
export function checkAccounts(changes: Changes): void {
  while (changes.hasAtRisk) {
    const turns: PlacedTurn[] = [];
    changes.takeAtRisk((account) => addTurnsOf(account, turns));
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
