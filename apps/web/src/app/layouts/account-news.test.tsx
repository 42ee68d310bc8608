import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { live } from '../../live/index.ts';
import type { RpcServer } from '../../live/testing/rpc-server.ts';
import { useTerminalSettings } from '../../terminal/terminal-settings.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { longPosition, openOrder, startFeed } from '../../testing/perpetual.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { firstPageShown } from '../../ui/after-first-page.ts';
import { dismissAllToasts, toasts } from '../../ui/notify.ts';
import { RootLayout } from './root-layout.tsx';

const account: { positions: OpenPosition[]; orders: PerpetualOrder[] } = { positions: [], orders: [] };
let spotOrders: SpotOrder[] = [];
let feed: RpcServer;
const ownRecords = [live.spot.orders, live.perpetual.orders, live.perpetual.positions];

const resting = {
  id: 7,
  seq: 5,
  market: 'LTC_USDT',
  side: 2,
  type: 1,
  status: 'live',
  amount: '0.5',
  amount_type: 'stock',
  left: '0.5',
  price: '96.5',
  deal_stock: '0',
  deal_money: '0',
  deal_fee: '0',
  gst: '0',
  tds: '0',
  fee_asset: 'USDT',
  cancel_reason: null,
} as unknown as SpotOrder;
const partlyFilled = { ...resting, seq: 6, status: 'partially_filled', left: '0.3', deal_stock: '0.2' } as SpotOrder;
const filled = {
  ...resting,
  seq: 9,
  status: 'filled',
  left: '0',
  deal_stock: '0.5',
  deal_money: '48.25',
  deal_fee: '0.1',
  gst: '0.01',
} as SpotOrder;
const shown = { ...longPosition, seq: 9, sz: '0', status: 3, profit_real: '-603.5' };

beforeAll(async () => {
  firstPageShown();
  feed = await startFeed(account);
  const answer = feed.answer;
  feed.answer = (request) =>
    request.method === 'order.query' ? { total: spotOrders.length, records: spotOrders } : answer(request);
});

afterAll(async () => {
  live.stop();
  await feed.stop();
});

beforeEach(() => {
  account.positions = [longPosition];
  account.orders = [openOrder({ id: 11 })];
  spotOrders = [resting];
  startNetwork({
    'GET /v2/market-list': () => ({
      body: {
        marketList: { result: [{ name: 'LTC_USDT', stock: 'LTC', money: 'USDT', amount_step: '0.01', price_prec: 2 }] },
      },
    }),
    'GET /v3/notices/unread': () => ({ body: { unread: 0 } }),
  });
  startSession(tokens('person'));
});

afterEach(() => {
  cleanup();
  endSession();
  // At once, not at the next frame: the next test must not see these rows.
  for (const { cell } of ownRecords) cell.flush();
  dismissAllToasts();
  useTerminalSettings.getState().set({ notifyWhenHidden: false });
});

/** The toasts of this part; others report calls that this test's server does not answer. */
const news = () => toasts.getState().filter(({ title }) => title?.startsWith('Order ') || title === 'Forced close');
const subscriptions = () =>
  ['order.subscribe', 'order_swap.subscribe', 'position_swap.subscribe'].map((method) => feed.of(method).length);

/** A page without a trading screen, once the feeds of both venues are complete. */
async function openPage(address: string) {
  renderPage(RootLayout, address);
  await waitFor(() => {
    for (const { cell } of ownRecords) expect(cell.get().ready).toBe(true);
  });
}

test('on a page without a trading screen, what ends at either venue is announced, once', async () => {
  await openPage('/market');
  feed.push('order.update', [3, filled]);
  feed.push('order.update', [3, filled]);
  feed.push('order_swap.update', [3, openOrder({ id: 11, seq: 9, status: 'canceled', finish_time: 1_700_000_100 })]);
  feed.push('position_swap.update', [3, shown]);
  await waitFor(() => expect(news()).toHaveLength(3));
  expect(news().map(({ title, text, count }) => [title, text, count])).toEqual(
    expect.arrayContaining([
      ['Order filled', 'Bought 0.5 LTC for 48.25 USDT. Fee and taxes: 0.11 USDT.', 1],
      ['Order cancelled', 'Buy 0.02 BTC at 59,500', 1],
    ]),
  );
  expect(news().find(({ kind }) => kind === 'error')).toMatchObject({
    text: 'BTC/USDT Long was liquidated: 10 contracts, result −603.5 USDT.',
    durationMs: 15_000,
    link: { to: '/user/perpetuals-history?tab=liquidations' },
  });
});

test('a cancelled order is told by its side, amount and price', async () => {
  await openPage('/market');
  feed.push('order.update', [3, { ...resting, seq: 8, status: 'cancelled' }]);
  await waitFor(() =>
    expect(news().map(({ title, text }) => [title, text])).toEqual([['Order cancelled', 'Buy 0.5 LTC at 96.5']]),
  );
});

test('a partial fill is no toast: it is read out', async () => {
  await openPage('/user/wallet-list');
  feed.push('order.update', [2, partlyFilled]);
  feed.push('order.update', [2, { ...partlyFilled, seq: 7 }]);
  await screen.findByText('2 partial fills of your orders');
  expect(news()).toEqual([]);
});

test('somebody signed out asks for no private feed', async () => {
  endSession();
  const before = subscriptions();
  renderPage(RootLayout, '/market');
  await screen.findByRole('region', { name: 'Notices' });
  expect(subscriptions()).toEqual(before);
});

test('a hidden tab tells with the name of what happened, so that several tabs show it once', async () => {
  const shownByBrowser: [string, NotificationOptions | undefined][] = [];
  class BrowserNotification {
    static permission = 'granted';
    constructor(title: string, options?: NotificationOptions) {
      shownByBrowser.push([title, options]);
    }
  }
  vi.stubGlobal('Notification', BrowserNotification);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await openPage('/market');
  feed.push('order.update', [3, { ...filled, id: 8 }]);
  await waitFor(() => expect(news()).toHaveLength(1));
  // This user has not asked for them.
  expect(shownByBrowser).toEqual([]);
  useTerminalSettings.getState().set({ notifyWhenHidden: true });
  feed.push('order.update', [3, { ...filled, id: 7 }]);
  feed.push('position_swap.update', [3, shown]);
  await waitFor(() => expect(shownByBrowser).toHaveLength(2));
  expect(shownByBrowser.map(([title, options]) => [title, options?.tag])).toEqual([
    ['BTC/USDT', 'position-5-code-3'],
    ['Order filled', 'spot-orders-7'],
  ]);
  hidden.mockReturnValue(false);
  feed.push('order.update', [3, { ...filled, id: 9 }]);
  await waitFor(() => expect(news().some(({ count }) => count === 3)).toBe(true));
  expect(shownByBrowser).toHaveLength(2);
  hidden.mockRestore();
});
