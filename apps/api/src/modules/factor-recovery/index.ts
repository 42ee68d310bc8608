export { factorRecoveryJobs } from './jobs.ts';
export { approveFactorRecovery } from './operator.ts';
export { factorRecoveryOperatorRoutes, factorRecoveryQueue } from './operator-routes.ts';
export { createPhoneProof } from './phone-proof.ts';
export { factorRecoveryRoutes } from './routes.ts';
export { createFactorRecoveries } from './service.ts';
export { stopFactorRecovery } from './stop.ts';
