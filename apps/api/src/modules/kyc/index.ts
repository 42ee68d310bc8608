/** Identity verification: docs/decisions/0088. */
export { demandVerified, findAccountFacts } from './account-facts.ts';
export { approveKyc, type KycOutcome, rejectKyc } from './decide.ts';
export { fillNumbers } from './fill-numbers.ts';
export { kycJobs, withdrawDraft } from './jobs.ts';
export { kycOperatorRoutes } from './operator-routes.ts';
export { kycQueue } from './operator-view.ts';
export { findPassportName, type PassportName } from './passport-name.ts';
export type { KycProviderAddress } from './provider.ts';
export { isSamePerson } from './risks.ts';
export { type KycRoutesDeps, kycRoutes } from './routes.ts';
export { createKycService } from './service.ts';
