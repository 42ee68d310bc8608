/** Payment methods, their terms and fees, the accounts of what enters and leaves: what other modules may use. */
export { bankAccount, chainAccount, networkCostsAccount, paymentFeesAccount } from './accounts.ts';
export { type FeeSplit, splitFee } from './fees.ts';
export { paymentJobs } from './jobs.ts';
export { findMethods, isOpenWay, type Method, type MethodNetwork, type PaymentTerms } from './methods.ts';
export { decimalsAgree, decimalsDiffer } from './named-decimals.ts';
export { demandEnabled, lockOpenTerms } from './open-terms.ts';
export { changeConfirmations } from './operator/confirmations.ts';
export { addPaymentMethod, changePaymentMethod } from './operator/methods.ts';
export { addNetwork, changeNetwork } from './operator/networks.ts';
export { paymentsOperatorRoutes } from './operator/routes.ts';
export { type PaymentSwitch, switchPayments } from './operator/switch.ts';
export { changePaymentTerms, type TermsChange } from './operator/terms.ts';
export { listPaymentMethods } from './operator/view.ts';
export type { PaymentProviderName } from './provider-names.ts';
export { paymentsRoutes } from './routes.ts';
export { createPaymentsService, type FoundMethod, type PaymentsService } from './service.ts';
export { findWayFacts, type WayFacts } from './status/facts.ts';
export { paymentStatusRoutes } from './status/routes.ts';
export { stateOf, unreadSeconds } from './status/state-of.ts';
export {
  currentFloor,
  demandTimeline,
  ensureFloor,
  findStopped,
  isCompared,
  isNetworkCompared,
  markMethodCompared,
  markNetworkCompared,
  mayBePaid,
  noteComparisonStart,
  readFloor,
} from './timeline.ts';
export { viewCurrencyFee } from './view.ts';
