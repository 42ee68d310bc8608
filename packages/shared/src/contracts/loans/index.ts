/** Loans between users against pledged crypto: calls and shapes. */
export { loansEndpoints } from './endpoints.ts';
export type {
  Bid,
  EditedOrder,
  HistoryFilter,
  NewBorrowRequest,
  NewLoanRequest,
  NewOrder,
  OpenRequestFilter,
  Page,
  QuoteQuery,
  Search,
} from './forms.ts';
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
  offerDays,
  offerDaysMax,
  openOffersMax,
  openRequestDays,
  pendingRequestsMax,
  pledgePercentMax,
  pledgePercentMin,
  requestHours,
} from './terms.ts';
