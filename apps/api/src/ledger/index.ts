/** The public face of the ledger. */

export { type AccountRows, availableOf, lockAccounts } from './account-rows.ts';
export { ledgerAudit } from './audit.ts';
export { type AuditCheck, type DomainAudit, houseUserMin, missingTrades } from './audit-check.ts';
export type { AccountKind, AccountName } from './chart.ts';
export {
  accountOf,
  adoptionKinds,
  mainAccount,
  outside,
  transitAccount,
  unexplainedAccount,
  walletAccount,
} from './chart.ts';
export type { LedgerEntry, LedgerLeg } from './entries.ts';
export { exchangeKey } from './exchange-key.ts';
export { findHold, type Hold } from './hold-rows.ts';
export { type Capture, capture, hold, type NewHold, type Release, release } from './holds.ts';
export type { PostedEntry } from './post-entries.ts';
export { postEntries, postEntry } from './post-entries.ts';
