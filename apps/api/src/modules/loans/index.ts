/** Loans between users against pledged crypto: docs/loans.md. */
export { loansAudit } from './audit.ts';
export { eraseEvidence } from './disputes/files.ts';
export { disputeRoutes } from './disputes/routes.ts';
export { type DrillDeps, orderLoanDrill, runLoansAsOf } from './drill.ts';
export { loanHistoryExport } from './history-export.ts';
export { expireOffers, expireRequests, loanJobs, runDays } from './jobs.ts';
export { makeOffer } from './offer-service.ts';
export {
  decideLoanDispute,
  endLoanSale,
  type LoanDecisionOfOperator,
  type OfLoan,
  sellLoanPledge,
  writeOffLoan,
} from './operator/decide.ts';
export { loanQueues } from './operator/queues.ts';
export { takeBackLoanSale } from './operator/take-back.ts';
export { loansOperatorRoutes } from './operator/routes.ts';
export { showLoan } from './operator/show.ts';
export {
  type CompensationTopUp,
  changeLoanMoney,
  changeLoanPledge,
  type LoanMoneyChange,
  type LoanPledgeChange,
  topUpCompensation,
} from './operator/terms.ts';
export { listAtRisk, listDisputed, listSales, readFalls, readHoldings } from './operator/view.ts';
export { followIndexes, type LoanPrices } from './prices.ts';
export { loanRoutes } from './routes.ts';
export type { SaleDeps } from './sale/advance.ts';
export { createDeskEngine, type DeskEngine } from './sale/desk-engine.ts';
export { openSaleJobs, runSales } from './sale/jobs.ts';
export { readSettings } from './settings.ts';
export { runReminders, runWatch } from './watch/jobs.ts';
