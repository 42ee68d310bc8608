import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { requestChecks } from '../../api/request-checks.ts';
import { endSession } from '../../api/session.ts';
import { placeLimit } from '../../api/spot.ts';
import { live } from '../../live/index.ts';
import type { RpcServer } from '../../live/testing/rpc-server.ts';
import { startNetwork } from '../../testing/network.ts';
import { startFeed } from '../../testing/perpetual.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { firstPageShown } from '../../ui/after-first-page.ts';
import { Component } from './spot-page.tsx';

// The screen's arrangement asks for its width as soon as it is loaded.
vi.hoisted(() => {
  globalThis.matchMedia = (query) =>
    ({ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} }) as never;
});

let feed: RpcServer;

beforeAll(async () => {
  feed = await startFeed({ positions: [], orders: [] });
  endSession();
});

afterAll(async () => {
  cleanup();
  live.stop();
  await feed.stop();
  vi.unstubAllGlobals();
});

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
  price_band: '0.05',
  status: 'open',
  market: { price: '96', change: '1', high: '97', low: '95', volume: '10', volumeInMoney: '960' },
};
const calls = {
  'GET /v2/market-list': () => ({
    body: { marketList: { result: [market] }, currenciesMap: {}, currenciesTopList: [] },
  }),
  'GET /systemParams': () => ({ body: { default_pair: 'LTC_USDT', kyc_required: {} } }),
  'POST /v2/order': () => ({ body: { id: 1 } }),
};

test('on a phone an order is held against its contract: a wrong one is not sent', async () => {
  const network = startNetwork(calls);
  renderPage(Component, '/trade/LTC_USDT', '/trade/:pair');
  // The bar within reach of the thumb is the phone's alone. jsdom draws no candles.
  await screen.findByRole('button', { name: 'Buy' });
  await userEvent.click(screen.getByRole('tab', { name: 'Book' }));
  firstPageShown();
  await vi.waitFor(() => expect(requestChecks.has('POST /v2/order')).toBe(true), 10_000);
  const order = { pair: 'LTC_USDT', direction: 'buy', price: '100', amount: '1' } as const;
  await expect(placeLimit({ ...order, amount: '1e3' }, 'a-key')).rejects.toMatchObject({
    code: 'invalid_argument',
    fields: { amount: ['Must be a plain decimal number'] },
  });
  expect(network.sentTo('/v2/order')).toHaveLength(0);
  await placeLimit(order, 'a-key');
  expect(network.sentTo('/v2/order')).toHaveLength(1);
});
