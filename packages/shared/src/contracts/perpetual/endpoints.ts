/** Calls of the perpetual markets: orders, positions, leverage, histories, the quiz. */
import { declareEndpoints } from '../endpoint.ts';
import * as account from './account.ts';
import * as markets from './markets.ts';
import * as orders from './orders.ts';
import * as positions from './positions.ts';

const read = { access: 'read', tag: 'perpetual' } as const;
const history = { ...read, limits: { rows: 'page' } } as const;
const trade = { access: 'trade', tag: 'perpetual' } as const;
const open = { access: 'open', tag: 'perpetual' } as const;

function cancelUpToTen<const Noun extends string>(noun: Noun) {
  return {
    ...trade,
    summary: `Cancel up to ten ${noun}`,
    description: 'Those of `ids`, or the ten oldest of a market or of all. Call again while `remaining` is above zero.',
    body: orders.cancelAllRequest,
    response: orders.cancelAllResponse,
  } as const;
}

export const perpetualTradingEndpoints = declareEndpoints({
  'POST /v3/order': {
    ...trade,
    summary: 'Place an order, or an algo order by its type',
    description:
      'The size is sz (contracts) or amount (coins). Side and position: buy long opens a long, sell long closes it, ' +
      'sell short opens a short, buy short closes it. A repeat with the same client_id answers the first order.',
    body: orders.placeRequest,
    response: orders.perpetualOrder,
    errors: [
      'insufficient_margin',
      'insufficient_position',
      'tier_limit',
      'price_limit',
      'trigger_side',
      'quiz_required',
      'overloaded',
      'trading_paused',
      'outcome_unknown',
    ],
  },
  'POST /v3/order/modify': {
    ...trade,
    summary: 'Change price, size, TP and SL of an open order',
    description: 'sz is the new total including what is filled. A trigger price "0" takes its leg away.',
    body: orders.amendOrderRequest,
    response: orders.perpetualOrder,
    errors: [
      'order_not_found',
      'insufficient_margin',
      'price_limit',
      'overloaded',
      'trading_paused',
      'outcome_unknown',
    ],
  },
  'POST /v3/algo-order/modify': {
    ...trade,
    summary: 'Change an algo order before it fires',
    body: orders.amendAlgoRequest,
    response: orders.perpetualOrder,
    errors: ['algo_order_not_found', 'trigger_side', 'overloaded', 'trading_paused', 'outcome_unknown'],
  },
  'POST /v3/order/cancel': {
    ...trade,
    summary: 'Cancel an order; one that is finished is answered as it is',
    body: orders.cancelOrderRequest,
    response: orders.perpetualOrder,
    errors: ['order_not_found'],
  },
  'POST /v3/algo-order/cancel': {
    ...trade,
    summary: 'Cancel an algo order; one that is finished is answered as it is',
    body: orders.cancelAlgoRequest,
    response: orders.perpetualOrder,
    errors: ['algo_order_not_found'],
  },
  'POST /v3/order/cancel-all': cancelUpToTen('orders'),
  'POST /v3/algo-order/cancel-all': cancelUpToTen('algo orders'),
  'POST /v3/close-position': {
    ...trade,
    summary: 'Close a whole position at the market',
    description: 'Its closing orders are cancelled first. `reason` says why something is left.',
    body: positions.closePositionRequest,
    response: positions.closePositionResponse,
    errors: ['position_not_found'],
  },
  'POST /v3/profile/margin-balance-adjustment': {
    ...trade,
    summary: 'Add margin to an isolated position, or take some out',
    body: positions.marginAdjustmentRequest,
    response: positions.openPosition,
    errors: ['position_not_found', 'insufficient_margin', 'margin_too_low', 'out_of_range'],
  },
  'POST /v3/set-leverage': {
    ...trade,
    summary: 'Set the leverage of a market',
    description:
      'With dry_run it answers what would change; the confirmed call carries the position_version shown, and is ' +
      'refused as stale_preview when the position has changed meanwhile.',
    body: positions.setLeverageRequest,
    response: positions.setLeverageResponse,
    errors: ['leverage_too_high', 'stale_preview', 'pending_isolated_orders'],
  },
});

export const perpetualMarketEndpoints = declareEndpoints({
  'GET /v3/derivatives/instruments': {
    ...open,
    summary: 'Contract specifications, tiers and price limits',
    response: markets.instruments,
  },
  'GET /v3/derivatives/max-leverages': {
    ...open,
    summary: 'The highest leverage of each market',
    response: markets.maxLeverages,
  },
  'GET /v3/derivatives/markets': {
    access: 'optional',
    tag: 'perpetual',
    summary: 'The perpetual markets with their figures of the last 24 hours',
    description: 'Favourites are marked for who is signed in.',
    response: markets.perpetualMarkets,
  },
  'GET /v3/funding-history': {
    ...open,
    summary: 'Settled funding rates, newest first',
    query: markets.fundingQuery,
    response: markets.fundingHistory,
  },
  'GET /v3/insurance-fund': {
    ...open,
    summary: 'The insurance fund and its newest movements',
    response: markets.insuranceFund,
  },
});

export const perpetualAccountEndpoints = declareEndpoints({
  'GET /v3/open-positions': {
    ...read,
    summary: 'Open positions at the mark price',
    response: positions.openPositions,
  },
  'GET /v3/get-max-amounts': {
    ...read,
    summary: 'The largest orders that would be accepted now',
    query: orders.maxAmountsQuery,
    response: orders.maxAmounts,
  },
  'GET /v3/get-leverages': {
    ...read,
    summary: 'Leverages of a market, or of all',
    query: positions.leveragesQuery,
    response: positions.leverages,
  },
  'GET /v3/profile/futures-balance': {
    access: 'read',
    tag: 'wallet',
    summary: 'The futures wallet',
    response: account.futuresBalances,
  },
  'GET /v3/futures-quiz': {
    ...read,
    summary: 'The quiz before the first perpetual order',
    response: account.quiz,
  },
  'POST /v3/futures-quiz': {
    access: 'person',
    tag: 'perpetual',
    summary: 'Answer the quiz',
    description: 'answers: the index of the chosen answer by the question’s id. `wrong` names what to look at again.',
    body: account.quizRequest,
    response: account.quizResponse,
  },
});

export const perpetualHistoryEndpoints = declareEndpoints({
  'GET /v3/history-perpetual': {
    ...history,
    summary: 'Orders, or with filter=algo algo orders, newest first',
    description: 'status is a comma-separated list; empty: all.',
    query: orders.historyQuery,
    response: orders.orderList,
  },
  'GET /v3/position-history': {
    ...history,
    summary: 'Positions that were closed, wholly or in part, newest first',
    query: positions.positionHistoryQuery,
    response: positions.positionHistory,
  },
  'GET /v3/funding-payments': {
    ...history,
    summary: 'Funding that own positions paid or received, newest first',
    query: account.fundingPaymentsQuery,
    response: account.fundingPayments,
  },
  'GET /v3/liquidations': {
    ...history,
    summary: 'Receipts of own liquidations and deleveragings, newest first',
    query: account.liquidationsQuery,
    response: account.liquidationReceipts,
  },
});
