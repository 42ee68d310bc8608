/** The pledge while the loan runs: more of it, less of it, and how near it is to being sold. docs/loans.md, "Levels". */
import type { LoanRefusal } from './commands.ts';
import type { LoanDraft } from './draft.ts';
import { place } from './entries.ts';
import { payoffAt } from './interest.ts';
import { type Debt, levelAt, levelNames, pledgeRoom, stillNotified } from './levels.ts';
import { isRunning, type Loan } from './loan.ts';
import type { LoanPrice } from './price.ts';

/** What of a loan its levels depend on, at `now`. */
export function debtOf(loan: Loan, now: number): Debt {
  const { terms, pledge } = loan;
  return { units: terms.units, payoff: payoffAt(loan, now), pledge, levels: terms.levels };
}

/** Coins that may be taken out at this price: only of a loan that is not overdue, in dispute or without a price. */
export function releaseMax(loan: Loan, price: LoanPrice, now: number): bigint {
  if (loan.state !== 'active' || loan.isDisputed || !price.isFresh) return 0n;
  return pledgeRoom(debtOf(loan, now), loan.terms.share, price.size).releaseMax;
}

/** A pending request can be topped up too. */
export function topUp(draft: LoanDraft, coins: bigint): LoanRefusal | null {
  const { loan } = draft;
  const isPending = loan.state === 'pending';
  const refusal = isPending ? null : draft.whyNotRunning;
  if (refusal) return refusal;
  if (coins <= 0n) return 'invalid_argument';
  if (draft.coins < coins) return 'insufficient_balance';
  changePledge(draft, coins, isPending ? 'request' : 'pledge');
  draft.report({ type: 'pledge_added', coins });
  return null;
}

/** Coins leave the pledge for the borrower's wallet, as far as the loan does not need them. */
export function release(draft: LoanDraft, coins: bigint, price: LoanPrice): LoanRefusal | null {
  const { loan, now } = draft;
  const refusal = draft.whyNotRunning;
  if (refusal) return refusal;
  if (coins <= 0n) return 'invalid_argument';
  if (loan.state === 'overdue' || loan.isDisputed) return 'release_blocked';
  if (!price.isFresh) return 'price_unavailable';
  if (coins > releaseMax(loan, price, now)) return 'pledge_needed';
  changePledge(draft, -coins, 'pledge');
  draft.report({ type: 'pledge_released', coins });
  return null;
}

function changePledge(draft: LoanDraft, coins: bigint, account: 'request' | 'pledge'): void {
  const { loan } = draft;
  loan.pledge += coins;
  loan.pledgeChanges += 1;
  draft.post(`loan:${loan.id}:pledge:${loan.pledgeChanges}`, [place.borrowerCoins, -coins], [place[account], coins]);
}

/** Tells of a level once a crossing. A price that is not fresh is passed over. */
export function watch(draft: LoanDraft, price: LoanPrice): null {
  const { loan, now } = draft;
  if (!isRunning(loan) || !price.isFresh) return null;
  const debt = debtOf(loan, now);
  const level = levelAt(debt, price.watch);
  const notified = stillNotified(debt, loan.notified, price.watch);
  const isHigher = levelNames.indexOf(level) > levelNames.indexOf(notified);
  if (isHigher && level !== 'ok') draft.report({ type: 'level', level });
  loan.notified = isHigher ? level : notified;
  return null;
}
