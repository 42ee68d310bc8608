/** The state machine of loans: the API, the jobs and the worked cases go through this one function. docs/loans.md, "States". */
import { decideDispute, dispute, writeOff } from './arbitration.ts';
import type { LoanCommand, LoanContext, LoanDecision, LoanRefusal } from './commands.ts';
import { LoanDraft } from './draft.ts';
import type { Loan } from './loan.ts';
import { release, topUp, watch } from './pledge-changes.ts';
import { repay, run } from './repayment.ts';
import { approve, endRequest } from './requests.ts';
import { beginSale, fillSale, settleSale } from './sale.ts';

/** Pure: the loan that is given stays as it is. */
export function decide(loan: Loan, command: LoanCommand, context: LoanContext): LoanDecision {
  const draft = new LoanDraft(loan, context);
  const refusal = apply(draft, command);
  return refusal ? { refusal } : draft.decision;
}

function apply(draft: LoanDraft, command: LoanCommand): LoanRefusal | null {
  switch (command.type) {
    case 'approve':
      return approve(draft, command);
    case 'reject':
      return endRequest(draft, 'rejected');
    case 'withdraw':
      return endRequest(draft, 'withdrawn');
    case 'expire':
      return endRequest(draft, 'expired');
    case 'run':
      return run(draft);
    case 'repay':
      return repay(draft, command.amount);
    case 'topUp':
      return topUp(draft, command.coins);
    case 'release':
      return release(draft, command.coins, command.price);
    case 'watch':
      return watch(draft, command.price);
    case 'beginSale':
      return beginSale(draft, command);
    case 'fillSale':
      return fillSale(draft, command);
    case 'settleSale':
      return settleSale(draft, command.lastIndex);
    case 'dispute':
      return dispute(draft);
    case 'decideDispute':
      return decideDispute(draft, command.decision);
    case 'writeOff':
      return writeOff(draft);
  }
}
