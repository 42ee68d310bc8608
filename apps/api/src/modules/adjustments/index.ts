/** What operators take from main wallets and give to them, within a day's limit. */
export { type Adjustment, adjustWallet } from './adjust.ts';
export { type Credit, type CreditResult, creditWallet, lostCreditKinds } from './credit.ts';
