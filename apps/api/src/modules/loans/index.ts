/** Loans between users against pledged crypto: docs/loans.md. */
export { loansAudit } from './audit.ts';
export { eraseEvidence } from './disputes/files.ts';
export { disputeRoutes } from './disputes/routes.ts';
export { expireOffers, expireRequests, loanJobs, runDays } from './jobs.ts';
export { followIndexes, type LoanPrices } from './prices.ts';
export { loanRoutes } from './routes.ts';
export type { SaleDeps } from './sale/advance.ts';
export { createDeskEngine, type DeskEngine } from './sale/desk-engine.ts';
export { openSaleJobs, runSales, runWatch } from './sale/jobs.ts';
