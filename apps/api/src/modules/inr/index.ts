/** Bank accounts in India, and what is paid by them. */
export { inrAudit } from './audit.ts';
export { approveInrBank } from './banks/operator-actions.ts';
export { inrBanksQueue } from './banks/operator-view.ts';
export { deleteBanksOf } from './banks/repository.ts';
export { createInrBankService } from './banks/service.ts';
export type { BankVerifier } from './banks/verifier.ts';
export { approveInrDeposit } from './deposits/operator-actions.ts';
export { inrDepositsQueue } from './deposits/operator-view.ts';
export { createInrDepositService } from './deposits/service.ts';
export { inrOperatorRoutes } from './operator-routes.ts';
export { inrRoutes } from './routes.ts';
export { bankDestination } from './withdrawals/destination.ts';
export { failInrWithdrawal, payInrWithdrawal } from './withdrawals/operator-actions.ts';
export { payoutOperatorRoutes } from './withdrawals/operator-routes.ts';
export { inrPayoutsQueue } from './withdrawals/operator-view.ts';
