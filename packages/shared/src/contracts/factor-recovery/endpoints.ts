/** Calls of the recovery of lost second factors. */

import * as z from 'zod/mini';
import { sentResponse } from '../auth/sign-in.ts';
import { done, listOf } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import * as contract from './schemas.ts';

const limited = { access: 'open', tag: 'auth', limits: { bodyBytesMax: 8 * 1024, rate: 'identification' } } as const;

export const factorRecoveryEndpoints = declareEndpoints({
  'POST /v2/2fa/recovery': {
    ...limited,
    summary: 'Say that every second factor is lost',
    description:
      'By the ticket of a sign-in whose second factor is due. Operators decide; 48 hours after the approval of two the factors are removed, sessions ' +
      'and API keys end, and withdrawals are locked for withdrawal.lock_hours of GET /systemParams. The link of the mail, any second factor that is shown or added meanwhile, another password or a block ' +
      'of the account stops it; without a decision it ends after 14 days. ' +
      'While a wish waits another one changes nothing; after it ended there is one a day, and five a day of an address.',
    body: contract.recoveryWish,
    response: contract.recoveryWished,
    errors: ['sign_in_ended', 'account_blocked', 'captcha_failed', 'code_wrong', 'too_many_requests'],
  },
  'POST /v2/2fa/recovery/phone': {
    ...limited,
    summary: 'The telephone that somebody who has lost every second factor can show',
    body: contract.recoveryTicket,
    response: contract.recoveryPhone,
    errors: ['sign_in_ended', 'account_blocked'],
  },
  'POST /v2/2fa/recovery/phone_code': {
    ...limited,
    summary: 'Send a code to that telephone',
    body: contract.recoveryTicket,
    response: sentResponse,
    errors: ['sign_in_ended', 'account_blocked', 'phone_required', 'too_many_requests'],
  },
  'POST /v2/2fa/recovery/stop': {
    ...limited,
    summary: 'Stop a recovery of second factors by the token of its mail',
    body: contract.stopRequest,
    response: done,
    errors: ['link_ended'],
  },
});

const operators = { access: 'operator:accounts', tag: 'operations: people' } as const;
const params = z.object({ id: z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER)) });
const decision = { params, body: z.object({ reason: reasonText }), response: submission } as const;

export const factorRecoveryOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/factor-recoveries': {
    ...operators,
    summary: 'Wishes of people who lost every second factor: the oldest open one first, or the newest that has ended',
    query: contract.recoveriesQuery,
    response: listOf(contract.factorRecovery),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/factor-recoveries/:id': {
    ...operators,
    summary: 'One of them',
    params,
    response: contract.factorRecovery,
    errors: ['not_found'],
  },
  'POST /v2/ops/factor-recoveries/:id/approve': {
    ...operators,
    ...decision,
    statuses: submissionStatuses,
    summary: 'Let the factors be removed after the waiting time; another operator approves it',
    errors: ['not_found', 'claimed', 'request_closed', 'forbidden'],
  },
  'POST /v2/ops/factor-recoveries/:id/refuse': {
    ...operators,
    ...decision,
    statuses: submissionStatuses,
    summary: 'Keep the factors, also after an approval',
    errors: ['not_found', 'claimed', 'request_closed', 'forbidden'],
  },
});
