/** Entries of the ledger that move a main wallet: what they are in the count of lots, and what their flow is called. */

export type EntryFlow = 'deposit' | 'withdrawal' | 'code' | 'invoice' | 'reward';

interface EntryKind {
  flow?: EntryFlow;
  /** Of the lot that one with a positive amount makes, which costs what the user enters. */
  lot?: string;
  /** Of the disposal that one with a negative amount makes, which is no transfer in the sense of the tax. */
  disposal?: string;
}

/** A debit undoes a credit. */
export const undoneKind = 'credit';
export const undoingKind = 'debit';

/** Principal of loans: it is lent and returned, and neither acquired nor transferred. */
export const principalKinds: ReadonlySet<string> = new Set(['p2p_loan_started', 'p2p_repayment']);
/** Of the lot that borrowed coins make, and of the disposal that gives them back. */
export const borrowedKind = 'loan';

/** What is absent is 'other'. Bonuses, invoices and loans have a value: their lots and disposals are the book's own. */
export const entryKinds: Readonly<Record<string, EntryKind | undefined>> = {
  credit: { flow: 'deposit', lot: undoneKind },
  debit: { disposal: undoingKind },
  crypto_deposit: { flow: 'deposit', lot: 'deposit' },
  provider_deposit: { flow: 'deposit', lot: 'deposit' },
  bank_deposit: { flow: 'deposit' },
  withdrawal_finished: { flow: 'withdrawal', disposal: 'withdrawal' },
  withdrawal_returned: { flow: 'withdrawal' },
  transfer_code_activated: { flow: 'code', lot: 'code', disposal: 'code' },
  invoice_paid: { flow: 'invoice' },
  sign_up_bonus_released: { flow: 'reward' },
};
