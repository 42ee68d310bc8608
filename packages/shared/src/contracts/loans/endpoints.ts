/** Calls of loans between users against pledged crypto. */
import { declareEndpoints } from '../endpoint.ts';
import { transferHeaders } from '../wallet/schemas.ts';
import * as form from './forms.ts';
import * as contract from './schemas.ts';

const publicList = {
  access: 'optional',
  tag: 'p2p',
  response: contract.offerList,
  limits: { rows: 'page' },
  errors: ['unknown_asset'],
} as const;
/** Of a person alone: what is lent and owed is not what a key was given for. */
const own = { access: 'person', tag: 'p2p', query: form.page, limits: { rows: 'page' } } as const;
const act = {
  access: 'person',
  tag: 'p2p',
  headers: transferHeaders,
  limits: { bodyBytesMax: 4 * 1024 },
} as const;
const onObject = { ...act, params: form.idParams } as const;
/** Of whatever begins an offer or a loan. */
const toBind = ['region_barred', 'passVerification', 'withdrawals_locked', 'too_many_requests'] as const;
/** Of whatever may be repeated by its key. */
const repeated = 'repeated_with_other_content';
const creation = {
  ...act,
  response: contract.createdOrder,
  description:
    'The whole amount leaves the main wallet for the offer. A repeat with the same Idempotency-Key makes no second one.',
  errors: [
    'p2p_create_blocked',
    'p2p_default_open',
    ...toBind,
    'too_many_offers',
    'unknown_asset',
    'currency_not_accepted',
    'insufficient_balance',
    repeated,
  ],
} as const;
const decision = {
  ...onObject,
  response: contract.loan,
  errors: [
    'p2p_take_blocked',
    'p2p_default_open',
    ...toBind,
    'loan_not_found',
    'already_decided',
    'request_closed',
    'currency_not_accepted',
    'cap_exceeded',
    'pledge_fell',
    'price_unavailable',
    'own_offer',
    'insufficient_balance',
    'forbidden',
    repeated,
  ],
} as const;

export const loansEndpoints = declareEndpoints({
  'GET /p2p/currency-list': {
    access: 'open',
    tag: 'p2p',
    summary: 'What can be lent and pledged, by which terms, and at which prices',
    response: contract.currencyList,
  },
  'GET /p2p/total-data': {
    access: 'optional',
    tag: 'p2p',
    summary: 'Figures of all loans, and of those of the caller',
    response: contract.totalData,
  },
  'GET /p2p/lend-search': {
    ...publicList,
    summary: 'Open offers, those of the lowest interest first',
    description: 'Ranges match offers whose own ranges they overlap.',
    query: form.search,
  },
  'GET /p2p/show-more-lend': {
    ...publicList,
    summary: 'The offers behind the first ten of lend-search',
    query: form.searchMore,
  },
  'GET /p2p/loan-request-list': {
    ...publicList,
    summary: 'Open offers, by the pledge that they ask for too, in an order of choice',
    query: form.search,
  },
  'GET /p2p/order-description/:id': {
    access: 'optional',
    tag: 'p2p',
    summary: 'One offer that is open or one’s own',
    params: form.idParams,
    response: contract.offer,
    errors: ['offer_not_found'],
  },
  'GET /p2p/quote': {
    access: 'optional',
    tag: 'p2p',
    summary: 'What credit would cost and need, of an offer or openly',
    query: form.quoteQuery,
    response: contract.quote,
    errors: ['unknown_asset', 'offer_not_found', 'currency_not_accepted'],
  },
  'GET /p2p/actual-currency-balance': {
    access: 'person',
    tag: 'p2p',
    summary: 'Main wallets of what can be lent and pledged, and what loans hold of them',
    response: contract.currencyBalances,
  },
  'GET /p2p/my-loan-request-list': {
    ...own,
    summary: 'Own offers, the newest first, with what they have earned',
    response: contract.ownOffers,
  },
  'GET /p2p/active-order': {
    ...own,
    summary: 'Own offers that are open, or closed once their loans have ended',
    response: contract.offerList,
  },
  'GET /p2p/lend-user': { ...own, summary: 'Own loans as lender, running ones first', response: contract.loanList },
  'POST /p2p/create-order': { ...creation, summary: 'Offer money to borrowers', body: form.newOrder },
  'POST /p2p/create-loan-request': {
    ...creation,
    summary: 'Offer money to borrowers at one interest',
    body: form.newLoanRequest,
  },
  'POST /p2p/finish-loan/:id': {
    ...onObject,
    summary: 'End an own offer: requests are rejected, what is free returns, loans go on',
    response: contract.offer,
    errors: ['offer_not_found', 'offer_closed', repeated],
  },
  'POST /p2p/update-loan-request/:id': {
    ...onObject,
    summary: 'Change an own open offer; requests that wait keep the terms they were made under',
    body: form.editedOrder,
    response: contract.offer,
    errors: [
      'p2p_create_blocked',
      'p2p_default_open',
      ...toBind,
      'offer_not_found',
      'offer_closed',
      'stale_version',
      'amount_in_use',
      'currency_not_accepted',
      'insufficient_balance',
      repeated,
    ],
  },
  'GET /p2p/borrow-user': { ...own, summary: 'Own loans as borrower, running ones first', response: contract.loanList },
  'GET /p2p/my-borrow-list': {
    ...own,
    summary: 'Own loans as borrower that have begun, with what they have cost',
    response: contract.ownLoans,
  },
  'GET /p2p/my-borrow-request-list': {
    ...own,
    summary: 'Own requests, the newest first',
    response: contract.loanList,
  },
  'GET /p2p/order-requests/:id': {
    ...own,
    summary: 'Requests and loans of an own offer',
    params: form.idParams,
    query: form.stateFilter,
    response: contract.loanList,
    errors: ['offer_not_found'],
  },
  'GET /p2p/borrow-request-list/:id': {
    ...own,
    summary: 'Requests of an own offer that wait for an answer, the oldest first',
    params: form.idParams,
    response: contract.loanList,
    errors: ['offer_not_found'],
  },
  'GET /p2p/borrow-request-list': {
    ...own,
    summary: 'Open requests of others, which whoever accepts first becomes the lender of; the newest first',
    query: form.openRequestFilter,
    response: contract.loanList,
    errors: ['unknown_asset'],
  },
  'GET /p2p/user-stat-management': {
    access: 'person',
    tag: 'p2p',
    summary: 'A lender’s funds by the money: on offer, lent, received',
    response: contract.fundsByMoney,
  },
  'GET /p2p/user-notification': {
    ...own,
    summary: 'What one was told of loans, the newest first',
    response: contract.notificationList,
  },
  'POST /p2p/user-notification': {
    ...act,
    summary: 'Mark as read what one was told of loans',
    body: form.checkedIds,
    response: contract.checkedNotifications,
  },
  'GET /p2p/deals-history': {
    ...own,
    summary: 'Own requests and loans on both sides',
    query: form.historyFilter,
    response: contract.loanList,
  },
  'GET /p2p/loan/:id': {
    access: 'person',
    tag: 'p2p',
    summary: 'One’s own loan with its payments',
    params: form.idParams,
    response: contract.loan,
    errors: ['loan_not_found'],
  },
  'POST /p2p/take-credit/:id': {
    ...onObject,
    summary: 'Take a part of an offer against a pledge',
    description:
      'The pledge leaves the main wallet. Where the offer approves by itself the loan begins at once, else the lender decides within a day. ' +
      'A repeat with the same Idempotency-Key takes nothing more.',
    body: form.bid,
    response: contract.takenCredit,
    errors: [
      'p2p_take_blocked',
      'p2p_default_open',
      ...toBind,
      'offer_not_found',
      'offer_closed',
      'stale_version',
      'own_offer',
      'currency_not_accepted',
      'too_many_pending',
      'cap_exceeded',
      'price_unavailable',
      'pledge_too_small',
      'pledge_too_large',
      'offer_taken',
      'insufficient_balance',
      repeated,
    ],
  },
  'POST /p2p/create-borrow-request': {
    ...act,
    summary: 'Ask all lenders for credit against a pledge',
    description:
      'The pledge leaves the main wallet. The first lender who accepts within seven days pays from the main wallet. ' +
      'A repeat with the same Idempotency-Key makes no second request.',
    body: form.newBorrowRequest,
    response: contract.takenCredit,
    errors: [
      'p2p_take_blocked',
      'p2p_default_open',
      ...toBind,
      'unknown_asset',
      'currency_not_accepted',
      'too_many_pending',
      'cap_exceeded',
      'price_unavailable',
      'pledge_too_small',
      'pledge_too_large',
      'insufficient_balance',
      repeated,
    ],
  },
  'POST /p2p/borrow-request/:id': {
    ...decision,
    summary: 'Approve or reject a request of an own offer, or accept an open one',
    body: form.requestAction,
  },
  'POST /p2p/accept-borrow-request/:id': {
    ...decision,
    summary: 'Approve a request of an own offer, or accept an open one',
  },
  'POST /p2p/reject-borrow-request/:id': {
    ...decision,
    summary: 'Reject a request of an own offer',
    errors: ['loan_not_found', 'already_decided', 'forbidden', repeated],
  },
  'POST /p2p/cancel-borrow-request/:id': {
    ...onObject,
    summary: 'Withdraw an own request, or repay an own loan in full',
    body: form.cancelAction,
    response: contract.loan,
    errors: ['loan_not_found', 'already_decided', 'insufficient_balance', 'loan_ended', 'loan_liquidating', repeated],
  },
  'POST /p2p/repay-loan/:id': {
    ...onObject,
    summary: 'Repay an own loan, without an amount in full',
    body: form.repayment,
    response: contract.loan,
    errors: [
      'loan_not_found',
      'loan_ended',
      'loan_liquidating',
      'insufficient_balance',
      'repay_too_small',
      'repay_leaves_dust',
      'too_many_repayments',
      repeated,
    ],
  },
  'POST /p2p/top-up/:id': {
    ...onObject,
    summary: 'Pledge more for an own loan or request',
    body: form.pledgeChange,
    response: contract.loan,
    errors: ['loan_not_found', 'loan_ended', 'loan_liquidating', 'insufficient_balance', repeated],
  },
  'POST /p2p/release-pledge/:id': {
    ...onObject,
    summary: 'Take back what an own loan does not need of its pledge',
    body: form.pledgeChange,
    response: contract.loan,
    errors: [
      'loan_not_found',
      'loan_ended',
      'loan_liquidating',
      'pledge_needed',
      'release_blocked',
      'price_unavailable',
      'too_many_requests',
      repeated,
    ],
  },
  'POST /p2p/sell-pledge/:id': {
    ...onObject,
    summary: 'Have the pledge of an own loan sold to repay it',
    description:
      'As much as the loan needs is sold on the spot market for the fee of a trade, and what remains returns. It cannot be taken back.',
    response: contract.loan,
    errors: ['loan_not_found', 'loan_ended', 'loan_liquidating', 'price_unavailable', repeated],
  },
});
