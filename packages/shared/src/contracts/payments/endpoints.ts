/** Calls about payment methods. */
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';
import * as status from './status.ts';

const tag = 'payments';
const methods = { access: 'read', tag, params: contract.tickerParams, response: contract.paymentData } as const;

export const paymentsEndpoints = declareEndpoints({
  'GET /v3/profile/depositdata/:ticker': { ...methods, summary: 'Ways to deposit an asset', errors: ['unknown_asset'] },
  'GET /v3/profile/withdrawaldata/:ticker': {
    ...methods,
    summary: 'Ways to withdraw an asset',
    errors: ['unknown_asset'],
  },
  'GET /v2/currency-fee/:ticker': {
    access: 'open',
    tag,
    summary: 'What a payment method costs',
    params: contract.tickerParams,
    query: contract.currencyFeeQuery,
    response: contract.currencyFee,
    errors: ['unknown_asset', 'unknown_payment_method'],
  },
  'POST /v3/balance/calcfee-:ticker/:paymentKey': {
    access: 'read',
    tag,
    summary: 'The fee of one deposit or withdrawal',
    params: contract.calculateFeeParams,
    body: contract.calculateFeeBody,
    response: contract.calculatedFee,
    errors: ['unknown_asset', 'unknown_payment_method', 'wrong_step'],
  },
  'GET /v2/fee-schedule': {
    access: 'open',
    tag,
    summary: 'Fees and limits of all payment methods',
    query: contract.feeScheduleQuery,
    response: contract.feeSchedule,
  },
});

export const paymentStatusEndpoints = declareEndpoints({
  'GET /v2/assets-status': {
    access: 'open',
    tag,
    summary: 'Which deposits and withdrawals are open, suspended or delayed',
    description: 'A change is seen some seconds later.',
    query: status.assetsStatusQuery,
    response: status.assetsStatus,
  },
  'GET /v2/assets-status/incidents': {
    access: 'open',
    tag,
    summary: 'Changes of these states in the last 30 days, the newest first',
    query: status.incidentsQuery,
    response: status.incidents,
    errors: ['unknown_asset'],
  },
});
