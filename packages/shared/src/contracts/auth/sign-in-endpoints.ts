/** Calls of the steps of a sign-in after the password, and of sign-in by a passkey. */
import { declareEndpoints } from '../endpoint.ts';
import * as passkeys from './passkeys.ts';
import { refreshResponse } from './schemas.ts';
import * as contract from './sign-in.ts';

/** What a passkey answers is the longest. */
const limited = {
  access: 'open',
  tag: 'auth',
  limits: { bodyBytesMax: 16 * 1024, rate: 'identification' },
} as const;

export const signInEndpoints = declareEndpoints({
  'POST /v2/2fa/validate': {
    ...limited,
    summary: 'Finish a sign-in by a second factor',
    body: contract.secondFactorRequest,
    response: refreshResponse,
    errors: ['factor_wrong', 'sign_in_ended', 'account_blocked', 'too_many_requests'],
  },
  'POST /v2/2fa/options': {
    ...limited,
    summary: 'What the browser needs to ask a passkey of the account, for the factor `passkey` of this sign-in',
    body: contract.ticketRequest,
    response: passkeys.passkeyOptionsResponse,
    errors: ['sign_in_ended', 'passkeys_unavailable'],
  },
  'POST /v2/login/device_verification': {
    ...limited,
    summary: 'Finish a sign-in on a new device by the code that was mailed',
    body: contract.deviceVerificationRequest,
    response: refreshResponse,
    errors: ['factor_wrong', 'sign_in_ended', 'account_blocked', 'too_many_requests'],
  },
  'POST /v2/resendDeviceCode': {
    ...limited,
    summary: 'Send the code of a sign-in, or another one',
    body: contract.resendRequest,
    response: contract.sentResponse,
    errors: ['sign_in_ended', 'too_many_requests'],
  },
  'POST /v2/login/passkey/options': {
    ...limited,
    summary: 'What the browser needs to sign in by a passkey; the browser knows of which accounts there are some',
    response: passkeys.signInPasskeyOptions,
    errors: ['passkeys_unavailable'],
  },
  'POST /v2/login/passkey': {
    ...limited,
    summary: 'Sign in by a passkey',
    body: contract.passkeySignInRequest,
    response: refreshResponse,
    errors: ['passkey_refused', 'account_blocked', 'too_many_requests'],
  },
});
