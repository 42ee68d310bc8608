/** Signing in and step-up challenges: calls and shapes. */
export { authEndpoints } from './endpoints.ts';
export { guardFactorsOf, isMailboxFactor } from './mailbox-factors.ts';
export { addPasskeyRequest, type PasskeyAnswer, type PasskeyView, passkeysMax } from './passkeys.ts';
export { passwordRules, passwordScoreMin } from './password-rules.ts';
export {
  email,
  type LoginRequest,
  loginRequest,
  type PasswordValidateResponse,
  type RefreshResponse,
  type TokenResponse,
} from './schemas.ts';
export {
  deviceVerificationRequest,
  type LoginResponse,
  type SecondFactorRequest,
  type SentCode,
} from './sign-in.ts';
export { signInEndpoints } from './sign-in-endpoints.ts';
export {
  type Challenge,
  type ChallengeRequest,
  challengeId,
  type FactorCode,
  type FactorName,
  type FactorProof,
  factorProof,
  type SentFactorName,
} from './step-up.ts';
