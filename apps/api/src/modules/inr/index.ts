/** Bank accounts in India, and what is paid by them. */
export { inrAudit } from './audit.ts';
export { createInrBankService } from './bank-service.ts';
export { deleteBanksOf } from './banks.ts';
export { createInrDepositService } from './deposit-service.ts';
export { inrDepositsQueue } from './deposit-view.ts';
export { approveInrBank } from './operator-banks.ts';
export { approveInrDeposit } from './operator-deposits.ts';
export { inrOperatorRoutes } from './operator-routes.ts';
export { inrBanksQueue } from './operator-view.ts';
export { inrRoutes } from './routes.ts';
export { bankVerifier } from './verification.ts';
export { bankDestination } from './withdrawals/destination.ts';
export { failInrWithdrawal, payInrWithdrawal } from './withdrawals/operator-actions.ts';
export { payoutOperatorRoutes } from './withdrawals/operator-routes.ts';
export { inrPayoutsQueue } from './withdrawals/operator-view.ts';
