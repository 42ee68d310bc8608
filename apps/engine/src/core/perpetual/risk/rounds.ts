/** Who is liquidated, and in which order: of everybody in a tick, of those that a command touched behind it. */
import { MarginMode, PriceSource } from '@pelican/shared/engine/perpetual/terms.ts';
import { isolatedEquity, requirement8 } from '@pelican/shared/perpetual/margin.ts';
import { runTriggers } from '../algos/triggers.ts';
import type { Changes } from '../changes.ts';
import { exactOf } from '../positions/accounts.ts';
import type { Account, Position } from '../state.ts';
import { type Estimate, estimateCross, forEachRisk, isCrossLiquidatable, weighCross } from './exposure.ts';
import { workFund } from './fund-desk.ts';
import { cancelOrdersAtRisk, liquidateCross, recoverCross } from './liquidate-cross.ts';
import { isAtLiquidation, liquidateIsolated, recover } from './liquidate-isolated.ts';
import { isMarkTrusted } from './market-state.ts';
import { isWatched, type Watched } from './warnings.ts';

/** What a round looks at: isolated positions and cross accounts, near enough to be asked the exact question. */
interface Cases {
  positions: Position[];
  accounts: Account[];
}

/** A tick's round over all positions; returns who is to be watched for warnings, which the same walk finds. */
export function liquidateAll(changes: Changes): Watched[] {
  const cases: Cases = { positions: [], accounts: [] };
  const watched: Watched[] = [];
  forEachRisk(changes.shard, (subject, estimate, held) => {
    if ('positions' in subject) addAccount(cases, subject, estimate);
    else addPosition(cases, held);
    if (isWatched(subject.warned, estimate)) watched.push({ subject, held });
  });
  runRound(changes, cases);
  return watched;
}

/**
 * The risk check behind a command: liquidates whom it left at their limit, works what the fund took over from them, fires
 * what their trades reach, and looks again at whoever that touched. What is being liquidated already waits for the next
 * tick, unless it is healthy again.
 */
export function checkAccounts(changes: Changes): void {
  while (changes.hasAtRisk) {
    const { positions, accounts } = casesOf(changes.takeAtRisk());
    runRound(changes, {
      positions: positions.filter((held) => !held.isLiquidating || !isAtLiquidation(held)),
      accounts: accounts.filter((account) => !account.isLiquidating || !isCrossLiquidatable(account)),
    });
    if (changes.hasAtRisk) workFund(changes, false);
    for (const market of changes.marketsTraded) runTriggers(changes, market, PriceSource.last);
  }
}

function casesOf(accounts: readonly Account[]): Cases {
  const cases: Cases = { positions: [], accounts: [] };
  for (const account of accounts) {
    for (const held of account.positions.values()) if (held.mode === MarginMode.isolated) addPosition(cases, held);
    if (account.crossPositions.length > 0 || account.isLiquidating) addAccount(cases, account, estimateCross(account));
  }
  return cases;
}

function addPosition(cases: Cases, held: Position): void {
  if ((held.isLiquidating || isAtLiquidation(held)) && isMarkTrusted(held.market)) cases.positions.push(held);
}

/** By the estimate in doubles, which lets through everyone whom the exact rules could mean. */
function addAccount(cases: Cases, account: Account, { equity, required, slack }: Estimate): void {
  const isNear = equity - Number(account.crossFreeze) - required <= slack;
  if (isNear || account.isLiquidating) cases.accounts.push(account);
}

/** A position or an account with what its place in the round depends on. */
interface Turn {
  subject: { position: Position } | { account: Account };
  user: number;
  /** 0 for the account. */
  id: number;
  equity: bigint;
  required8: bigint;
}

/** Orders at risk first, of everyone; then the liquidations, lowest ratio first, of equals the lower user, then the lower id. */
function runRound(changes: Changes, { positions, accounts }: Cases): void {
  for (const account of accounts) cancelOrdersAtRisk(changes, account);
  const turns = [...positions.map(turnOfPosition), ...accounts.map(turnOfAccount)];
  turns.sort(byRatio);
  for (const { subject } of turns) {
    if ('position' in subject) takeTurnOfPosition(changes, subject.position);
    else takeTurnOfAccount(changes, subject.account);
  }
}

function turnOfPosition(held: Position): Turn {
  const { instrument, markTicks } = held.market;
  return {
    subject: { position: held },
    user: held.user,
    id: held.id,
    equity: isolatedEquity(instrument, exactOf(held)),
    required8: requirement8(instrument, held.lots, markTicks),
  };
}

function turnOfAccount(account: Account): Turn {
  const { equity, requirement8: required8 } = weighCross(account);
  return { subject: { account }, user: account.user, id: 0, equity, required8 };
}

/** Ratios are compared as fractions; an account that requires nothing comes last. */
function byRatio(a: Turn, b: Turn): number {
  if (a.required8 === 0n || b.required8 === 0n) return Number(a.required8 === 0n) - Number(b.required8 === 0n);
  const [left, right] = [a.equity * b.required8, b.equity * a.required8];
  if (left !== right) return left < right ? -1 : 1;
  return a.user - b.user || a.id - b.id;
}

/** Asks again: an earlier turn may have changed everything. */
function takeTurnOfPosition(changes: Changes, held: Position): void {
  if (held.lots === 0) return;
  if (isAtLiquidation(held)) liquidateIsolated(changes, held);
  else if (held.isLiquidating) recover(changes, held);
}

function takeTurnOfAccount(changes: Changes, account: Account): void {
  if (isCrossLiquidatable(account)) liquidateCross(changes, account);
  else if (account.isLiquidating) recoverCross(changes, account);
}
