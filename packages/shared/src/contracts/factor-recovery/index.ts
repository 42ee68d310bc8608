/** Recovery of second factors that are all lost: the request to sign in without them, and the decision. */
export { factorRecoveryEndpoints, factorRecoveryOperatorEndpoints } from './endpoints.ts';
export {
  type FactorRecoveryView,
  factorRecoveryDecisionDays,
  factorRecoveryWaitHours,
  type LostFactorsRequest,
  recoveryWish,
} from './schemas.ts';
