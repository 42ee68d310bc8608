/** The coins of the exchange on its networks: what lies where, and what moves between its own addresses. */
export { sweepsAudit } from './audit.ts';
export { type NetworkBalance, readNetworkBalances } from './balances.ts';
export { sweepJobs } from './jobs.ts';
export { dismissSweep, type SweepDismissal, type SweepRule, setSweepRule } from './operator-actions.ts';
export { listOpenSweeps, listSweepRules } from './view.ts';
