/** Calls of withdrawals. */
import { declareEndpoints } from '../endpoint.ts';
import { transferHeaders } from '../wallet/schemas.ts';
import * as contract from './schemas.ts';
import { confirmMinutes } from './terms.ts';

const tag = 'withdrawals';
const request = {
  access: 'withdraw',
  tag,
  limits: { bodyBytesMax: 16 * 1024, rate: 'identification' },
  description:
    'The money is held until the withdrawal is paid or has ended. A code of a second factor is demanded of accounts that have one. The user then ' +
    `confirms by the link or the code of a mail, or by a text message, within ${confirmMinutes} minutes, and over another channel than the code of the ` +
    'second factor came by. An API key withdraws to saved addresses alone. A method of a bank takes `bank_id`, an own active bank account, and ' +
    '`terms`; one of a payment provider takes `receiver`, or the id of a saved one. Send an Idempotency-Key: a repeat with it makes no second withdrawal.',
  headers: transferHeaders,
  response: contract.requestedWithdrawal,
  errors: [
    'kyc_required',
    'withdrawals_locked',
    'email_unverified',
    'factor_needed',
    'factor_wrong',
    'unknown_asset',
    'unknown_payment_method',
    'withdrawal_disabled',
    'fee_changed',
    'invalid_address',
    'address_not_saved',
    'address_waits',
    'amount_too_small',
    'amount_too_large',
    'wrong_step',
    'out_of_range',
    'withdrawal_limit',
    'confirmation_channel',
    'price_unknown',
    'insufficient_balance',
    'inr_bank_not_found',
    'inr_bank_not_verified',
    'inr_daily_limit',
    'payment_provider_failed',
    'repeated_with_other_content',
    'too_many_requests',
  ],
} as const;
const resend = {
  access: 'person',
  tag,
  limits: { rate: 'identification' },
  body: contract.withdrawalId,
  response: contract.resentCode,
} as const;

export const withdrawalsEndpoints = declareEndpoints({
  'POST /v3/balance/withdrawal-:ticker/:paymentKey': {
    ...request,
    summary: 'Request a withdrawal by a payment method',
    params: contract.paymentParams,
    body: contract.withdrawalRequest,
  },
  'POST /v2/profile/withdraw': {
    ...request,
    summary: 'Request a withdrawal, the payment method in the body',
    body: contract.namedWithdrawalRequest,
  },
  'POST /v2/profile/withdraw/2fa': {
    ...request,
    summary: 'The same, by accounts that have a second factor',
    body: contract.namedWithdrawalRequest,
  },
  'POST /v2/edr/withdraw': {
    ...request,
    summary: 'Request a withdrawal of EDR, the payment method in the body',
    body: contract.edrWithdrawalRequest,
  },
  'POST /v2/profile/withdrawfchange': {
    ...request,
    summary: 'Request a withdrawal by the method FCHANGE',
    body: contract.keyedWithdrawalRequest,
  },
  'POST /v2/profile/withdrawkitvisa': {
    ...request,
    summary: 'Request a withdrawal by the method KITVISA',
    body: contract.keyedWithdrawalRequest,
  },
  'POST /v2/profile/withdrawadvvisa': {
    ...request,
    summary: 'Request a withdrawal by the method ADVCARD',
    body: contract.keyedWithdrawalRequest,
  },
  'POST /confirmWithdraw': {
    access: 'optional',
    tag,
    limits: { bodyBytesMax: 4 * 1024, rate: 'identification' },
    summary: 'Confirm a withdrawal, by the token of a mail or by a code',
    description: 'The token of the link needs no session; a code does. Wrong codes are counted.',
    body: contract.confirmation,
    response: contract.withdrawal,
    errors: [
      'link_ended',
      'code_wrong',
      'withdrawal_closed',
      'withdrawals_locked',
      'address_not_saved',
      'address_waits',
      'not_found',
      'too_many_requests',
    ],
  },
  'POST /v3/profile/resendWithdrawEmailotp': {
    ...resend,
    summary: 'Send the link and a new code by mail',
    errors: ['not_found', 'withdrawal_closed', 'confirmation_channel', 'too_many_requests'],
  },
  'POST /v3/profile/resendWithdrawPhoneotp': {
    ...resend,
    summary: 'Send a new code to the verified telephone',
    errors: ['not_found', 'withdrawal_closed', 'confirmation_channel', 'phone_required', 'too_many_requests'],
  },
  'POST /v2/profile/withdrawals/:id/cancel': {
    access: 'person',
    tag,
    summary: 'Cancel an own withdrawal that is not on its way yet',
    params: contract.idParams,
    response: contract.withdrawal,
    errors: ['not_found', 'withdrawal_closed', 'payouts_stopped'],
  },
  'GET /v2/profile/withdrawals': {
    access: 'read',
    tag,
    summary: 'Own withdrawals, the newest first',
    query: contract.withdrawalsQuery,
    response: contract.withdrawalList,
    limits: { rows: 'page' },
    errors: ['unknown_asset'],
  },
  'GET /v3/profile/withdraw_kyc_limit': {
    access: 'read',
    tag,
    summary: 'How much may still be withdrawn within 24 hours',
    response: contract.withdrawalLimit,
  },
});
