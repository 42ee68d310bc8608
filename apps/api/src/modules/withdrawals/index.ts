/** Withdrawals: requested and confirmed by users, reviewed by operators, paid on networks, by banks and by payment providers. */
export { deleteAddressesOf } from './addresses/repository.ts';
export { savedAddressRoutes } from './addresses/routes.ts';
export { createSavedAddressService } from './addresses/service.ts';
export { withdrawalsAudit } from './audit.ts';
export { takeForBank, takeMaybePaid } from './bank-payout.ts';
export { type Confirmations, createConfirmations } from './confirmation.ts';
export { markUndone, type UndoneProblem } from './finished-payout.ts';
export { withdrawalJobs } from './jobs.ts';
export { noteLostHeight } from './lost-outputs.ts';
export { approveWithdrawal } from './operator-actions.ts';
export { failPayout, payByHand, retryPayout, settleDoubled } from './operator-payouts.ts';
export { withdrawalOperatorRoutes } from './operator-routes.ts';
export { withdrawalsQueue } from './operator-view.ts';
export { demandOutflowAllowed } from './outflow.ts';
export {
  failWithdrawal,
  findSent,
  findTaken,
  finishWithdrawal,
  giveBack,
  hasApproved,
  isFollowed,
  markFailed,
  markKept,
  markSent,
  type SentProblem,
  takeApproved,
} from './payout.ts';
export type { BankDestination } from './place.ts';
export { type AssetPrice, assetPrice, type PriceSources, usdValueOf } from './prices.ts';
export type { ProviderLimits } from './provider-limits.ts';
export {
  claimDue,
  type DuePayout,
  isDoubled,
  ownReferences,
  releaseClaim,
  takeForProvider,
  wakePayout,
} from './provider-payouts.ts';
export {
  beginOrder,
  noteSilence,
  type PayoutAnswer,
  type PayoutOrder,
  settleAnswer,
} from './provider-settle.ts';
export type { Receivers } from './receivers.ts';
export { withdrawalRoutes } from './routes.ts';
export { createWithdrawalService, type WithdrawalService } from './service.ts';
export { indexOfNow, lastClose, storedPriceOf } from './stored-prices.ts';
