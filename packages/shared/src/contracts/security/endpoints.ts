/** Calls of second factors, of the phone that text messages go to, and of passkeys. */
import {
  addPasskeyRequest,
  addPasskeyResponse,
  passkeyOptionsResponse,
  passkeyParams,
  passkeysResponse,
} from '../auth/passkeys.ts';
import { sentResponse } from '../auth/sign-in.ts';
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const own = { access: 'person', tag: 'security' } as const;
/** Each costs a guess, a hash or a message. */
const guarded = { ...own, limits: { bodyBytesMax: 16 * 1024, rate: 'identification' } } as const;
const stepUp =
  'Where a second factor is enabled, or the sign-in is older than ten minutes, it is refused with `sign_in_again` and a challenge, which ' +
  'a second factor answers where there is one.';
const locks =
  'It holds withdrawals back for withdrawal.lock_hours of GET /systemParams, but for the first factor of an account in the session of its first sign-in. ' +
  'The first factor beside codes by mail alone turns all API keys off and lets the phone count as new.';

export const securityEndpoints = declareEndpoints({
  'GET /v2/settings/security': {
    ...own,
    summary: 'Second factors and what else guards the account',
    response: contract.securitySettings,
  },
  'POST /v2/settings/2fa/generate': {
    ...guarded,
    summary: 'A new secret for an authenticator app, which counts once it is turned on',
    description: stepUp,
    response: contract.generatedTotp,
    errors: ['email_unverified', 'two_factor_enabled', 'sign_in_again'],
  },
  'POST /v2/settings/2fa/toggle': {
    ...guarded,
    summary: 'Turn an authenticator app, or codes by mail, on or off',
    description:
      'On by a right code of the method in the session that asked for its secret or code, off by a code of a second factor, by mail only where the account has nothing else. Turning it ' +
      `off deactivates all API keys. ${locks} So does turning it off.`,
    body: contract.toggleRequest,
    response: contract.toggleResponse,
    errors: [
      'email_unverified',
      'factor_wrong',
      'two_factor_enabled',
      'two_factor_required',
      'sign_in_again',
      'too_many_requests',
    ],
  },
  'POST /v2/settings/2fa/recovery_codes': {
    ...guarded,
    summary: 'Ten new recovery codes; those of before count no longer',
    description: `It holds withdrawals back for withdrawal.lock_hours of GET /systemParams. ${stepUp}`,
    response: contract.recoveryCodesResponse,
    errors: ['two_factor_required', 'sign_in_again'],
  },
  'POST /v2/settings/2fa/code': {
    ...guarded,
    summary: 'Send this session a code for the factor `email_code` or `sms_code`',
    description: 'A code that adds a factor beside others is sent after a challenge, which one of those answers.',
    body: contract.sendCodeRequest,
    response: sentResponse,
    errors: ['phone_required', 'sign_in_again', 'too_many_requests'],
  },
  'POST /v2/settings/2fa/options': {
    ...guarded,
    summary: 'What the browser needs to ask a passkey of the account, for the factor `passkey` in this session',
    response: passkeyOptionsResponse,
    errors: ['passkeys_unavailable'],
  },
  'POST /v2/settings/verify_phone_number': {
    ...guarded,
    summary: 'Send a code to a phone that is to be one’s own',
    description: `In place of a phone that is a second factor: ${stepUp} Otherwise of a sign-in that is older than ten minutes alone.`,
    body: contract.phoneRequest,
    response: sentResponse,
    errors: ['email_unverified', 'country_restricted', 'sign_in_again', 'too_many_requests'],
  },
  'POST /v2/settings/verifyOTP': {
    ...guarded,
    summary: 'Make the phone one’s own by the code that it was sent',
    description:
      'In place of a phone that is a second factor it holds withdrawals back for withdrawal.lock_hours of GET /systemParams.',
    body: contract.phoneCodeRequest,
    response: contract.phoneResponse,
    errors: ['code_wrong', 'phone_taken', 'too_many_requests'],
  },
  'POST /v2/settings/enable_sms_verification': {
    ...guarded,
    summary: 'Turn codes by text message on or off as a second factor',
    description:
      'On by a code of POST /v2/settings/2fa/code, off by a code of a second factor, by mail only where the account has nothing else, which deactivates all API keys and holds ' +
      `withdrawals back for withdrawal.lock_hours of GET /systemParams. ${locks}`,
    body: contract.smsRequest,
    response: contract.smsResponse,
    errors: ['email_unverified', 'factor_wrong', 'phone_required', 'sign_in_again', 'too_many_requests'],
  },
  'GET /v2/passkeys': { ...own, summary: 'Own passkeys', response: passkeysResponse },
  'POST /v2/passkeys/options': {
    ...guarded,
    summary: 'What the browser needs to make a passkey',
    description: stepUp,
    response: passkeyOptionsResponse,
    errors: ['email_unverified', 'passkeys_unavailable', 'too_many_passkeys', 'sign_in_again'],
  },
  'POST /v2/passkeys': {
    ...guarded,
    summary: 'Add a passkey that the browser has made',
    description: locks,
    body: addPasskeyRequest,
    response: addPasskeyResponse,
    errors: ['passkey_refused', 'too_many_passkeys'],
  },
  'DELETE /v2/passkeys/:id': {
    ...guarded,
    summary: 'Remove a passkey',
    description: `It holds withdrawals back for withdrawal.lock_hours of GET /systemParams; with the last second factor all API keys are deactivated. ${stepUp}`,
    params: passkeyParams,
    response: done,
    errors: ['not_found', 'sign_in_again'],
  },
});
