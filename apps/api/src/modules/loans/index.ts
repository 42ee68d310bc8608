/** Loans between users against pledged crypto: docs/loans.md. */
export { loansAudit } from './audit.ts';
export { loanHistoryExport } from './history-export.ts';
export { expireOffers, expireRequests, loanJobs, runDays } from './jobs.ts';
export { followIndexes, type LoanPrices } from './prices.ts';
export { loanRoutes } from './routes.ts';
