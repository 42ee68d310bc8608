/** Withdrawals: calls and shapes. */
export { withdrawalsEndpoints } from './endpoints.ts';
export {
  type PayoutAction,
  type WithdrawalCase,
  type WithdrawalCaseState,
  type WithdrawalDetail,
  withdrawalsOperatorEndpoints,
} from './operator-endpoints.ts';
export { isPassing, type PayoutProblem, payoutProblems } from './payouts.ts';
export {
  type WithdrawalFailure,
  type WithdrawalRefusal,
  type WithdrawalRisk,
  withdrawalFailureNames,
  withdrawalFailures,
  withdrawalRefusalNames,
  withdrawalRefusals,
  withdrawalRisks,
} from './review.ts';
export {
  type Confirmation,
  confirmation,
  type RequestedWithdrawal,
  type WithdrawalForm,
  type WithdrawalLimit,
  type WithdrawalRequest,
  type WithdrawalView,
  withdrawalForm,
} from './schemas.ts';
export { confirmMinutes, memoLengthMax } from './terms.ts';
