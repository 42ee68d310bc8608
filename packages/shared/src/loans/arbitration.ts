/** Disputes, and what operators decide. A dispute stops nothing but the release of pledge. docs/loans.md, "Arbitration". */
import { minOf } from '../money/rounding.ts';
import type { DisputeDecision, LoanRefusal } from './commands.ts';
import type { LoanDraft } from './draft.ts';
import { place } from './entries.ts';
import { payoffAt, unpaidInterest } from './interest.ts';
import { dayMs, termDaysMax } from './loan.ts';
import { beginSale } from './sale.ts';
import { coinsInPlace } from './units.ts';

const disputeDays = 7;

/** While the loan runs, and some days after. */
export function dispute(draft: LoanDraft): LoanRefusal | null {
  const { loan, now } = draft;
  if (loan.startedAt === 0) return 'loan_not_found';
  if (loan.isDisputed) return 'dispute_open';
  if (loan.endedAt !== null && now > loan.endedAt + disputeDays * dayMs) return 'dispute_too_late';
  loan.isDisputed = true;
  draft.report({ type: 'disputed' });
  return null;
}

/** One decision ends the dispute; one that can not be carried out leaves it open. */
export function decideDispute(draft: LoanDraft, decision: DisputeDecision): LoanRefusal | null {
  if (!draft.loan.isDisputed) return 'already_decided';
  draft.loan.decisions += 1;
  const refusal = carryOut(draft, decision);
  if (refusal) return refusal;
  draft.loan.isDisputed = false;
  draft.report({ type: 'dispute_decided', decision: decision.type });
  return null;
}

function carryOut(draft: LoanDraft, decision: DisputeDecision): LoanRefusal | null {
  switch (decision.type) {
    case 'dismiss':
      return null;
    case 'waive':
      return waive(draft);
    case 'compensate':
      return compensate(draft, decision.to, decision.amount);
    case 'sell':
      return beginSale(draft, {
        cause: 'arbitration',
        price: decision.price,
        takerRate: 0n,
        taxRate: decision.taxRate,
      });
    case 'handOver':
      return handOver(draft, decision.lastIndex);
    case 'extend':
      return extend(draft, decision.days);
  }
}

/** Days that have begun but not ended are still charged later. */
function waive(draft: LoanDraft): LoanRefusal | null {
  const { loan, now } = draft;
  const refusal = draft.whyNotRunning;
  if (refusal) return refusal;
  const amount = unpaidInterest(loan.rows);
  for (const row of draft.unpaidRows) row.status = 'closed';
  if (amount > 0n) loan.rows.push({ kind: 'waiver', day: null, at: now, amount, paid: 0n, status: 'closed' });
  return null;
}

function compensate(draft: LoanDraft, to: 'lender' | 'borrower', amount: bigint): LoanRefusal | null {
  if (amount <= 0n) return 'invalid_argument';
  const receiver = to === 'lender' ? place.lenderMoney : place.borrowerMoney;
  draft.post(decisionKey(draft), [place.compensation, -amount], [receiver, amount]);
  return null;
}

/** The lender gets coins worth the debt, as far as the pledge goes; what is missing of it is the lender's loss. */
function handOver(draft: LoanDraft, lastIndex: bigint): LoanRefusal | null {
  const { loan, now } = draft;
  const refusal = draft.whyNotRunning;
  if (refusal) return refusal;
  const { units } = loan.terms;
  const { pledge } = loan;
  draft.chargeBegunDays();
  const payoff = payoffAt(loan, now);
  const { handed, worth } = coinsInPlace(units, { owed: payoff, coins: pledge, price: lastIndex });
  draft.post(
    decisionKey(draft),
    [place.pledge, -pledge],
    [place.lenderCoins, handed],
    [place.borrowerCoins, pledge - handed],
  );
  const principal = minOf(worth, loan.principal);
  draft.payRows(worth - principal);
  draft.payPrincipal(principal, worth === payoff);
  loan.pledge = 0n;
  const state = worth === payoff ? 'liquidated' : 'defaulted';
  draft.end(state);
  draft.report({ type: state });
  return null;
}

/** Both have agreed to it. */
function extend(draft: LoanDraft, days: number): LoanRefusal | null {
  const { loan } = draft;
  const refusal = draft.whyNotRunning;
  if (refusal) return refusal;
  const isPossible = loan.state === 'active' && days > 0 && loan.terms.days + days <= termDaysMax;
  if (!isPossible) return 'invalid_argument';
  loan.terms = { ...loan.terms, days: loan.terms.days + days };
  return null;
}

/** Operators give up what a defaulted loan still owes. */
export function writeOff(draft: LoanDraft): LoanRefusal | null {
  if (draft.loan.state !== 'defaulted') return draft.whyNotRunning ?? 'invalid_argument';
  draft.end('written_off');
  draft.report({ type: 'written_off' });
  return null;
}

function decisionKey({ loan }: LoanDraft): string {
  return `arb:${loan.id}:${loan.decisions}`;
}
