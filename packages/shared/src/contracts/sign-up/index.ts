/** Signing up: calls and shapes. */
export { signUpEndpoints, verificationEndpoints } from './endpoints.ts';
export {
  type RegisterRequest,
  registerRequest,
  type VerificationRequest,
} from './schemas.ts';
