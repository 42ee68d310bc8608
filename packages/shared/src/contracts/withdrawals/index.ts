/** Withdrawals: calls and shapes. */
export { withdrawalsEndpoints } from './endpoints.ts';
export {
  type WithdrawalCase,
  type WithdrawalCaseState,
  type WithdrawalDetail,
  withdrawalCaseStates,
  withdrawalsOperatorEndpoints,
} from './operator-endpoints.ts';
export {
  type WithdrawalRefusal,
  type WithdrawalRisk,
  withdrawalRefusalNames,
  withdrawalRefusals,
  withdrawalRisks,
} from './review.ts';
export {
  type Confirmation,
  type RequestedWithdrawal,
  type WithdrawalForm,
  type WithdrawalLimit,
  type WithdrawalRequest,
  type WithdrawalView,
  withdrawalForm,
} from './schemas.ts';
export { confirmMinutes, withdrawalsPageSize } from './terms.ts';
