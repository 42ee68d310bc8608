/** The public face of the ledger. */
export { mainAccount, outside, transitAccount, unexplainedAccount, walletAccount } from './chart.ts';
export type { LedgerEntry } from './entries.ts';
export { postEntries, postEntry } from './post-entries.ts';
