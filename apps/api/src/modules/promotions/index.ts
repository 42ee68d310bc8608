/** The budget for rewards. */
export { promotionsAccount, withheldTaxAccount } from './accounts.ts';
export { fillPromotions } from './fill-promotions.ts';
export { type PromotionsTopUp, topUpPromotions } from './operator.ts';
