/** The public face of the ledger. */
export type { AccountKind, AccountName } from './accounts.ts';
export { outside, shardKinds, transitKinds } from './accounts.ts';
export type { LedgerEntry, LedgerLeg, PostedEntry, Transaction } from './post-entries.ts';
export { postEntries, postEntry } from './post-entries.ts';
