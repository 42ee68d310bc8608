/** Withdrawals: calls and shapes. */
export { withdrawalsEndpoints } from './endpoints.ts';
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
