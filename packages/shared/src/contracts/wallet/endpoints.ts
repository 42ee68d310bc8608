/** Calls of the wallets. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const description =
  'Send an Idempotency-Key: a repeat with it answers the first transfer. 503 with outcome_unknown means that ' +
  'the transfer was accepted and has not arrived yet.';

const transfer = {
  access: 'transfer',
  tag: 'wallet',
  description,
  headers: contract.transferHeaders,
  response: contract.transferResponse,
  errors: [
    'unknown_asset',
    'wrong_step',
    'out_of_range',
    'insufficient_balance',
    'repeated_with_other_content',
    'too_many_requests',
    'outcome_unknown',
  ],
} as const;

export const walletEndpoints = declareEndpoints({
  'GET /v3/profile/balance': {
    access: 'read',
    tag: 'wallet',
    summary: 'Balances of all wallets',
    response: contract.balanceResponse,
  },
  'GET /v3/profile/balance/:ticker': {
    access: 'read',
    tag: 'wallet',
    summary: 'Balances of all wallets of one asset',
    params: contract.tickerParams,
    response: contract.tickerBalance,
    errors: ['unknown_asset'],
  },
  'GET /v3/profile/countrylist': {
    access: 'read',
    tag: 'wallet',
    summary: 'Names of countries by code',
    response: contract.countryNames,
  },
  'POST /v2/profile/transfer': {
    ...transfer,
    summary: 'Move money between the main and the trade wallet',
    body: contract.transferRequest,
  },
  'POST /v2/profile/transfer-futures': {
    ...transfer,
    summary: 'Move money between the main and the futures wallet',
    body: contract.futuresTransferRequest,
  },
  'POST /v2/profile/transfer-trade-futures': {
    ...transfer,
    summary: 'Move money between the trade and the futures wallet',
    body: contract.tradeFuturesTransferRequest,
  },
  'POST /v2/profile/balance-transfer': {
    ...transfer,
    summary: 'Move money between any two wallets',
    body: contract.anyTransferRequest,
  },
});
