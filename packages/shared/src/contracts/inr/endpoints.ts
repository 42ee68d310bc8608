/** Calls of bank accounts in India. */
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as deposit from './deposit-schemas.ts';
import * as contract from './schemas.ts';

const tag = 'inr';
const ofBank = { tag, params: contract.bankParams, errors: ['inr_bank_not_found'] } as const;

export const inrEndpoints = declareEndpoints({
  'GET /v3/inr-banks': {
    access: 'read',
    tag,
    summary: 'Own bank accounts in India, the newest first',
    query: contract.inrBanksPaging,
    response: contract.inrBankList,
    limits: { rows: 'page' },
  },
  'GET /v3/inr-banks/:id': {
    ...ofBank,
    access: 'read',
    summary: 'One of them',
    response: contract.inrBankAnswer,
  },
  'POST /v3/inr-banks': {
    access: 'person',
    tag,
    limits: { bodyBytesMax: 8 * 1024, rate: 'identification' },
    summary: 'Add a bank account in India',
    description:
      'Needs a verified identity. Money leaves by it: where a second factor is enabled, or the sign-in is older than ten minutes, it is refused ' +
      'with `sign_in_again` and a challenge, which POST /v2/auth/challenge answers. It waits for its verification (status 0).',
    body: contract.newInrBank,
    response: contract.inrBankAnswer,
    errors: [
      'kyc_required',
      'sign_in_again',
      'inr_bank_limit',
      'inr_bank_added',
      'inr_bank_not_added',
      'too_many_requests',
    ],
  },
  'POST /v3/inr-bank-validate/:id': {
    ...ofBank,
    access: 'person',
    summary: 'Have an own bank account verified, or ask what became of it: 0 waits, 1 active, 2 canceled',
    response: contract.validatedBank,
  },
  'DELETE /v3/inr-banks/:id': {
    ...ofBank,
    access: 'person',
    summary: 'Delete an own bank account',
    response: done,
    errors: ['inr_bank_not_found', 'inr_bank_in_use'],
  },
  'GET /v3/inr-bank-trx-count/:id': {
    ...ofBank,
    access: 'read',
    summary: 'How many deposits and withdrawals by an own bank account there are, and how many of them are unfinished',
    response: contract.bankTransactions,
  },
  'GET /v3/inr-requisites/:id': {
    ...ofBank,
    access: 'read',
    summary: 'Where to pay to from an own active bank account',
    response: deposit.inrRequisites,
    errors: ['inr_bank_not_found', 'inr_bank_not_verified', 'deposit_disabled'],
  },
  // Before the call of payment providers, whose key is a parameter.
  'POST /v3/balance/deposit-:ticker/INR': {
    access: 'person',
    tag,
    limits: { bodyBytesMax: 8 * 1024, rate: 'identification' },
    summary: 'Report a bank transfer that was made from an own active bank account',
    description:
      'An operator finds the transfer by its id and credits what has arrived, less the fee. A transfer is reported once: a repeat is refused.',
    params: deposit.depositParams,
    body: deposit.newInrDeposit,
    response: deposit.inrDeposit,
    errors: [
      'kyc_required',
      'unknown_asset',
      'unknown_payment_method',
      'deposit_disabled',
      'inr_bank_not_found',
      'inr_bank_not_verified',
      'inr_transaction_id_exists',
      'inr_daily_limit',
      'too_many_requests',
    ],
  },
  'GET /v3/inr-deposits': {
    access: 'read',
    tag,
    summary: 'Own deposits by bank transfer, the newest first',
    query: contract.inrBanksPaging,
    response: deposit.inrDepositList,
    limits: { rows: 'page' },
  },
  'GET /v3/balance/atom-bank-list': {
    access: 'read',
    tag,
    limits: { rows: 'page' },
    summary: 'Banks in India that a payment by net banking may name, by their names',
    query: contract.bankNamesQuery,
    response: contract.bankNames,
  },
  'GET /v3/inr-ifsc/:code': {
    access: 'read',
    tag,
    summary: 'The bank of an IFSC',
    params: contract.ifscParams,
    response: contract.ifscAnswer,
    errors: ['not_found'],
  },
});
