/** Calls of sign-in, refresh, sign-out and password strength. */
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';
import { loginResponse } from './sign-in.ts';
import { challengeRequest, challengeResponse } from './step-up.ts';

/** An e-mail, a password and a token are all that a caller sends here. */
const bodyBytesMax = 4 * 1024;
/** And what a passkey has answered. */
const passkeyBytesMax = 16 * 1024;
const limited = { access: 'open', tag: 'auth', limits: { bodyBytesMax, rate: 'identification' } } as const;

export const authEndpoints = declareEndpoints({
  'POST /v2/login': {
    ...limited,
    summary: 'Sign in',
    description:
      'Answers tokens, or a ticket for the step that is due: `two_factor` where a second factor is enabled (POST /v2/2fa/validate), ' +
      '`device_verification` on a device that is new to the account (POST /v2/login/device_verification). A ticket is good for ten ' +
      'minutes, five answers, and the address that it was given to. ' +
      'A browser gets the refresh token as a cookie alone: calls with an Origin header have none in the answer.',
    body: contract.loginRequest,
    response: loginResponse,
    errors: ['invalid_credentials', 'account_blocked', 'too_many_requests'],
  },
  'POST /v2/apirefreshToken': {
    access: 'open',
    tag: 'auth',
    limits: { bodyBytesMax },
    summary: 'Change a refresh token for a new pair',
    description:
      'By the token in the body, or by the cookie together with the X-CSRF-Token header: then the new refresh token comes ' +
      'as the cookie and not in the body. The device that repeats a call within 5 seconds gets the same refresh token again, ' +
      'and none when that one was used meanwhile.',
    body: contract.refreshRequest,
    response: contract.refreshResponse,
    errors: ['invalid_token', 'csrf', 'too_many_requests'],
  },
  'POST /v2/auth/challenge': {
    ...limited,
    limits: { ...limited.limits, bodyBytesMax: passkeyBytesMax },
    access: 'person',
    summary: 'Answer a challenge',
    description:
      'A call that is refused with `sign_in_again` and a `challenge` is let through once it is answered: repeat it with the ' +
      "challenge's id as the header X-Step-Up, once, with the same body, in the same session.",
    body: challengeRequest,
    response: challengeResponse,
    errors: ['challenge_failed', 'too_many_requests'],
  },
  'POST /logout': {
    access: 'optional',
    tag: 'auth',
    limits: { bodyBytesMax },
    summary: 'Sign out',
    body: contract.logoutRequest,
    response: done,
  },
  'GET /v2/password/validate': {
    ...limited,
    summary: 'The rules for passwords; the score of the one in the X-Password header',
    headers: contract.passwordHeaders,
    response: contract.passwordRulesResponse,
  },
  'POST /v2/password/validate': {
    ...limited,
    summary: 'How hard a password is to guess',
    body: contract.passwordValidateRequest,
    response: contract.passwordValidateResponse,
  },
});
