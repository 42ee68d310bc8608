/** Loans against pledged crypto between users: formulas, and the state machines of loans and offers. */
export type { DisputeDecision, LoanCommand, LoanContext, LoanDecision, LoanEvent, LoanRefusal } from './commands.ts';
export { creditFigures } from './credit.ts';
export { decide } from './decide.ts';
export type { LoanAccount, LoanEntry, LoanLeg } from './entries.ts';
export { dueAt, graceEndsAt, nextDayInterest, payoffAt, unpaidInterest } from './interest.ts';
export { type InterestTax, withholdInterestTax } from './interest-tax.ts';
export { type Debt, type LoanLevels, levelAt, levelPrice, levelPrices, pledgeRoom } from './levels.ts';
export { type SaleMarket, saleAmount, saleEnd, saleLimit } from './liquidation.ts';
export { liquidationDay } from './liquidation-day.ts';
export {
  dayMs,
  isRunning,
  isUnsettled,
  type Loan,
  type LoanSale,
  type LoanSource,
  type LoanTerms,
  type PaymentRow,
  runningStates,
  type SaleCause,
  type SaleReceipt,
  termDaysMax,
  unsettledStates,
} from './loan.ts';
export {
  decideOffer,
  isApprovedAtOnce,
  isInSearch,
  type Offer,
  type OfferCommand,
  type OfferDecision,
  type OfferRefusal,
  type OfferTerms,
  openOffer,
  principalGoesTo,
} from './offer.ts';
export { lendableShare, type PledgeRequest, pledgeFigures } from './pledge.ts';
export { debtOf, releaseMax } from './pledge-changes.ts';
export { type FreshLoanPrice, isSellable, type LoanPrice, loanPrice, priceOf, stalePrice } from './price.ts';
export { requestLoan } from './requests.ts';
export { isSaleDue } from './sale.ts';
export { startFigures } from './start.ts';
export { type LoanUnits, ltvBasisPoints, proceedsOf, type Ratio } from './units.ts';
