/** Signing up: calls and shapes. */
export { signUpEndpoints, verificationEndpoints } from './endpoints.ts';
export {
  confirmationRequest,
  type RegisterRequest,
  registerRequest,
  type VerificationRequest,
  verificationRequest,
} from './schemas.ts';
