/** Calls of invoices. */
import { done } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { startedDeposit } from '../fiat/schemas.ts';
import { transferHeaders } from '../wallet/schemas.ts';
import * as contract from './schemas.ts';

const tag = 'invoices';
const ofId = { tag, params: contract.idParams } as const;
const begin = {
  ...ofId,
  access: 'person',
  limits: { rate: 'identification' },
  response: contract.sentCode,
} as const;
const byGet =
  'A GET that changes something, for older clients: demands the X-CSRF-Token header of the session. Prefer the POST.';
const beginErrors = [
  'kyc_required',
  'withdrawals_locked',
  'not_found',
  'invoice_closed',
  'invoice_own',
  'too_many_requests',
] as const;

export const invoicesEndpoints = declareEndpoints({
  'POST /v3/invoices': {
    access: 'person',
    tag,
    limits: { bodyBytesMax: 4 * 1024, rate: 'identification' },
    summary: 'Ask for money: an invoice that another user pays by its id',
    headers: transferHeaders,
    body: contract.newInvoice,
    response: contract.invoice,
    errors: [
      'kyc_required',
      'unknown_asset',
      'wrong_step',
      'out_of_range',
      'repeated_with_other_content',
      'too_many_requests',
    ],
  },
  'GET /v3/invoices': {
    access: 'read',
    tag,
    limits: { rows: 'page' },
    summary: 'Invoices that this user has made or paid, the newest first',
    query: contract.invoicesQuery,
    response: contract.ownInvoices,
  },
  'DELETE /v3/invoices/:id': {
    ...ofId,
    access: 'person',
    summary: 'Cancel an own open invoice',
    response: done,
    errors: ['not_found', 'invoice_closed'],
  },
  'GET /invoice/:id': {
    ...ofId,
    access: 'open',
    summary: 'An invoice as everybody who has its id sees it',
    response: contract.invoice,
    errors: ['not_found'],
  },
  'GET /confirminvoice/:hash': {
    access: 'open',
    tag,
    summary: 'Whether an invoice is paid',
    params: contract.hashParams,
    response: contract.invoiceStatus,
    errors: ['not_found'],
  },
  'POST /makeinnerinvoice/:id': {
    ...begin,
    summary: 'Pay an invoice from the main wallet: sends a code by mail',
    errors: beginErrors,
  },
  'GET /makeinnerinvoice/:id': { ...begin, summary: 'The same', description: byGet, errors: [...beginErrors, 'csrf'] },
  'POST /resendInnerInvoiceCode/:id': { ...begin, summary: 'Send another code by mail', errors: beginErrors },
  'GET /resendInnerInvoiceCode/:id': {
    ...begin,
    summary: 'The same',
    description: byGet,
    errors: [...beginErrors, 'csrf'],
  },
  'POST /confirminnerinvoice/:id': {
    ...ofId,
    access: 'person',
    limits: { bodyBytesMax: 4 * 1024, rate: 'identification' },
    summary: 'Pay an invoice with the code of the mail',
    body: contract.confirmation,
    response: contract.invoice,
    errors: [
      'kyc_required',
      'withdrawals_locked',
      'factor_needed',
      'factor_wrong',
      'code_wrong',
      'address_not_saved',
      'confirmation_channel',
      'withdrawal_limit',
      'review_needed',
      'factor_recent',
      'price_unknown',
      'not_found',
      'invoice_closed',
      'invoice_own',
      'insufficient_balance',
      'too_many_requests',
    ],
  },
  'POST /makefiatpayment': {
    access: 'person',
    tag,
    limits: { bodyBytesMax: 8 * 1024, rate: 'identification' },
    summary: 'Pay an invoice by a payment provider',
    description:
      'Begins a deposit of the amount and its fee into the main wallet, from which the invoice is paid once it has arrived.',
    headers: transferHeaders,
    body: contract.fiatPayment,
    response: startedDeposit,
    errors: [
      'kyc_required',
      'withdrawals_locked',
      'not_found',
      'invoice_closed',
      'invoice_own',
      'unknown_payment_method',
      'deposit_disabled',
      'amount_too_small',
      'amount_too_large',
      'payment_provider_failed',
      'too_many_requests',
    ],
  },
});
