/** Loans between users against pledged crypto: calls and shapes. */
export { loansEndpoints } from './endpoints.ts';
export {
  type Bid,
  bid,
  type EditedOrder,
  editedOrder,
  type HistoryFilter,
  type NewLoanRequest,
  type NewOrder,
  newOrder,
  type Page,
  type Search,
  search,
} from './forms.ts';
export type {
  CreatedOrder,
  CurrencyBalances,
  CurrencyList,
  LoanList,
  LoanStats,
  LoanView,
  OfferList,
  OfferView,
  TakenCredit,
  TotalData,
} from './schemas.ts';
export {
  offerDays,
  offerDaysMax,
  openOffersMax,
  pendingRequestsMax,
  pledgePercentMax,
  pledgePercentMin,
  requestHours,
} from './terms.ts';
