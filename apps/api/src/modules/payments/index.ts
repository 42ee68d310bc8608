/** Payment methods, their terms and fees, the accounts of what enters and leaves: what other modules may use. */
export { bankAccount, chainAccount, networkCostsAccount, paymentFeesAccount } from './accounts.ts';
export { type FeeSplit, splitFee } from './fees.ts';
export { findMethods, type Method, type MethodNetwork, type PaymentTerms } from './methods.ts';
export { paymentsRoutes } from './routes.ts';
export { createPaymentsService, type FoundMethod, type PaymentsService } from './service.ts';
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
  readFloor,
} from './timeline.ts';
export { viewCurrencyFee } from './view.ts';
