/** Calls of transfer codes. */
import { sentCode } from '../auth/sign-in.ts';
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { transferHeaders } from '../wallet/schemas.ts';
import * as contract from './schemas.ts';

const list = { access: 'read', tag: 'codes', query: contract.codesPaging, limits: { rows: 'page' } } as const;
const own = { ...list, response: contract.openCodeList } as const;
const history = { ...list, response: contract.codeEventList } as const;
const ofTicker = { params: contract.tickerParams, errors: ['unknown_asset'] } as const;

export const codesEndpoints = declareEndpoints({
  'GET /v2/profile/codes/my': { ...own, summary: 'Own open transfer codes, the newest first' },
  'GET /v2/profile/codes/my/:ticker': {
    ...own,
    ...ofTicker,
    summary: 'Own open transfer codes of a currency, the newest first',
  },
  'GET /v2/profile/codes/history': {
    ...history,
    summary: 'Transfer codes that were made, activated and deleted, the newest event first',
  },
  'GET /v2/profile/codes/history/:ticker': {
    ...history,
    ...ofTicker,
    summary: 'Events of the transfer codes of a currency, the newest first',
  },
  'POST /v2/profile/code/create': {
    access: 'person',
    tag: 'codes',
    limits: { bodyBytesMax: 16 * 1024, rate: 'identification' },
    summary: 'Make a transfer code of money in the main wallet; it is shown once',
    description:
      'Without a fee. Needs KYC, unlocked withdrawals and a code of a second factor. It counts in the limit of withdrawals of 24 hours until it is ' +
      'deleted, and is refused while withdrawals go to saved addresses alone, above the basic limit for a week after a second factor was added, and where an operator would look at a withdrawal of this value. ' +
      'From the basic limit of 24 hours on it needs `mail_code`, which `POST /v2/profile/code/confirmation` sends. Send an Idempotency-Key: a repeat with it makes no ' +
      'second code, and answers the first one without its text.',
    headers: transferHeaders,
    body: contract.newCode,
    response: contract.createdCode,
    errors: [
      'kyc_required',
      'withdrawals_locked',
      'two_factor_required',
      'factor_wrong',
      'factor_recent',
      'code_wrong',
      'confirmation_needed',
      'confirmation_channel',
      'address_not_saved',
      'withdrawal_limit',
      'review_needed',
      'price_unknown',
      'insufficient_balance',
      'unknown_asset',
      'wrong_step',
      'out_of_range',
      'repeated_with_other_content',
      'too_many_requests',
    ],
  },
  'POST /v2/profile/code/confirmation': {
    access: 'person',
    tag: 'codes',
    limits: { bodyBytesMax: 4 * 1024, rate: 'identification' },
    summary: 'Send the code by mail that confirms a transfer code of this amount, in place of an earlier one',
    body: contract.codeToConfirm,
    response: sentCode,
    errors: [
      'kyc_required',
      'withdrawals_locked',
      'email_unverified',
      'unknown_asset',
      'wrong_step',
      'out_of_range',
      'too_many_requests',
    ],
  },
  'POST /v2/profile/code/apply': {
    access: 'person',
    tag: 'codes',
    limits: { bodyBytesMax: 4 * 1024, rate: 'identification' },
    summary: 'Activate a transfer code: its money goes into the main wallet',
    description: 'Each code once. Wrong codes are counted: after some of them the next one has to wait.',
    body: contract.codeToApply,
    response: contract.appliedCode,
    errors: ['kyc_required', 'transfer_code_unusable', 'too_many_requests'],
  },
  'POST /v2/profile/code/delete': {
    access: 'person',
    tag: 'codes',
    summary: 'Delete an own open transfer code: its money returns to the main wallet',
    body: contract.codeToDelete,
    response: done,
    errors: ['not_found'],
  },
});
