/** The public face of the ledger. */
export type { AccountName } from './accounts.ts';
export { outside, transitAccount, walletAccount } from './accounts.ts';
export type { LedgerEntry, LedgerLeg, PostedEntry } from './post-entries.ts';
export { postEntries, postEntry } from './post-entries.ts';
