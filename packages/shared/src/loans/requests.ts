/** From a request to a running loan, or to its end before it began. docs/loans.md, "States". */
import type { LoanCommand, LoanContext, LoanDecision, LoanRefusal } from './commands.ts';
import { LoanDraft } from './draft.ts';
import { place } from './entries.ts';
import type { Loan, LoanSource, LoanTerms } from './loan.ts';
import { startFigures } from './start.ts';
import { excessOver } from './units.ts';

export interface NewRequest {
  id: number;
  terms: LoanTerms;
  /** Coins: `held` of `pledgeFigures`. */
  pledge: bigint;
  source: LoanSource;
}

/**
 * Holds the pledge; the request then waits for a yes, or (`isStarted`: the offer approves by itself) the loan runs at once.
 * Refused when the borrower's wallet lacks the coins.
 */
export function requestLoan(request: NewRequest, isStarted: boolean, context: LoanContext): LoanDecision {
  const { id, pledge } = request;
  if (context.coins < pledge) return { refusal: 'insufficient_balance' };
  const draft = new LoanDraft(pendingLoan(request), context);
  draft.report({ type: 'requested' });
  if (isStarted) start(draft, 'borrowerCoins');
  else draft.post(`req:${id}:hold`, [place.borrowerCoins, -pledge], [place.request, pledge]);
  return draft.decision;
}

function pendingLoan({ id, terms, pledge, source }: NewRequest): Loan {
  return {
    id,
    state: 'pending',
    terms,
    source,
    pledge,
    principal: 0n,
    startedAt: 0,
    overdueAt: null,
    endedAt: null,
    chargedDays: 0,
    lateDaysCharged: 0,
    rows: [],
    notified: 'ok',
    isDisputed: false,
    payments: 0,
    pledgeChanges: 0,
    decisions: 0,
    sale: null,
  };
}

/** The pledge may have lost value since the request: it must stand below the warning level. */
export function approve(
  draft: LoanDraft,
  { price, lenderMoney }: Extract<LoanCommand, { type: 'approve' }>,
): LoanRefusal | null {
  const { state, terms, pledge } = draft.loan;
  if (state !== 'pending') return 'already_decided';
  if (!price.isFresh) return 'price_unavailable';
  if (excessOver(terms.units, terms.amount, pledge, price.size, terms.levels.warning) >= 0n) return 'pledge_fell';
  if (lenderMoney < terms.amount) return 'insufficient_balance';
  start(draft, 'request');
  return null;
}

function start(draft: LoanDraft, pledgeFrom: 'borrowerCoins' | 'request'): void {
  const { loan } = draft;
  const { terms, pledge } = loan;
  const { fee, gst, payout } = startFigures(terms, draft.now);
  loan.state = 'active';
  loan.principal = terms.amount;
  loan.startedAt = draft.now;
  draft.post(
    `loan:${loan.id}:start`,
    [loan.source === 'p2p_offer' ? place.offer : place.lenderMoney, -terms.amount],
    [place.borrowerMoney, payout],
    [place.fee, fee],
    [place.gst, gst],
    [place[pledgeFrom], -pledge],
    [place.pledge, pledge],
  );
  draft.report({ type: 'started' });
}

/** The pledge goes back whole. */
export function endRequest(draft: LoanDraft, state: 'rejected' | 'withdrawn' | 'expired'): LoanRefusal | null {
  const { loan } = draft;
  if (loan.state !== 'pending') return 'already_decided';
  draft.post(`req:${loan.id}:back`, [place.request, -loan.pledge], [place.borrowerCoins, loan.pledge]);
  loan.pledge = 0n;
  draft.end(state);
  draft.report({ type: state });
  return null;
}
