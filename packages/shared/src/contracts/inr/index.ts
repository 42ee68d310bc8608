/** Bank accounts in India, and what is paid by them: calls and shapes. */
export {
  type InrDeposit,
  type InrDepositCase,
  type InrDepositDetail,
  type InrDepositState,
  type InrRequisites,
  type NewInrDeposit,
  newInrDeposit,
  transactionId,
} from './deposit-schemas.ts';
export { inrEndpoints } from './endpoints.ts';
export { type InrBankCase, type InrBankDetail, inrOperatorEndpoints } from './operator-endpoints.ts';
export {
  type InrBatch,
  type InrPayoutCase,
  type InrPayoutDetail,
  type InrPayoutState,
  payoutEndpoints,
} from './payout-endpoints.ts';
export {
  type IfscAnswer,
  type InrBank,
  type InrBankList,
  type InrBankState,
  ifscCode,
  inrBankStatus,
  type NewInrBank,
  newInrBank,
} from './schemas.ts';
export { bankHours, bankMinutes, inrBanksMax, inrBanksPageSize } from './terms.ts';
