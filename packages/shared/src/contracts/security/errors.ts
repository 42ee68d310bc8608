/** Refusals of what concerns second factors. */
import { declareErrors } from '../error-facts.ts';

export const securityErrors = declareErrors({
  two_factor_enabled: { status: 422, message: 'Two-Factor authentication is enabled already', socket: 1 },
  email_unverified: { status: 403, message: 'Please confirm your e-mail address first', socket: 20 },
  operator_two_factor: {
    status: 403,
    message: 'Operators need Two-Factor authentication: enable it in the security settings, then sign in with it',
    socket: 20,
  },
  sign_in_ended: { status: 403, message: 'This sign-in has ended. Please sign in again.', socket: 20 },
  phone_required: { status: 422, message: 'Please verify a phone number first', socket: 1 },
  passkeys_unavailable: { status: 422, message: 'Passkeys need a site with https', socket: 1 },
  passkey_refused: { status: 422, message: 'The passkey was not accepted', socket: 1 },
  too_many_passkeys: { status: 422, message: 'You have as many passkeys as you may have: remove one first', socket: 1 },
});
