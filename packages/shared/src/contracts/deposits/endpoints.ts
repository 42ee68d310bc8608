/** Calls about deposits from networks. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const tag = 'deposits';

export const depositsEndpoints = declareEndpoints({
  'GET /v2/profile/address/:ticker': {
    access: 'read',
    tag,
    summary: 'The address to which the caller deposits an asset; created when there is none',
    params: contract.tickerParams,
    query: contract.networkQuery,
    response: contract.depositAddress,
    errors: [
      'unknown_asset',
      'kyc_required',
      'deposit_disabled',
      'deposit_address_not_found',
      'deposit_address_failed',
    ],
  },
  'GET /v2/edr/address': {
    access: 'read',
    tag,
    summary: 'The address to which the caller deposits EDR; created when there is none',
    query: contract.networkQuery,
    response: contract.depositAddress,
    errors: [
      'unknown_asset',
      'kyc_required',
      'deposit_disabled',
      'deposit_address_not_found',
      'deposit_address_failed',
    ],
  },
  'POST /v2/profile/address': {
    access: 'person',
    tag,
    summary: 'A new deposit address, when the current one has received a deposit',
    body: contract.networkBody,
    response: contract.depositAddress,
    errors: ['unknown_asset', 'kyc_required', 'deposit_disabled', 'deposit_address_unused', 'deposit_address_failed'],
  },
  'GET /v2/balance/deposit-:ticker': {
    access: 'read',
    tag,
    summary: 'Ways to deposit an asset, and the current address of its first network',
    description: 'Looking takes no address: GET /v2/profile/address/{ticker} does.',
    params: contract.tickerParams,
    response: contract.depositData,
    errors: ['unknown_asset'],
  },
  'GET /v2/balance/deposit-:ticker/:paymentKey': {
    access: 'read',
    tag,
    summary: 'One of the ways, by the key of its method, with the current address where it is a network',
    params: contract.methodParams,
    response: contract.depositData,
    errors: ['unknown_asset', 'unknown_payment_method'],
  },
  'GET /v2/blockHeight/:ticker': {
    access: 'read',
    tag,
    summary: "The newest block of an asset's network",
    params: contract.tickerParams,
    query: contract.networkQuery,
    response: contract.blockHeight,
    errors: ['unknown_asset', 'block_height_failed'],
  },
  'GET /v2/profile/deposits/:ticker': {
    access: 'read',
    tag,
    summary: "The caller's three newest deposits of an asset from networks, with their confirmations",
    params: contract.tickerParams,
    response: contract.recentDeposits,
    errors: ['unknown_asset'],
  },
  'POST /v2/sandbox/faucet': {
    access: 'person',
    tag,
    summary: "Test coins to the caller's deposit address; in a demo only",
    body: contract.networkBody,
    response: contract.faucetPayment,
    errors: ['unknown_asset', 'deposit_address_not_found', 'faucet_failed'],
  },
});
