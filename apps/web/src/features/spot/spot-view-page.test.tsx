import { cleanup, waitFor } from '@testing-library/react';
import { createMemoryRouter, type RouteObject } from 'react-router-dom';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { live } from '../../live/index.ts';
import type { RpcServer } from '../../live/testing/rpc-server.ts';
import { startNetwork } from '../../testing/network.ts';
import { startFeed } from '../../testing/perpetual.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './spot-view-page.tsx';

// The screen's arrangement asks for its width as soon as it is loaded.
vi.hoisted(() => {
  globalThis.matchMedia = (query) =>
    ({ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} }) as never;
});

let feed: RpcServer;

beforeAll(async () => {
  feed = await startFeed({ positions: [], orders: [] });
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

test('an unknown pair leads to a known one in the theme that the address asks for', async () => {
  startNetwork({
    'GET /v2/market-list': () => ({
      body: { marketList: { result: [market] }, currenciesMap: {}, currenciesTopList: [] },
    }),
    'GET /systemParams': () => ({ body: { default_pair: 'LTC_USDT', kyc_required: {} } }),
  });
  let router: ReturnType<typeof createMemoryRouter> | undefined;
  const createRouter = (routes: RouteObject[], address: string) => {
    router = createMemoryRouter(routes, { initialEntries: [address] });
    return router;
  };
  renderPage(Component, '/trading-view/NONE_USDT/dark', '/trading-view/:pair/:dark?', createRouter);
  await waitFor(() => expect(router?.state.location.pathname).toBe('/trading-view/LTC_USDT/dark'));
});
