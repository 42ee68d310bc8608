/** Signing in and step-up challenges: calls and shapes. */
export { authEndpoints } from './endpoints.ts';
export {
  email,
  type LoginRequest,
  loginRequest,
  type PasswordValidateResponse,
  password,
  passwordRules,
  passwordScoreMin,
  type RefreshResponse,
  type TokenResponse,
} from './schemas.ts';
export { type ChallengeRequest, challengeId, type FactorName, factorNames } from './step-up.ts';
