/** What can be asked of a loan, what is answered, and what those who ask must bring along. docs/loans.md, "Commands". */
import type { LoanEntry } from './entries.ts';
import type { InterestTax } from './interest-tax.ts';
import type { LevelName } from './levels.ts';
import type { Loan, SaleCause } from './loan.ts';
import type { LoanPrice } from './price.ts';

export type LoanCommand =
  /**
   * Starts a requested loan: by the lender whose offer was asked, or by the one who accepts an open request. `lenderMoney`: what is there to
   * lend, reserved in the offer or free in the lender's main wallet.
   */
  | { type: 'approve'; price: LoanPrice; lenderMoney: bigint }
  | { type: 'reject' }
  | { type: 'withdraw' }
  | { type: 'expire' }
  /** All jobs about days as of now: missed days, the due time, late days. */
  | { type: 'run' }
  /** null: everything. */
  | { type: 'repay'; amount: bigint | null }
  | { type: 'topUp'; coins: bigint }
  | { type: 'release'; coins: bigint; price: LoanPrice }
  /** A new price: notices. */
  | { type: 'watch'; price: LoanPrice }
  /** `takerRate`: the market's, for the borrower's own sale; `taxRate`: deducted from the proceeds. Only while the market is open. */
  | {
      type: 'beginSale';
      cause: Exclude<SaleCause, 'arbitration'>;
      price: LoanPrice;
      takerRate: bigint;
      taxRate: bigint;
    }
  /** What order `order` of the sale, counted from 1, has sold; one that is known already changes nothing. */
  | { type: 'fillSale'; order: number; sold: bigint; proceeds: bigint }
  /** The sale is over (`saleEnd`), or an operator ends it. `lastIndex`: by it a decision hands over coins for what is still owed. */
  | { type: 'settleSale'; lastIndex?: bigint }
  | { type: 'dispute' }
  | { type: 'decideDispute'; decision: DisputeDecision }
  /** An operator gives up what a defaulted loan still owes. */
  | { type: 'writeOff' };

export type DisputeDecision =
  | { type: 'dismiss' }
  /** Unpaid interest is given up. */
  | { type: 'waive' }
  | { type: 'compensate'; to: 'lender' | 'borrower'; amount: bigint }
  /** The pledge is sold without a fee. */
  | { type: 'sell'; price: LoanPrice; taxRate: bigint }
  /** The lender gets coins, at the last index: only after a day without a price or a market. */
  | { type: 'handOver'; lastIndex: bigint }
  | { type: 'extend'; days: number };

export interface LoanContext {
  /** Unix ms. */
  now: number;
  /** What is free in the borrower's main wallet. */
  money: bigint;
  coins: bigint;
  /** The year so far between these two; rate 0 while the tax is off. */
  tax: InterestTax;
  /** Where repaid principal goes: `principalGoesTo` of the loan's offer. */
  principalTo: 'main' | 'p2p_offer';
}

/** What happened, in order, for notices, histories and receipts. */
export type LoanEvent =
  | { type: 'requested' | 'started' | 'rejected' | 'withdrawn' | 'expired' }
  | { type: 'day_collected' | 'day_unpaid'; day: number; amount: bigint }
  | { type: 'overdue' }
  | { type: 'repaid' }
  | { type: 'repaid_in_part'; amount: bigint }
  | { type: 'level'; level: Exclude<LevelName, 'ok'> }
  | { type: 'pledge_added' | 'pledge_released'; coins: bigint }
  | { type: 'sale_begun' }
  | { type: 'sale_order'; sold: bigint; proceeds: bigint }
  | { type: 'liquidated' | 'defaulted' | 'written_off' }
  | { type: 'disputed' }
  | { type: 'dispute_decided'; decision: DisputeDecision['type'] };

export type LoanRefusal =
  | 'already_decided'
  | 'dispute_open'
  | 'dispute_too_late'
  | 'insufficient_balance'
  | 'invalid_argument'
  | 'loan_ended'
  | 'loan_liquidating'
  | 'loan_not_found'
  | 'pledge_fell'
  | 'pledge_needed'
  | 'price_unavailable'
  | 'release_blocked'
  | 'repay_leaves_dust'
  | 'repay_too_small'
  | 'too_many_repayments';

/** A refusal changes nothing. A job that has nothing to do gets the same loan back, without entries and events. */
export type LoanDecision =
  | { refusal: LoanRefusal }
  | { refusal: null; loan: Loan; entries: LoanEntry[]; events: LoanEvent[]; tax: InterestTax };
