/** The budget for rewards. */
export { promotionsAccount, withheldTaxAccount } from './accounts.ts';
export { promotionAudit } from './audit.ts';
export { fillPromotions } from './fill-promotions.ts';
export { promotionJobs } from './jobs.ts';
export { type PromotionsTopUp, revokeSignUpBonus, topUpPromotions } from './operator.ts';
export { findBonus, revokeBonus, type SignUpBonus } from './sign-up-bonus.ts';
