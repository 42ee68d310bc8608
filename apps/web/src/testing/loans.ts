/** Pages of loans, and what their calls answer. */
import type { CurrencyList, LoanView, OfferView } from '@pelican/shared/contracts/loans';
import { cleanup } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, vi } from 'vitest';
import { endSession, startSession } from '../api/session.ts';
import { questions } from '../ui/confirm.ts';
import { dismissAllToasts } from '../ui/notify.ts';
import { startNetwork, tokens } from './network.ts';
import { renderPage } from './render-page.tsx';

export const loansOn = { block_p2p_take: false, block_p2p_create: false };

const levels = { warning: '72', call: '78', liquidation: '85', price_at: 1_795_000_000, fresh: true };
const pair = { ...levels, fiat_currency: 'USDT', ltv: '65', price: '92350.5' };
export const currencies: CurrencyList = {
  fiat: [
    {
      currency_id: 1,
      ticker: 'USDT',
      image: '',
      amount_min: '50',
      amount_max: '100000',
      repay_min: '1',
      days_min: 3,
      days_max: 90,
      percent_min: '0.01',
      percent_max: '5',
      fee_rate: '0.005',
      gst_rate: '0.18',
    },
  ],
  crypto: [
    { currency_id: 2, ticker: 'BTC', image: '', pairs: [pair] },
    { currency_id: 3, ticker: 'ETH', image: '', pairs: [{ ...pair, price: '3000' }] },
  ],
  limits: {
    days_min: 3,
    days_max: 90,
    percent_min: '0.01',
    percent_max: '5',
    oks_min: '101',
    oks_max: '1000',
    open_offers: 20,
    pending_requests: 10,
  },
  block_take: false,
  block_create: false,
};

export function offerOf(change: Partial<OfferView> = {}): OfferView {
  return {
    id: 12,
    username: 'Lena',
    is_mine: false,
    fiat_currency: 'USDT',
    amount: '1000',
    amount_from: '100',
    amount_min: '100',
    amount_to: '1000',
    amount_max: '1000',
    free_amount: '1000',
    available: '1000',
    percent_from: '0.05',
    percent_to: '0.1',
    percent: '0.1',
    days_from: 3,
    day_min: 3,
    days_to: 30,
    day_max: 30,
    days: '3-30',
    currency: 'BTC',
    lvt: { BTC: '65' },
    oks_percent: '153.85',
    oks_value: '1538.46',
    price: { BTC: '92350.5' },
    price_usd: { BTC: '92350.5', USDT: '1' },
    auto_approve: false,
    auto_percent: '0.1',
    relend: false,
    status: 'active',
    status_code: 1,
    state: 'open',
    date: 1_795_000_000,
    expires_at: 1_797_592_000,
    version: 3,
    ...change,
  };
}

export function loanOf(change: Partial<LoanView> = {}): LoanView {
  return {
    id: 7,
    id_borrow: 7,
    loan_id: 7,
    offer_id: 12,
    role: 'borrow',
    username: 'Lena',
    amount: '1000',
    amount_fiat: '1000',
    fiat_ticker: 'USDT',
    amount_crypto: '0.02',
    crypto_ticker: 'BTC',
    currency: 'BTC',
    days: 30,
    percent: '0.1',
    pay_percent: '0.1',
    status: 'borrowed',
    status_code: 2,
    state: 'active',
    date: 1_795_000_000,
    date_start: 1_795_000_100,
    date_end: 1_797_592_100,
    overdue_at: null,
    ended_at: null,
    expires_at: null,
    price: '96000',
    ltv: '52.14',
    level: 'ok',
    warning_price: '69513.88',
    call_price: '64166.66',
    liquidation_price: '58882.35',
    top_up: '0',
    release_max: '0.00387438',
    principal: '1000',
    interest_paid: '4',
    interest_unpaid: '0',
    repay_amount: '1001',
    daily_charged: '1',
    fee: '5',
    gst: '0.9',
    payout: '994.1',
    version: 1,
    dispute: false,
    paymentHistory: [
      { id: 1, date: 1_795_086_500, day: 1, kind: 'interest', amount: '1', paid: '1', tds: '0', status: 'successful' },
      {
        id: 2,
        date: 1_795_172_900,
        day: 2,
        kind: 'interest',
        amount: '1',
        paid: '0',
        tds: '0',
        status: 'unsuccessful',
      },
    ],
    ...change,
  };
}

export const pageOf = (...data: object[]) => ({
  body: { count: data.length, data, offset: 0, limit: 10, currentpage: 1, lastpage: 1, stats: {} },
});

const wallet = (currency_id: number, ticker: string, main_balance: string) => ({
  currency_id,
  ticker,
  image: '',
  main_balance,
  main_balance_usdt: main_balance,
  p2p_freeze: '0',
});
const market = { name: 'BTC_USDT', stock: 'BTC', money: 'USDT', price_step: '0.01', market: { price: '92350.5' } };

const answers = {
  'GET /systemParams': () => ({ body: loansOn }),
  'GET /p2p/currency-list': () => ({ body: currencies }),
  'GET /p2p/total-data': () => ({
    body: {
      public: { USDT: { offers: 3, free: '1000', lent: '500', loans: 2, overdue: 1, overdue_share: '50', losses: [] } },
      user: null,
    },
  }),
  'GET /p2p/lend-search': () => pageOf(offerOf()),
  'GET /p2p/order-description/12': () => ({ body: offerOf() }),
  'GET /p2p/actual-currency-balance': () => ({
    body: { FIAT: [wallet(1, 'USDT', '2000')], CRYPTO: [wallet(2, 'BTC', '0.5')] },
  }),
  'GET /p2p/active-order': () => pageOf(),
  'GET /p2p/my-loan-request-list': () => pageOf(),
  'GET /p2p/lend-user': () => pageOf(),
  'GET /p2p/my-borrow-list': () => pageOf(),
  'GET /p2p/my-borrow-request-list': () => pageOf(),
  'GET /p2p/deals-history': () => pageOf(),
  'GET /p2p/borrow-request-list': () => pageOf(),
  'GET /p2p/user-stat-management': () => ({ body: {} }),
  'GET /v2/settings/security': () => ({ body: { withdrawalsLockedUntil: null } }),
  'GET /p2p/order-requests/12': () => pageOf(),
  'GET /p2p/dispute/7': () => ({ body: { result: [] } }),
  'GET /p2p/loan/7': () => ({ body: loanOf() }),
  'GET /v2/market-list': () => ({
    body: {
      marketList: { result: [market] },
      currenciesMap: { BTC: { precision: 8 }, ETH: { precision: 8 }, USDT: { precision: 8 } },
      currenciesImages: {},
      currenciesTopList: [],
    },
  }),
  'GET /v3/profile/balance': () => ({
    body: {
      result: [
        { ticker: 'USDT', main_available: '2000' },
        { ticker: 'BTC', main_available: '0.5' },
      ],
      totalInrVal: '0',
    },
  }),
  'GET /v2/settings/general': () => ({ body: { is_verified: true } }),
};

type Routes = Parameters<typeof startNetwork>[0];

/** @param path with the parameters that the page reads from its address */
export function showLoans(Page: ComponentType, address: string, routes: Routes = {}, path?: string) {
  startSession(tokens('mine'));
  const network = startNetwork({ ...answers, ...routes });
  return { network, ...renderPage(Page, address, path) };
}

export function showLoansToVisitor(Page: ComponentType, address: string, routes: Routes = {}) {
  endSession();
  const network = startNetwork({ ...answers, ...routes });
  return { network, ...renderPage(Page, address) };
}

/** Has each test of a file leave nothing behind for the next one. Called once in the file. */
export function cleanUpLoans(): void {
  afterEach(() => {
    cleanup();
    endSession();
    questions.setState([], true);
    dismissAllToasts();
    vi.unstubAllGlobals();
  });
}

/** Answers the question that is open with yes. */
export function sayYes(): void {
  questions.getState()[0]?.answer(true);
}
