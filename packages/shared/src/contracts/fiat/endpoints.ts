/** Calls of deposits by payment providers. */
import { declareEndpoints } from '../endpoint.ts';
import { transferHeaders } from '../wallet/schemas.ts';
import * as contract from './schemas.ts';

const tag = 'payments';

export const fiatEndpoints = declareEndpoints({
  'POST /v3/balance/deposit-:ticker/:paymentKey': {
    access: 'person',
    tag,
    limits: { bodyBytesMax: 8 * 1024, rate: 'identification' },
    summary: 'Begin a deposit by a payment provider',
    description:
      'Answers where the browser goes to pay: submit a form with `fields` to `redirectLink`. Which fields the method asks is listed by its key. ' +
      'Send an Idempotency-Key: a repeat with it answers the same payment.',
    params: contract.providerMethodParams,
    headers: transferHeaders,
    body: contract.newProviderDeposit,
    response: contract.startedDeposit,
    errors: [
      'kyc_required',
      'unknown_asset',
      'unknown_payment_method',
      'deposit_disabled',
      'wrong_step',
      'amount_too_small',
      'amount_too_large',
      'repeated_with_other_content',
      'payment_provider_failed',
      'too_many_requests',
    ],
  },
  'POST /v3/balance/verify-transaction': {
    access: 'person',
    tag,
    limits: { rate: 'identification' },
    summary: 'Ask the payment provider what became of an own deposit',
    body: contract.transactionToVerify,
    response: contract.verifiedTransaction,
    errors: ['not_found', 'payment_provider_failed'],
  },
  'GET /v3/merchant/:hash': {
    access: 'open',
    tag,
    summary: 'A payment as everybody who has its link sees it',
    params: contract.pageParams,
    response: contract.merchantPayment,
    errors: ['not_found'],
  },
  'POST /v2/payout-callbacks/:provider': {
    access: 'open',
    tag,
    summary: 'A payment provider reports that something became of a withdrawal',
    description:
      'Signed as reports of payments are. It moves no money: the provider is asked what became of the withdrawal. A repeat answers the same.',
    params: contract.callbackParams,
    response: contract.callbackAnswer,
    errors: ['not_found', 'invalid_signature'],
  },
  'POST /v2/payment-callbacks/:provider': {
    access: 'open',
    tag,
    summary: 'What a payment provider reports of a payment',
    description:
      'Signed by the provider with the secret that it shares with the exchange. A repeat changes nothing and answers the same.',
    params: contract.callbackParams,
    response: contract.callbackAnswer,
    errors: ['not_found', 'invalid_signature'],
  },
});
