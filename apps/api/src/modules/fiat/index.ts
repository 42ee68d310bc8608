/** Payment providers: deposits, and payouts of withdrawals. */
export { fiatAudit } from './audit.ts';
export { fiatJobs } from './jobs.ts';
export { approveProviderDeposit, rejectProviderDeposit } from './operator.ts';
export { fiatOperatorRoutes } from './operator-routes.ts';
export { providerDepositsQueue } from './operator-view.ts';
export { providerPayoutJobs } from './payouts/pay.ts';
export { createReceivers } from './payouts/receivers.ts';
export type { PaymentProvider, PaymentProviders } from './provider.ts';
export { findFurther, findReviewed } from './repository.ts';
export { fiatRoutes } from './routes.ts';
export { createSandboxProvider } from './sandbox/provider.ts';
export { sandboxProviderRoutes } from './sandbox/routes.ts';
export { createFiatService, type FiatService } from './service.ts';
