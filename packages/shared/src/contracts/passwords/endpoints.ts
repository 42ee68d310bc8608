/** Recovery and change of passwords. */
import { passkeyOptionsResponse } from '../auth/passkeys.ts';
import { sentResponse } from '../auth/sign-in.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

/** What a passkey answers is the longest. */
const limited = { tag: 'auth', limits: { bodyBytesMax: 16 * 1024, rate: 'identification' } } as const;

export const passwordsEndpoints = declareEndpoints({
  'POST /v2/password/email': {
    ...limited,
    access: 'open',
    summary: 'Ask for a mail with a link and a code to choose a new password',
    description:
      'The answer, and its time, are the same whether somebody has the e-mail. The code of the mail counts with the `request` of the answer.',
    body: contract.recoveryRequest,
    response: contract.recoveryStarted,
    errors: ['captcha_failed', 'too_many_requests'],
  },
  'POST /v2/password/trigger_otp': {
    ...limited,
    access: 'open',
    summary: 'Ask for the mail once more',
    body: contract.recoveryRequest,
    response: contract.recoveryStarted,
    errors: ['captcha_failed', 'too_many_requests'],
  },
  'POST /v2/password/forgot_password_verify': {
    ...limited,
    access: 'open',
    summary: 'Change the code of the mail for the token that its link has',
    body: contract.recoveryCodeRequest,
    response: contract.recoveryCodeResponse,
    errors: ['code_wrong', 'too_many_requests'],
  },
  'POST /v2/password/factors': {
    ...limited,
    access: 'open',
    summary: 'The second factors of which the new password by this token needs one',
    body: contract.recoveryTokenRequest,
    response: contract.recoveryFactorsResponse,
    errors: ['link_ended'],
  },
  'POST /v2/password/factor_code': {
    ...limited,
    access: 'open',
    summary: 'Send a code for the factor `email_code` or `sms_code`, which counts with this token alone',
    body: contract.recoveryFactorCodeRequest,
    response: sentResponse,
    errors: ['link_ended', 'invalid_argument', 'phone_required', 'too_many_requests'],
  },
  'POST /v2/password/factor_options': {
    ...limited,
    access: 'open',
    summary: 'What the browser needs to ask a passkey of the account, for the factor `passkey` with this token',
    body: contract.recoveryTokenRequest,
    response: passkeyOptionsResponse,
    errors: ['link_ended', 'invalid_argument', 'passkeys_unavailable'],
  },
  'POST /v2/password/reset': {
    ...limited,
    access: 'open',
    summary: 'Choose a new password by the token of the mail',
    description:
      'Once, within 30 minutes. Ends all sessions, turns API keys off and holds withdrawals back for withdrawal.lock_hours of GET /systemParams. Who has had a second factor for a ' +
      'week, or is an operator and has any, shows it too: without one the refusal is `factor_needed`. A code by mail counts only where there is no other factor. Factors that were added later are removed, ' +
      'but those of operators; then withdrawals are held back for seven days.',
    body: contract.resetRequest,
    response: contract.passwordChanged,
    errors: [
      'link_ended',
      'weak_password',
      'password_used_before',
      'factor_needed',
      'factor_wrong',
      'too_many_requests',
    ],
  },
  'POST /v2/settings/password': {
    ...limited,
    access: 'person',
    summary: 'Change the password',
    description:
      'Ends all other sessions and holds withdrawals back for withdrawal.lock_hours of GET /systemParams. Second factors that were added within seven days, but the one that is shown ' +
      'here, are removed, and API keys that were made in that time are turned off, unless `keep_recent` says that they are one’s own. A code by mail ' +
      'shows who asks only where the account has no other second factor. Of operators no factor is removed.',
    body: contract.changeRequest,
    response: contract.passwordChanged,
    errors: ['password_wrong', 'weak_password', 'password_used_before', 'factor_needed', 'factor_wrong'],
  },
});
