/** Refusals that concern who is calling. */
import { declareErrors } from '../error-facts.ts';

export const authErrors = declareErrors({
  unauthorized: { status: 401, message: 'You need to be logged in', socket: 6 },
  invalid_token: { status: 401, message: 'Your session has ended. Please log in again.', socket: 11 },
  invalid_signature: { status: 401, message: 'The API key, timestamp or signature is wrong', socket: 11 },
  invalid_credentials: { status: 401, message: 'E-mail or password is wrong', socket: 11 },
  csrf: { status: 403, message: 'The CSRF token is missing or wrong', socket: 20 },
  forbidden: { status: 403, message: 'You are not allowed to do this', socket: 20 },
  insufficient_scope: { status: 403, message: 'This API key may not do that', socket: 20 },
  sign_in_again: { status: 403, message: 'Please sign in again to do this', socket: 20 },
  challenge_failed: { status: 403, message: 'The answer is wrong, or the challenge has ended', socket: 20 },
  kyc_required: { status: 403, message: "You can't Perform Exchange until KYC is Approved", socket: 20 },
  account_blocked: { status: 403, message: 'This account is blocked. Please contact support.', socket: 20 },
  country_restricted: { status: 403, message: 'Registration is not available in your country', socket: 20 },
  region_barred: { status: 403, message: "Sorry, but your region can't participate", socket: 20 },
  two_factor_required: { status: 403, message: 'Please, enable Two-Factor authentication', socket: 20 },
  factor_needed: { status: 403, message: 'Please confirm with your second factor', socket: 20 },
  factor_wrong: { status: 422, message: 'The code is wrong or was used before', socket: 1 },
  code_wrong: { status: 422, message: 'The code is wrong, was used before or has expired', socket: 1 },
  weak_password: { status: 422, message: 'This password is too easy to guess', socket: 1 },
});
