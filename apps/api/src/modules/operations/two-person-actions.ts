/** Every action that another operator approves: a domain adds its own. */
import { changeIndexSource } from '../../ticker/index.ts';
import { blockAccount, issueApiKey, resetPassword, suspendOperator, unblockAccount } from '../accounts/index.ts';
import { adjustWallet, creditWallet } from '../adjustments/index.ts';
import { assignUnclaimed, returnUnclaimed } from '../deposits/index.ts';
import { approveFactorRecovery } from '../factor-recovery/index.ts';
import { approveProviderDeposit } from '../fiat/index.ts';
import { approveInrBank, approveInrDeposit, failInrWithdrawal, payInrWithdrawal } from '../inr/index.ts';
import { approveKyc } from '../kyc/index.ts';
import {
  changeLoanMoney,
  changeLoanPledge,
  decideLoanDispute,
  endLoanSale,
  sellLoanPledge,
  takeBackLoanSale,
  topUpCompensation,
  writeOffLoan,
} from '../loans/index.ts';
import { addListings, changeMarket, scheduleOpening } from '../markets/index.ts';
import {
  addNetwork,
  addPaymentMethod,
  changeConfirmations,
  changeNetwork,
  changePaymentMethod,
  changePaymentTerms,
  switchPayments,
} from '../payments/index.ts';
import { resumeMethodPayouts, resumePayouts } from '../payouts/index.ts';
import { changeInstrument, switchCloseOnly, topUpInsuranceFund } from '../perpetual/index.ts';
import { revokeSignUpBonus, topUpPromotions } from '../promotions/index.ts';
import { setSweepRule } from '../sweeps/index.ts';
import { pauseQuickSwap, pauseTrading, setLinks, switchLoans } from '../system/index.ts';
import { addTaxRule, depositTax, issueTaxCertificates } from '../tax/index.ts';
import { changeText } from '../texts/index.ts';
import { approveWithdrawal, failPayout, payByHand, retryPayout, settleDoubled } from '../withdrawals/index.ts';
import { changePermissions, createOperator } from './operator.ts';

export const twoPersonActions = {
  creditWallet,
  adjustWallet,
  topUpInsuranceFund,
  topUpPromotions,
  revokeSignUpBonus,
  switchCloseOnly,
  blockAccount,
  unblockAccount,
  suspendOperator,
  resetPassword,
  approveFactorRecovery,
  approveKyc,
  approveInrBank,
  approveWithdrawal,
  failPayout,
  retryPayout,
  payByHand,
  settleDoubled,
  resumePayouts,
  resumeMethodPayouts,
  setSweepRule,
  switchPayments,
  changePaymentTerms,
  changeConfirmations,
  addNetwork,
  changeNetwork,
  addPaymentMethod,
  changePaymentMethod,
  approveInrDeposit,
  payInrWithdrawal,
  failInrWithdrawal,
  approveProviderDeposit,
  assignUnclaimed,
  returnUnclaimed,
  issueApiKey,
  createOperator,
  changePermissions,
  changeInstrument,
  addListings,
  changeMarket,
  scheduleOpening,
  changeIndexSource,
  depositTax,
  issueTaxCertificates,
  addTaxRule,
  setLinks,
  changeText,
  pauseTrading,
  pauseQuickSwap,
  switchLoans,
  sellLoanPledge,
  endLoanSale,
  takeBackLoanSale,
  writeOffLoan,
  decideLoanDispute,
  changeLoanMoney,
  changeLoanPledge,
  topUpCompensation,
};
export type TwoPersonActions = typeof twoPersonActions;

/** The place in the list of the action that requests name so; undefined: this release has none. */
export function findTwoPersonAction(name: string): keyof TwoPersonActions | undefined {
  const places = Object.keys(twoPersonActions) as (keyof TwoPersonActions)[];
  return places.find((place) => twoPersonActions[place].name === name);
}
