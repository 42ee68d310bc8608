/** Recovery and change of passwords. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const limited = { tag: 'auth', limits: { bodyBytesMax: 8 * 1024, rate: 'identification' } } as const;

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
  'POST /v2/password/reset': {
    ...limited,
    access: 'open',
    summary: 'Choose a new password by the token of the mail',
    description:
      'Once, within 30 minutes. Ends all sessions, turns API keys off and holds withdrawals back for two days. Who has had a second factor for a ' +
      'week, or is an operator and has any, shows it too: without one the refusal is `factor_needed`. Factors that were added later are removed, ' +
      'but those of operators; then withdrawals are held back for seven days.',
    body: contract.resetRequest,
    response: contract.passwordChanged,
    errors: ['link_ended', 'weak_password', 'password_used_before', 'factor_needed', 'factor_wrong'],
  },
  'POST /v2/settings/password': {
    ...limited,
    access: 'person',
    summary: 'Change the password',
    description: 'Ends all other sessions and holds withdrawals back for two days.',
    body: contract.changeRequest,
    response: contract.passwordChanged,
    errors: ['password_wrong', 'weak_password', 'password_used_before', 'factor_needed', 'factor_wrong'],
  },
});
