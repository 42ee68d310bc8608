import { recordEvent } from '@pelican/shared/contracts';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../../api/session.ts';
import { live } from '../../../../live/index.ts';
import type { RpcServer } from '../../../../live/testing/rpc-server.ts';
import { addMessages } from '../../../../platform/i18n.ts';
import { refusal, type SentRequest, startNetwork, tokens } from '../../../../testing/network.ts';
import { startFeed } from '../../../../testing/perpetual.ts';
import { renderPage } from '../../../../testing/render-page.tsx';
import { questions } from '../../../../ui/confirm.ts';
import spotEnglish from '../../locales/en.json';
import { LinkedModifyOrderDialog } from './linked-modify-order-dialog.tsx';
import { ModifyOrderDialog } from './modify-order-dialog.tsx';

addMessages('spot', spotEnglish);

const order = {
  id: 6196,
  market: 'LTC_USDT',
  side: 2,
  type: 1,
  tif: 'gtc',
  status: 'partially_filled',
  price: '96.5',
  amount: '2',
  amount_type: 'stock',
  left: '1.5',
  deal_stock: '0.5',
  maker_fee: '0.001',
  taker_fee: '0.002',
  post_only: false,
  seq: 7,
} as SpotOrder;

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
  maker_fee: '0.001',
  taker_fee: '0.002',
  gst: '0.18',
  tds: '0',
  tds_buy: '0',
  status: 'open',
  market: { price: '96' },
};

const calls = {
  'GET /v2/market-list': () => ({
    body: { marketList: { result: [market] }, currenciesMap: {}, currenciesTopList: [] },
  }),
  'GET /v2/trade/settings': () => ({ body: { isCustomFeeEnabled: false, coins_fee: {} } }),
  'GET /v3/profile/balance': () => ({ body: { result: [] } }),
};

let feed: RpcServer;

beforeAll(async () => {
  feed = await startFeed({ positions: [], orders: [] });
  feed.answer = ({ method }) => {
    if (method === 'order.query') return { total: 1, records: [order] };
    if (method === 'asset.query') return { USDT: { available: '10', freeze: '144', seq: 1 } };
    return { status: 'success' };
  };
  startSession(tokens('person'));
});

afterAll(async () => {
  endSession();
  live.stop();
  await feed.stop();
});

afterEach(cleanup);

async function open(answer: (request: SentRequest) => { status?: number; body: unknown }, shown = order) {
  const network = startNetwork({ ...calls, 'POST /v2/order/modify': answer });
  const onClose = vi.fn();
  renderPage(() => <ModifyOrderDialog order={shown} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog'));
  const price = await dialog.findByLabelText('Price, USDT');
  const amount = dialog.getByLabelText('Amount, with what is filled, LTC');
  const person = userEvent.setup();
  return {
    dialog,
    onClose,
    price,
    amount,
    sent: () => network.sentTo('/v2/order/modify').map(({ body }) => body as Record<string, unknown>),
    async type(field: HTMLElement, text: string) {
      await person.clear(field);
      await person.type(field, text);
    },
    submit: () => person.click(dialog.getByRole('button', { name: 'Change order' })),
  };
}

const changed = (changes: object) => () => ({ body: { ...order, ...changes } });

test('the dialog says what becomes of the place in the queue, and sends what differs', async () => {
  const { dialog, price, amount, type, submit, sent, onClose } = await open(changed({ amount: '1' }));
  dialog.getByText('Change the price, the amount or both.');
  dialog.getByText('0.5 LTC is filled already');
  await submit();
  expect(sent()).toEqual([]);
  await type(price, '96.4');
  dialog.getByText(/goes to the end of the queue/);
  await type(price, '96.50');
  await type(amount, '3');
  dialog.getByText(/goes to the end of the queue/);
  await type(amount, '0.5');
  dialog.getByText(/the order ends as filled/);
  await type(amount, '1');
  dialog.getByText(/keeps its place in the queue/);
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ order_id: 6196, amount: '1', client_id: expect.any(String) }]);
});

test('what the server would refuse is said at its field, and nothing is sent', async () => {
  const { dialog, price, amount, type, submit, sent } = await open(changed({}));
  await type(amount, '0.4');
  dialog.getByText('More than this is filled already: 0.5 LTC');
  await type(amount, '9000');
  dialog.getByText('The amount is above the maximum of 8,000 LTC');
  // 1.5 x 96.5 is held and 10 are free: less than 2.5 x 96.5.
  await type(amount, '3');
  await dialog.findByText('Insufficient balance');
  // The half that is filled needs no more money: 1.6 x 96.5.
  await type(amount, '2.1');
  expect(dialog.queryByText('Insufficient balance')).toBeNull();
  await type(price, '0.01');
  dialog.getByText('The value is below the minimum of 0.1 USDT');
  await submit();
  expect(document.activeElement).toBe(amount);
  expect(sent()).toEqual([]);
});

test.each([
  ['would_take', 'This post-only order would fill immediately. Change the price.', 'price'],
  ['size_below_filled', 'More than this is filled already', 'amount'],
] as const)('%s is said at its field until that is changed', async (code, text, field) => {
  const view = await open(() => ({ status: 422, body: refusal(code, text) }));
  await view.type(view.price, '96');
  await view.submit();
  await view.dialog.findByText(text);
  expect(view[field].getAttribute('aria-invalid')).toBe('true');
  expect(view.dialog.queryByRole('alert')).toBeNull();
  await view.type(view.price, '95.9');
  expect(view.dialog.queryByText(text)).toBeNull();
  expect(view.onClose).not.toHaveBeenCalled();
});

test('a refusal of the order as a whole is an alert', async () => {
  const view = await open(() => ({ status: 404, body: refusal('order_not_found', 'Order does not exist') }));
  await view.type(view.price, '96');
  await view.submit();
  expect((await view.dialog.findByRole('alert')).textContent).toContain('Order does not exist');
});

test('two clicks send one change, and after a lost answer the same change goes under the same key', async () => {
  let answer = (): void => undefined;
  let isLost = true;
  const view = await open((() => {
    if (!isLost) return { body: order };
    return new Promise((_, reject) => {
      answer = () => reject(new TypeError('lost'));
    });
  }) as never);
  await view.type(view.price, '96');
  await view.submit();
  await view.submit();
  await waitFor(() => expect(view.sent()).toHaveLength(1));
  answer();
  await view.dialog.findByText(/may have been changed nevertheless/);
  isLost = false;
  await view.submit();
  await waitFor(() => expect(view.onClose).toHaveBeenCalled());
  const keys = view.sent().map(({ client_id: key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a price far from the market is asked about first, and typed when it is very far', async () => {
  const view = await open(changed({ price: '70' }));
  await view.type(view.price, '70');
  view.dialog.getByText('The price is 27.1 % below the last price (96 USDT).');
  await view.submit();
  await waitFor(() => expect(questions.getState()).toHaveLength(1));
  expect(questions.getState()[0]).toMatchObject({ title: 'Change the order?', typeToConfirm: '70' });
  expect(view.sent()).toEqual([]);
  questions.getState()[0]?.answer(true);
  await waitFor(() => expect(view.onClose).toHaveBeenCalled());
  expect(view.sent()).toMatchObject([{ price: '70' }]);
});

test('what is changed elsewhere meanwhile is taken over where nothing was typed, and only what was typed is sent', async () => {
  const view = await open(changed({ price: '96.4', amount: '1' }));
  await view.type(view.price, '96.4');
  // Typed again as it is: that asks for nothing.
  await view.type(view.amount, '2.0');
  feed.push('order.update', [recordEvent.update, { ...order, amount: '1', left: '0.5', seq: 8 }]);
  await waitFor(() => expect(view.amount).toHaveProperty('value', '1'));
  expect(view.price).toHaveProperty('value', '96.4');
  await view.submit();
  await waitFor(() => expect(view.onClose).toHaveBeenCalled());
  expect(view.sent()).toEqual([{ order_id: 6196, price: '96.4', client_id: expect.any(String) }]);
  feed.push('order.update', [recordEvent.update, { ...order, seq: 9 }]);
});

test('an address opens the order that the feed knows, with its figures', async () => {
  startNetwork(calls);
  renderPage(() => <LinkedModifyOrderDialog id={order.id} onClose={() => undefined} />);
  expect(await screen.findByLabelText('Price, USDT')).toHaveProperty('value', '96.5');
});

test('an address of an order that has ended says so and leads to its details, and one of no order says that', async () => {
  startNetwork({
    ...calls,
    'GET /v2/order/7': () => ({ body: { ...order, id: 7, status: 'filled' } }),
    'GET /v2/order/8': () => ({ status: 404, body: refusal('order_not_found', 'Order does not exist') }),
  });
  renderPage(() => <LinkedModifyOrderDialog id={7} onClose={() => undefined} />, '/trade?tab=limit');
  await screen.findByText('This order is no longer open, so it cannot be changed.');
  expect(screen.getByRole('link', { name: 'Order details' }).getAttribute('href')).toBe('/trade?tab=limit#order/7');
  cleanup();
  renderPage(() => <LinkedModifyOrderDialog id={8} onClose={() => undefined} />);
  await screen.findByText('You have no order with this number.');
});
