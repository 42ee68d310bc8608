/** Calls of the perpetual markets: orders, positions, leverage, histories, the quiz. */
import { declareEndpoints } from './endpoint.ts';
import * as contract from './perpetual.ts';

const read = { access: 'read', tag: 'perpetual' } as const;
const trade = { access: 'trade', tag: 'perpetual' } as const;
const open = { access: 'open', tag: 'perpetual' } as const;

function cancelUpToTen<const Noun extends string>(noun: Noun) {
  return {
    ...trade,
    summary: `Cancel up to ten ${noun}`,
    description: 'Those of `ids`, or the ten oldest of a market or of all. Call again while `remaining` is above zero.',
    body: contract.cancelAllRequest,
    response: contract.cancelAllResponse,
  } as const;
}

export const perpetualTradingEndpoints = declareEndpoints({
  'POST /v3/order': {
    ...trade,
    summary: 'Place an order, or an algo order by its type',
    description:
      'The size is sz (contracts) or amount (coins). Side and position: buy long opens a long, sell long closes it, ' +
      'sell short opens a short, buy short closes it. A repeat with the same client_id answers the first order.',
    body: contract.placeRequest,
    response: contract.perpetualOrder,
    errors: [
      'insufficient_margin',
      'insufficient_position',
      'tier_limit',
      'price_limit',
      'trigger_side',
      'quiz_required',
      'overloaded',
      'outcome_unknown',
    ],
  },
  'POST /v3/order/modify': {
    ...trade,
    summary: 'Change price, size, TP and SL of an open order',
    description: 'sz is the new total including what is filled. A trigger price "0" takes its leg away.',
    body: contract.amendOrderRequest,
    response: contract.perpetualOrder,
    errors: ['order_not_found', 'insufficient_margin', 'price_limit'],
  },
  'POST /v3/algo-order/modify': {
    ...trade,
    summary: 'Change an algo order before it fires',
    body: contract.amendAlgoRequest,
    response: contract.perpetualOrder,
    errors: ['algo_order_not_found', 'trigger_side'],
  },
  'POST /v3/order/cancel': {
    ...trade,
    summary: 'Cancel an order; one that is finished is answered as it is',
    body: contract.cancelOrderRequest,
    response: contract.perpetualOrder,
    errors: ['order_not_found'],
  },
  'POST /v3/algo-order/cancel': {
    ...trade,
    summary: 'Cancel an algo order; one that is finished is answered as it is',
    body: contract.cancelAlgoRequest,
    response: contract.perpetualOrder,
    errors: ['algo_order_not_found'],
  },
  'POST /v3/order/cancel-all': cancelUpToTen('orders'),
  'POST /v3/algo-order/cancel-all': cancelUpToTen('algo orders'),
  'POST /v3/close-position': {
    ...trade,
    summary: 'Close a whole position at the market',
    description: 'Its closing orders are cancelled first. `reason` says why something is left.',
    body: contract.closePositionRequest,
    response: contract.closePositionResponse,
    errors: ['position_not_found'],
  },
  'POST /v3/profile/margin-balance-adjustment': {
    ...trade,
    summary: 'Add margin to an isolated position, or take some out',
    body: contract.marginAdjustmentRequest,
    response: contract.openPosition,
    errors: ['position_not_found', 'insufficient_margin', 'margin_too_low', 'out_of_range'],
  },
  'POST /v3/set-leverage': {
    ...trade,
    summary: 'Set the leverage of a market',
    description:
      'With dry_run it answers what would change; the confirmed call carries the position_version shown, and is ' +
      'refused as stale_preview when the position has changed meanwhile.',
    body: contract.setLeverageRequest,
    response: contract.setLeverageResponse,
    errors: ['leverage_too_high', 'stale_preview', 'pending_isolated_orders'],
  },
});

export const perpetualMarketEndpoints = declareEndpoints({
  'GET /v3/derivatives/instruments': {
    ...open,
    summary: 'Contract specifications, tiers and price limits',
    response: contract.instruments,
  },
  'GET /v3/derivatives/max-leverages': {
    ...open,
    summary: 'The highest leverage of each market',
    response: contract.maxLeverages,
  },
  'GET /v3/derivatives/markets': {
    access: 'optional',
    tag: 'perpetual',
    summary: 'The swap markets with their figures of the last 24 hours',
    description: 'Favourites are marked for who is signed in.',
    response: contract.swapMarkets,
  },
  'GET /v3/funding-history': {
    ...open,
    summary: 'Settled funding rates, newest first',
    query: contract.fundingQuery,
    response: contract.fundingHistory,
  },
  'GET /v3/insurance-fund': {
    ...open,
    summary: 'The insurance fund and its newest movements',
    response: contract.insuranceFund,
  },
});

export const perpetualAccountEndpoints = declareEndpoints({
  'GET /v3/open-positions': {
    ...read,
    summary: 'Open positions at the mark price',
    response: contract.openPositions,
  },
  'GET /v3/get-max-amounts': {
    ...read,
    summary: 'The largest orders that would be accepted now',
    query: contract.maxAmountsQuery,
    response: contract.maxAmounts,
  },
  'GET /v3/get-leverages': {
    ...read,
    summary: 'Leverages of a market, or of all',
    query: contract.leveragesQuery,
    response: contract.leverages,
  },
  'GET /v3/profile/futures-balance': {
    access: 'read',
    tag: 'wallet',
    summary: 'The futures wallet',
    response: contract.futuresBalances,
  },
  'GET /v3/futures-quiz': {
    ...read,
    summary: 'The quiz before the first perpetual order',
    response: contract.quiz,
  },
  'POST /v3/futures-quiz': {
    access: 'person',
    tag: 'perpetual',
    summary: 'Answer the quiz',
    description: 'answers: the index of the chosen answer by the question’s id. `wrong` names what to look at again.',
    body: contract.quizRequest,
    response: contract.quizResponse,
  },
});

export const perpetualHistoryEndpoints = declareEndpoints({
  'GET /v3/history-perpetual': {
    ...read,
    summary: 'Orders, or with filter=algo algo orders, newest first',
    description: 'status is a comma-separated list; empty: all.',
    query: contract.historyQuery,
    response: contract.orderList,
  },
  'GET /v3/position-history': {
    ...read,
    summary: 'Positions that were closed, wholly or in part, newest first',
    query: contract.positionHistoryQuery,
    response: contract.positionHistory,
  },
  'GET /v3/funding-payments': {
    ...read,
    summary: 'Funding that own positions paid or received, newest first',
    query: contract.fundingPaymentsQuery,
    response: contract.fundingPayments,
  },
  'GET /v3/liquidations': {
    ...read,
    summary: 'Receipts of own liquidations and deleveragings, newest first',
    query: contract.liquidationsQuery,
    response: contract.liquidationReceipts,
  },
});
