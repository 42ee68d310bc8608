/** Loans between users against pledged crypto: what is offered, own offers and loans, and what is done with them. */
import type { Bid, EditedOrder, HistoryFilter, NewBorrowRequest, NewOrder } from '@pelican/shared/contracts/loans';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

/** First elements of the keys of everything here: offers say to whom they belong. */
export const loansKey = [privateKey, 'loans'] as const;

export const loansPageSize = 10;
/** Prices move, and so does what depends on them. */
const pricedMs = 10_000;

export interface LoansPage {
  offset: number;
  limit: number;
}

/** What can be lent and pledged, by which terms, at which prices. */
export const loanCurrenciesQuery = queryOptions({
  queryKey: [...loansKey, 'currencies'],
  queryFn: ({ signal }) => call('GET /p2p/currency-list', { signal }),
  refetchInterval: pricedMs,
});

export const loanTotalsQuery = queryOptions({
  queryKey: [...loansKey, 'totals'],
  queryFn: ({ signal }) => call('GET /p2p/total-data', { signal }),
});

/** Main wallets of what can be lent and pledged. */
export const loanBalancesQuery = queryOptions({
  queryKey: [...loansKey, 'balances'],
  queryFn: ({ signal }) => call('GET /p2p/actual-currency-balance', { signal }),
});

/** Fields of a search as they are sent; what is empty is left out. */
export type OfferSearch = Partial<
  Record<
    | 'fiat_currency'
    | 'currency'
    | 'amount_from'
    | 'amount_to'
    | 'days_from'
    | 'days_to'
    | 'percent_from'
    | 'percent_to'
    | 'oks_from'
    | 'oks_to'
    | 'sort',
    string
  >
>;

/** Open offers, ten at first and as many with each "more". */
export const offersQuery = (search: OfferSearch) =>
  infiniteQueryOptions({
    queryKey: [...loansKey, 'offers', search],
    queryFn: ({ signal, pageParam: offset }) => {
      // A query is text; the declaration knows what the server makes of it.
      const query = { ...(search as Record<string, never>), offset, limit: loansPageSize };
      return offset === 0
        ? call('GET /p2p/lend-search', { query, signal })
        : call('GET /p2p/show-more-lend', { query, signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ offset, data, count }) => {
      const next = offset + data.length;
      return data.length < loansPageSize || next >= count ? undefined : next;
    },
    placeholderData: keepPreviousData,
  });

export const offerQuery = (id: number) =>
  queryOptions({
    queryKey: [...loansKey, 'offer', id],
    queryFn: ({ signal }) => call('GET /p2p/order-description/:id', { params: { id }, signal }),
    refetchInterval: pricedMs,
  });

/** Own offers that are open or have loans that run. */
export const activeOffersQuery = (query: LoansPage) =>
  queryOptions({
    queryKey: [...loansKey, 'active-offers', query],
    queryFn: ({ signal }) => call('GET /p2p/active-order', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** All own offers, with what they have earned. */
export const ownOffersQuery = (query: LoansPage) =>
  queryOptions({
    queryKey: [...loansKey, 'own-offers', query],
    queryFn: ({ signal }) => call('GET /p2p/my-loan-request-list', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Own loans as lender, running ones first. */
export const loansGivenQuery = (query: LoansPage) =>
  queryOptions({
    queryKey: [...loansKey, 'given', query],
    queryFn: ({ signal }) => call('GET /p2p/lend-user', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Own loans as borrower, running ones first, with what they have cost. */
export const loansTakenQuery = (query: LoansPage) =>
  queryOptions({
    queryKey: [...loansKey, 'taken', query],
    queryFn: ({ signal }) => call('GET /p2p/my-borrow-list', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Own requests, whatever has become of them. */
export const loanRequestsQuery = (query: LoansPage) =>
  queryOptions({
    queryKey: [...loansKey, 'requests', query],
    queryFn: ({ signal }) => call('GET /p2p/my-borrow-request-list', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Requests and loans of an own offer. @param state '' for all */
export const requestsOfOfferQuery = ({ id, state, ...page }: LoansPage & { id: number; state: 'pending' | '' }) =>
  queryOptions({
    queryKey: [...loansKey, 'requests-of-offer', id, state, page],
    queryFn: ({ signal }) =>
      call('GET /p2p/order-requests/:id', {
        params: { id },
        query: { ...page, state: state === '' ? undefined : state },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Open requests of others: whoever accepts one first becomes its lender. */
export const openRequestsQuery = (query: LoansPage) =>
  queryOptions({
    queryKey: [...loansKey, 'open-requests', query],
    queryFn: ({ signal }) => call('GET /p2p/borrow-request-list', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** A lender's funds by the money. */
export const lenderFundsQuery = queryOptions({
  queryKey: [...loansKey, 'funds'],
  queryFn: ({ signal }) => call('GET /p2p/user-stat-management', { signal }),
});

/** Requests and loans on both sides. */
export const loansHistoryQuery = (query: Partial<HistoryFilter>) =>
  queryOptions({
    queryKey: [...loansKey, 'history', query],
    queryFn: ({ signal }) => call('GET /p2p/deals-history', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** With its payments. */
export const loanQuery = (id: number) =>
  queryOptions({
    queryKey: [...loansKey, 'loan', id],
    queryFn: ({ signal }) => call('GET /p2p/loan/:id', { params: { id }, signal }),
    refetchInterval: pricedMs,
  });

// The key of each call is the same for every try of one request, so that it is carried out once.

/** @throws ApiError p2p_create_blocked, passVerification, too_many_offers, currency_not_accepted, insufficient_balance */
export function createOffer(order: NewOrder, idempotencyKey: string) {
  return call('POST /p2p/create-order', { body: order, idempotencyKey });
}

/** @throws ApiError offer_closed, stale_version, amount_in_use, insufficient_balance */
export function editOffer({ id, edit }: { id: number; edit: EditedOrder }, idempotencyKey: string) {
  return call('POST /p2p/update-loan-request/:id', { params: { id }, body: edit, idempotencyKey });
}

/** @throws ApiError offer_closed */
export function finishOffer(id: number, idempotencyKey: string) {
  return call('POST /p2p/finish-loan/:id', { params: { id }, idempotencyKey });
}

/** @throws ApiError p2p_take_blocked, offer_taken, offer_closed, pledge_too_small, price_unavailable, insufficient_balance */
export function takeCredit({ id, bid }: { id: number; bid: Bid }, idempotencyKey: string) {
  return call('POST /p2p/take-credit/:id', { params: { id }, body: bid, idempotencyKey });
}

/** @throws ApiError p2p_take_blocked, too_many_pending, pledge_too_small, price_unavailable, insufficient_balance */
export function createBorrowRequest(request: NewBorrowRequest, idempotencyKey: string) {
  return call('POST /p2p/create-borrow-request', { body: request, idempotencyKey });
}

/** @throws ApiError already_decided, pledge_fell, price_unavailable */
export function decideRequest({ id, approves }: { id: number; approves: boolean }, idempotencyKey: string) {
  return approves
    ? call('POST /p2p/accept-borrow-request/:id', { params: { id }, idempotencyKey })
    : call('POST /p2p/reject-borrow-request/:id', { params: { id }, idempotencyKey });
}

/** @throws ApiError already_decided */
export function withdrawRequest(id: number, idempotencyKey: string) {
  return call('POST /p2p/cancel-borrow-request/:id', { params: { id }, body: { action: 10 }, idempotencyKey });
}

export interface LoanAmount {
  id: number;
  amount: string;
}

/** @param wanted.amount null: everything. @throws ApiError loan_ended, insufficient_balance, repay_too_small, repay_leaves_dust, too_many_repayments */
export function repayLoan({ id, amount }: { id: number; amount: string | null }, idempotencyKey: string) {
  return call('POST /p2p/repay-loan/:id', { params: { id }, body: amount === null ? {} : { amount }, idempotencyKey });
}

/** @throws ApiError loan_ended, insufficient_balance */
export function addPledge({ id, amount }: LoanAmount, idempotencyKey: string) {
  return call('POST /p2p/top-up/:id', { params: { id }, body: { amount }, idempotencyKey });
}

/** @throws ApiError loan_ended, pledge_needed, release_blocked, price_unavailable */
export function releasePledge({ id, amount }: LoanAmount, idempotencyKey: string) {
  return call('POST /p2p/release-pledge/:id', { params: { id }, body: { amount }, idempotencyKey });
}

/** As much as the loan needs, on the spot market. @throws ApiError loan_ended, loan_liquidating, price_unavailable */
export function sellPledge(id: number, idempotencyKey: string) {
  return call('POST /p2p/sell-pledge/:id', { params: { id }, idempotencyKey });
}
