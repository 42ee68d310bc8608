import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { placeOrder } from '../../api/perpetual.ts';
import { requestChecks } from '../../api/request-checks.ts';
import { endSession } from '../../api/session.ts';
import { live } from '../../live/index.ts';
import type { RpcServer } from '../../live/testing/rpc-server.ts';
import { startNetwork } from '../../testing/network.ts';
import { instrument, openOrder, startFeed } from '../../testing/perpetual.ts';
import { perpetualListItem } from '../../testing/perpetual-market.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { firstPageShown } from '../../ui/after-first-page.ts';
import { Component } from './perpetual-page.tsx';

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

const calls = {
  'GET /v3/derivatives/markets': () => ({ body: { result: [perpetualListItem('BTC', 'Bitcoin', '60000', '0.0001')] } }),
  'GET /v3/derivatives/instruments': () => ({ body: { result: [instrument] } }),
  'GET /systemParams': () => ({ body: { kyc_required: {} } }),
  'POST /v3/order': () => ({ body: openOrder({ id: 9 }) }),
};

test('on a phone an order is held against its contract: a wrong one is not sent', async () => {
  const network = startNetwork(calls);
  renderPage(Component, '/perpetual/BTC_USDT', '/perpetual/:pair');
  // The bar within reach of the thumb is the phone's alone. jsdom draws no candles.
  await screen.findByRole('button', { name: 'Long' });
  await userEvent.click(screen.getByRole('tab', { name: 'Book' }));
  firstPageShown();
  await vi.waitFor(() => expect(requestChecks.has('POST /v3/order')).toBe(true), 10_000);
  const order = {
    market: 'BTC_USDT',
    mode: 'cross',
    side: 'buy',
    position: 'long',
    type: 'limit',
    price: '60000',
    sz: '1',
  } as const;
  await expect(placeOrder({ ...order, sz: '0' }, 'a-key')).rejects.toMatchObject({
    code: 'invalid_argument',
    fields: { sz: ['Must be greater than zero'] },
  });
  expect(network.sentTo('/v3/order')).toHaveLength(0);
  await placeOrder(order, 'a-key');
  expect(network.sentTo('/v3/order')).toHaveLength(1);
});
