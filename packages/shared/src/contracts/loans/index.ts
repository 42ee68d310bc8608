/** Loans between users against pledged crypto: calls and shapes. */

export { loanStates } from '../../loans/loan.ts';
export { disputeEndpoints, disputeUploadEndpoints } from './dispute-endpoints.ts';
export {
  type DisputeView,
  disputeDecision,
  disputeReasons,
  evidenceLengthMax,
  extension,
  isDecidedByOne,
  type NewDispute,
  newDispute,
  newEvidence,
  type OperatorDecision,
} from './disputes.ts';
export { loansEndpoints } from './endpoints.ts';
export {
  type Bid,
  bid,
  type EditedOrder,
  editedOrder,
  type HistoryFilter,
  type NewBorrowRequest,
  type NewLoanRequest,
  type NewOrder,
  newOrder,
  type OpenRequestFilter,
  type Page,
  pledgeChange,
  type QuoteQuery,
  repayment,
  type Search,
  search,
} from './forms.ts';
export {
  type LoanSettings,
  loansOperatorEndpoints,
  type OpenSale,
  type OperatorLoan,
  type PairAtRisk,
} from './operator-endpoints.ts';
export { type OrderRefusal, orderRefusals, type SaleProblem, type SaleView, saleProblems } from './sales.ts';
export type {
  CreatedOrder,
  CurrencyBalances,
  CurrencyList,
  LenderFunds,
  LoanList,
  LoanNotification,
  LoanNotificationList,
  LoanStats,
  LoanView,
  OfferList,
  OfferView,
  Quote,
  TakenCredit,
  TotalData,
} from './schemas.ts';
export {
  fallPercents,
  offerDays,
  offerDaysMax,
  openOffersMax,
  openRequestDays,
  pendingRequestsMax,
  pledgePercentMax,
  pledgePercentMin,
  requestHours,
} from './terms.ts';
