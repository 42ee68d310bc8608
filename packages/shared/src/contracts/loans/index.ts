/** Loans between users against pledged crypto: calls and shapes. */
export { disputeEndpoints, disputeUploadEndpoints } from './dispute-endpoints.ts';
export {
  type DisputeView,
  disputeReasons,
  evidenceLengthMax,
  extension,
  type NewDispute,
  newDispute,
  newEvidence,
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
  type OperatorDecision,
  type OperatorLoan,
  type PairAtRisk,
} from './operator-endpoints.ts';
export type { SaleView } from './sales.ts';
export {
  type CreatedOrder,
  type CurrencyBalances,
  type CurrencyList,
  type LenderFunds,
  type LoanList,
  type LoanNotification,
  type LoanNotificationList,
  type LoanStats,
  type LoanView,
  type OfferList,
  type OfferView,
  type Quote,
  type TakenCredit,
  type TotalData,
} from './schemas.ts';
export { loanStates } from './states.ts';
export {
  offerDays,
  offerDaysMax,
  openOffersMax,
  openRequestDays,
  pendingRequestsMax,
  pledgePercentMax,
  pledgePercentMin,
  requestHours,
} from './terms.ts';
