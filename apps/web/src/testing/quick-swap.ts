/** What tests of the quick swap begin with: a market with a feed, and the page with what a person does on it. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { endSession, startSession } from '../api/session.ts';
import { Component as ExchangePage } from '../features/spot/exchange/exchange-page.tsx';
import { Component as StablePage } from '../features/spot/stable/stable-page.tsx';
import { live } from '../live/index.ts';
import type { RpcServer } from '../live/testing/rpc-server.ts';
import { usePreferences } from '../platform/preferences.ts';
import { questions } from '../ui/confirm.ts';
import { startNetwork, tokens } from './network.ts';
import { startFeed } from './perpetual.ts';
import { renderPage } from './render-page.tsx';

const market = {
  name: 'LTC_USDT',
  stock: 'LTC',
  money: 'USDT',
  min_amount: '0.001',
  max_amount: '8000',
  min_total: '0.1',
  price_step: '0.01',
  amount_step: '0.0001',
  price_prec: 2,
  amount_prec: 4,
  maker_fee: '0.002',
  taker_fee: '0.002',
  gst: '0.18',
  tds: '0',
  tds_buy: '0',
  tds_exchange: '0.01',
  price_band: '0.05',
  status: 'open',
  market: { price: '96' },
};
const inRupees = { ...market, name: 'PLC_INR', stock: 'PLC', money: 'INR' };
const halted = { ...market, name: 'XRP_USDT', stock: 'XRP', status: 'cancelOnly' };
const currency = (ticker: string) => ({ ticker, label: `${ticker} coin`, precision: 8, display_precision: 2 });
export const system = {
  default_pair: 'LTC_USDT',
  service_ticker: 'PLC',
  stable_tickers: ['USDT'],
  trading_pause: { spot: false, perpetual: false },
  quick_swap: { paused: false },
  kyc_required: { trade: false, exchange: true, deposit: true, withdraw: true },
};
export const order = {
  id: 7,
  market: 'LTC_USDT',
  side: 2,
  type: 2,
  source: 'exchange',
  status: 'filled',
  price: '0',
  amount: '100',
  amount_type: 'money',
  left: '0.16',
  deal_stock: '0.9961',
  deal_money: '99.61',
  deal_fee: '0.2',
  gst: '0.04',
  tds: '0',
  fee_asset: 'USDT',
  mtime: 1_790_000_000,
};
/** What the server answers by default. */
export const calls = {
  'GET /v2/market-list': () => ({
    body: {
      marketList: { result: [market, inRupees, halted] },
      currenciesMap: Object.fromEntries(['LTC', 'USDT', 'PLC', 'INR'].map((ticker) => [ticker, currency(ticker)])),
      currenciesTopList: [],
    },
  }),
  'GET /systemParams': () => ({ body: system }),
  'GET /v2/settings/general': () => ({ body: { kyc_status: 'approved' } }),
  'GET /v2/trade/settings': () => ({
    body: {
      isCustomFeeEnabled: false,
      coins_fee: {
        LTC_USDT: { maker_fee: '0.002', taker_fee: '0.002', gst: '0.18', tds: '0', tds_buy: '0', tds_exchange: '0.01' },
      },
    },
  }),
  'GET /v3/profile/balance': () => ({
    body: { result: [{ ticker: 'USDT', main_balance: '40', trade_available: '200', full_balance: '240' }] },
  }),
  'GET /v2/order/finished': () => ({ body: { result: [order], total: 1, offset: 0, limit: 10 } }),
};

let feed: RpcServer;

/** Runs the feed for the tests of the file, and signs a user in before each. */
export function startFeedForTests(): void {
  beforeAll(async () => {
    feed = await startFeed({ positions: [], orders: [] });
    feed.answer = ({ method }) => {
      if (method === 'asset.query') {
        return { USDT: { available: '200', freeze: '0', seq: 1 }, LTC: { available: '3', freeze: '0', seq: 1 } };
      }
      return { status: 'success' };
    };
  });
  beforeEach(() => {
    startSession(tokens('person'));
    usePreferences.getState().set({ confirmOrders: true });
  });
  afterEach(() => {
    cleanup();
    for (const question of questions.getState()) question.answer(false);
  });
  afterAll(async () => {
    endSession();
    live.stop();
    await feed.stop();
    vi.unstubAllGlobals();
  });
}

/** The book of a market, as soon as the page has asked for it. */
export async function pushBook(
  name = 'LTC_USDT',
  asks = [
    ['100', '1'],
    ['101', '2'],
  ],
  bids = [
    ['99', '1'],
    ['98', '2'],
  ],
): Promise<void> {
  await feed.until(() => feed.of('depth.subscribe').at(-1)?.params[0] === name);
  // What comes before the answer to the subscription is of the one before.
  await vi.waitFor(async () => {
    feed.push('depth.update', [true, { bids, asks, seq: 1, prev_seq: null }, name]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Waiting for prices' })).toBeNull(), {
      timeout: 200,
    });
  }, 5_000);
}

/** Shows the page of an address. @param routes calls that are answered otherwise than by default */
export function open(routes: Parameters<typeof startNetwork>[0] = {}, address = '/exchange') {
  const network = startNetwork({ ...calls, ...routes });
  renderPage(address.startsWith('/stable') ? StablePage : ExchangePage, address);
  const person = userEvent.setup();
  return {
    person,
    sent: () => network.sentTo('/v2/order/put_market').map(({ body }) => body as Record<string, unknown>),
    async type(field: string, text: string) {
      const input = await screen.findByRole('textbox', { name: field });
      await person.clear(input);
      if (text !== '') await person.type(input, text);
    },
    shown: (field: string) => screen.getByRole<HTMLInputElement>('textbox', { name: field }).value,
    async answer(yes: boolean) {
      await waitFor(() => expect(questions.getState()).toHaveLength(1));
      questions.getState()[0]?.answer(yes);
    },
  };
}
export const give = 'You give';
export const receive = 'You receive, about';
