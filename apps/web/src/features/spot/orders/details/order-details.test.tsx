import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endSession, startSession } from '../../../../api/session.ts';
import { live } from '../../../../live/index.ts';
import type { RpcServer } from '../../../../live/testing/rpc-server.ts';
import { orderPath, paths } from '../../../../platform/paths.ts';
import { refusal, startNetwork, tokens } from '../../../../testing/network.ts';
import { startFeed } from '../../../../testing/perpetual.ts';
import { renderPage } from '../../../../testing/render-page.tsx';
import { OrderDetailsDialog } from './order-details-dialog.tsx';
import { Component as OrderPage } from './order-page.tsx';

const order: SpotOrder = {
  id: 6196,
  market: 'LTC_USDT',
  source: 'my-bot',
  type: 1,
  side: 2,
  ctime: 1_795_000_000,
  mtime: 1_795_000_200,
  ftime: 1_795_000_200,
  price: '96.5',
  amount: '2',
  amount_type: 'stock',
  taker_fee: '0.002',
  maker_fee: '0.001',
  left: '1.5',
  deal_stock: '0.5',
  deal_money: '48.25',
  deal_fee: '0.04825',
  fee_asset: 'USDT',
  gst: '0.008685',
  tds: '0',
  status: 'canceled',
  cancel_reason: 'user',
  client_id: 'mine-1',
  tif: 'gtc',
  post_only: false,
  seq: 7,
};

const fill: SpotTrade = {
  id: 31,
  deal_order_id: 6196,
  market: 'LTC_USDT',
  side: 2,
  role: 1,
  price: '96.5',
  amount: '0.5',
  deal: '48.25',
  time: 1_795_000_100,
  fee: '0.04825',
  fee_asset: 'USDT',
  gst: '0.008685',
  tds: '0',
  gross_amount: '48.25',
  net: '48.306935',
};

const calls = {
  'GET /v2/market-list': () => ({ body: { marketList: { result: [] }, currenciesMap: {}, currenciesTopList: [] } }),
  'GET /v2/order/6196': () => ({ body: order }),
  'GET /v2/order/6196/deals': () => ({ body: { result: [fill], total: 1, offset: 0, limit: 20, net: '48.306935' } }),
};

let feed: RpcServer;
beforeAll(async () => {
  feed = await startFeed({ positions: [], orders: [] });
  feed.answer = ({ method }) => (method === 'order.query' ? { total: 0, records: [] } : { status: 'success' });
  startSession(tokens('person'));
});
afterAll(async () => {
  endSession();
  live.stop();
  await feed.stop();
});
afterEach(cleanup);

/** Queries by role take seconds on a machine that does other things. */
const slow = { timeout: 120_000 };

const factsOf = (place: HTMLElement) =>
  Object.fromEntries(
    [...place.querySelectorAll('dl > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  );

test(
  'the dialog shows all fields, the fills with their charges, what happened, and the way to the page',
  slow,
  async () => {
    startNetwork(calls);
    renderPage(() => <OrderDetailsDialog id={6196} onClose={() => undefined} />);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('1 fill');
    expect(factsOf(dialog)).toMatchObject({
      Status: 'Cancelled',
      'Why it ended': 'Cancelled by you',
      Amount: '2 LTC',
      Filled: '0.5 LTC (25 %)',
      'Not filled': '1.5 LTC',
      'You paid': '48.306935 USDT',
      'Fee rates': '0.1 % maker, 0.2 % taker',
      'Placed by': 'my-bot',
      'Your own id': 'mine-1',
      Net: '48.306935 USDT',
      GST: '0.008685 USDT',
      TDS: '0 USDT',
    });
    const steps = within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('strong')?.textContent);
    expect(steps.slice(0, 3)).toEqual(['Placed', 'Newest fill', 'Cancelled']);
    expect(
      within(dialog)
        .getByRole('link', { name: /Page of this order/ })
        .getAttribute('href'),
    ).toBe(orderPath(6196));
    const person = userEvent.setup();
    await person.click(within(dialog).getByRole('button', { name: "Copy the order's number" }));
    expect(await navigator.clipboard.readText()).toBe('6196');
  },
);

test('an order that is not there is said to be none; a failure can be tried again', slow, async () => {
  let isDown = true;
  startNetwork({
    ...calls,
    'GET /v2/order/5': () => ({ status: 404, body: refusal('order_not_found', 'Order does not exist') }),
    'GET /v2/order/6196': () =>
      isDown ? { status: 503, body: refusal('service_unavailable', 'Not now') } : { body: order },
  });
  renderPage(() => <OrderDetailsDialog id={5} onClose={() => undefined} />);
  await screen.findByText('You have no order with this number.');
  cleanup();
  renderPage(() => <OrderDetailsDialog id={6196} onClose={() => undefined} />);
  await screen.findByText('The order could not be loaded');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('1 fill');
});

test('the page of an order of nobody, or of no number, is not found', slow, async () => {
  startNetwork({
    ...calls,
    'GET /v2/order/5': () => ({ status: 404, body: refusal('order_not_found', 'Order does not exist') }),
  });
  renderPage(OrderPage, orderPath(6196), orderPath(':id'));
  await screen.findByRole('heading', { name: 'Order 6196' });
  await screen.findByRole('table', { name: 'Fills' });
  cleanup();
  for (const id of ['5', 'mine']) {
    const { router } = renderPage(OrderPage, `${paths.ordersHistory}/${id}`, orderPath(':id'));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.notFound));
    cleanup();
  }
});
