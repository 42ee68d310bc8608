import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { live } from '../../../live/index.ts';
import type { RpcServer } from '../../../live/testing/rpc-server.ts';
import { usePreferences } from '../../../platform/preferences.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { startFeed } from '../../../testing/perpetual.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { questions } from '../../../ui/confirm.ts';
import { Component as StablePage } from '../stable/stable-page.tsx';
import { Component } from './exchange-page.tsx';

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
const system = {
  default_pair: 'LTC_USDT',
  service_ticker: 'PLC',
  stable_tickers: ['USDT'],
  trading_pause: { spot: false, perpetual: false },
  quick_swap: { paused: false },
  kyc_required: { trade: false, exchange: true, deposit: true, withdraw: true },
};
const order = {
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
const calls = {
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

/** The book of a market, as soon as the page has asked for it. */
async function pushBook(
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

function open(routes: Parameters<typeof startNetwork>[0] = {}, address = '/exchange') {
  const network = startNetwork({ ...calls, ...routes });
  renderPage(address.startsWith('/stable') ? StablePage : Component, address);
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
const give = 'You give';
const receive = 'You receive, about';

test('either amount follows the other through the book; the order has the limit that is shown, and its result stays', async () => {
  const { person, type, shown, sent, answer } = open({ 'POST /v2/order/put_market': () => ({ body: order }) });
  await type(give, '150');
  await pushBook();
  // 1 at 100 with its charges is 100.236, and 49.76 more at 101.
  await waitFor(() => expect(shown(receive)).toBe('1.4915'));
  expect(screen.getByText('At most for 1 LTC').nextSibling?.textContent).toBe('101.50 USDT');
  expect(screen.getByText('You receive at least').nextSibling?.textContent).toMatch(/^1\.47\d* LTC$/);
  await type(receive, '1');
  await waitFor(() => expect(shown(give)).toMatch(/^100\.2360/));
  expect(screen.getByText('You pay at most').nextSibling?.textContent).toMatch(/^100\.73\d* USDT$/);
  await type(give, '100');
  await person.click(screen.getByRole('button', { name: 'Swap 100 USDT for LTC' }));
  await answer(false);
  expect(sent()).toEqual([]);
  await person.dblClick(screen.getByRole('button', { name: 'Swap 100 USDT for LTC' }));
  await answer(true);
  await screen.findByText(/You gave 99\.85 USDT and received 0\.9961 LTC\. 0\.15 USDT stayed/);
  expect(sent()).toEqual([
    {
      pair: 'LTC_USDT',
      direction: 'buy',
      amount: '100',
      amount_type: 'money',
      limit_price: '100.5',
      purpose: 'exchange',
      source: 'web',
      client_id: expect.any(String),
    },
  ]);
  expect(shown(give)).toBe('');
});

test('the toggle turns the swap round with what was typed; a sale has TDS off, and is sent in stock', async () => {
  const { person, type, shown, sent, answer } = open({
    'POST /v2/order/put_market': () => ({ body: { ...order, side: 1, amount: '0.6', amount_type: 'stock' } }),
  });
  await type(receive, '0.5');
  await pushBook();
  expect(screen.getByText('TDS', { selector: 'dt' }).nextSibling?.textContent).toBe('none');
  await person.click(screen.getByRole('button', { name: 'Swap in the other direction' }));
  expect(shown(give)).toBe('0.5');
  expect(screen.getByText('TDS 1 %').nextSibling?.textContent).toBe('≈ 0.49 USDT');
  // 49.5 without fee, GST and 1 % of the rest.
  expect(shown(receive)).toMatch(/^48\.889/);
  await type(receive, '58');
  expect(shown(give)).toBe('0.5932');
  await person.click(screen.getByRole('button', { name: /^Swap 0\.5932 LTC/ }));
  await answer(true);
  await waitFor(() =>
    expect(sent()).toMatchObject([{ direction: 'sell', amount: '0.5932', amount_type: 'stock', limit_price: '98.51' }]),
  );
});

test('MAX is all that is free, a thin book says what it holds, and more than is held is refused before it is sent', async () => {
  const { person, type, shown, sent } = open();
  await screen.findByText('Available 200 USDT');
  await pushBook();
  await person.click(screen.getByRole('button', { name: /^MAX/ }));
  expect(shown(give)).toBe('200');
  await type(give, '201');
  screen.getByText('Insufficient balance');
  await type(give, '5000');
  screen.getByText(/The order book holds 302\.71\d* USDT at fair prices now/);
  await type(give, '0.05');
  screen.getByText('The swap must be worth at least 0.1 USDT.');
  await type(give, '');
  await person.click(screen.getByRole('button', { name: 'Swap' }));
  screen.getByText('Enter an amount.');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: give }));
  expect(sent()).toEqual([]);
  expect(screen.getByRole('link', { name: 'Transfer from your main wallet, which has 40 USDT' })).toBeTruthy();
});

test('a lost answer may be sent again as the same order, whatever the book does meanwhile', async () => {
  usePreferences.getState().set({ confirmOrders: false });
  const { person, type, sent } = open({
    'POST /v2/order/put_market': () =>
      sent().length === 1
        ? { status: 503, body: refusal('outcome_unknown', 'The outcome is not known') }
        : { status: 409, body: refusal('repeated_with_other_content', 'This key was used before for something else') },
    'GET /v2/order/finished': () => ({
      body: { result: [{ ...order, client_id: sent()[0]?.client_id }], total: 1, offset: 0, limit: 100 },
    }),
  });
  await type(give, '50');
  await pushBook();
  await person.click(screen.getByRole('button', { name: /^Swap 50 USDT/ }));
  await screen.findByText(/Some error occured\./);
  await pushBook('LTC_USDT', [['100.4', '3']]);
  await screen.findByText('100.90 USDT');
  await person.click(await screen.findByRole('button', { name: /^Swap 50 USDT/ }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent();
  expect(second?.client_id).toBe(first?.client_id);
  expect(second?.limit_price).not.toBe(first?.limit_price);
  // The first order was executed: the page shows its result.
  await screen.findByText(/You gave 99\.85 USDT and received 0\.9961 LTC/);
});

test('a sale by what is wanted stays the same order after a lost answer, although its amount follows the book', async () => {
  usePreferences.getState().set({ confirmOrders: false });
  const { person, type, sent, shown } = open({
    'POST /v2/order/put_market': () =>
      sent().length === 1
        ? { status: 503, body: refusal('outcome_unknown', 'The outcome is not known') }
        : { body: { ...order, side: 1, amount: '0.6', amount_type: 'stock' } },
  });
  await type(receive, '58');
  await pushBook();
  await person.click(screen.getByRole('button', { name: 'Swap in the other direction' }));
  await type(receive, '58');
  await person.click(screen.getByRole('button', { name: /^Swap 0\.5932 LTC/ }));
  await screen.findByText(/Some error occured\./);
  await pushBook('LTC_USDT', [['100', '1']], [['98.5', '2']]);
  await waitFor(() => expect(shown(give)).not.toBe('0.5932'));
  await person.click(screen.getByRole('button', { name: /^Swap 0\.\d+ LTC/ }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent();
  expect(second?.amount).not.toBe(first?.amount);
  expect(second?.client_id).toBe(first?.client_id);
});

test('an order that the book has left without a fill is no success, and what was typed stays', async () => {
  usePreferences.getState().set({ confirmOrders: false });
  const nothing = { deal_stock: '0', deal_money: '0', deal_fee: '0', gst: '0', tds: '0' };
  const { person, type, shown } = open({
    'POST /v2/order/put_market': () => ({ body: { ...order, ...nothing } }),
  });
  await type(give, '50');
  await pushBook();
  await person.click(screen.getByRole('button', { name: /^Swap 50 USDT/ }));
  await screen.findByText('The price has moved beyond your limit: nothing was swapped.');
  expect(screen.queryByText(/You gave/)).toBeNull();
  expect(shown(give)).toBe('50');
});

test('an own price limit is at most 5 %, and nothing is sent with another', async () => {
  const { person, type, sent } = open();
  await type(give, '50');
  await pushBook();
  await person.click(screen.getByRole('radio', { name: 'Other' }));
  await type('Price limit in percent', '6');
  screen.getByText('Enter more than 0 and at most 5 %.');
  await person.click(screen.getByRole('button', { name: /^Swap 50 USDT/ }));
  expect(questions.getState()).toEqual([]);
  await type('Price limit in percent', '2');
  expect(screen.getByText('At most for 1 LTC').nextSibling?.textContent).toBe('102.00 USDT');
  expect(sent()).toEqual([]);
});

test('visitors see prices and the way in; who is not verified, a halted pair and a pause say so', async () => {
  endSession();
  open();
  await screen.findByText('You need to be logged in to exchange');
  expect(screen.getByRole('link', { name: 'Sign in to swap' }).getAttribute('href')).toBe(
    '/signIn?redirect=%2Fexchange',
  );
  expect(screen.queryByText('Your swaps')).toBeNull();
  cleanup();

  startSession(tokens('person'));
  open({ 'GET /v2/settings/general': () => ({ body: { kyc_status: 'none' } }) });
  await screen.findByText("You can't Perform Exchange until KYC is Approved.");
  await pushBook();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Swap' }).disabled).toBe(true);
  cleanup();

  open({}, '/exchange?from=USDT&to=XRP');
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: /closed at the moment/ })).disabled).toBe(true);
  cleanup();

  for (const pause of [{ trading_pause: { spot: true, perpetual: false } }, { quick_swap: { paused: true } }]) {
    open({ 'GET /systemParams': () => ({ body: { ...system, ...pause } }) });
    await screen.findByRole('button', { name: 'Swaps are paused at the moment' });
    cleanup();
  }
});

test('own swaps are listed with what they gave and brought; none, and a failure, are said', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Your swaps' });
  const cells = (await within(table).findAllByRole('cell')).map((cell) => cell.textContent);
  expect(cells).toEqual(expect.arrayContaining(['99.85 USDT', '0.9961 LTC', '100.00 USDT/LTC', 'Swapped']));
  cleanup();
  open({ 'GET /v2/order/finished': () => ({ body: { result: [], total: 0, offset: 0, limit: 10 } }) });
  await screen.findByText('You have not swapped anything yet.');
  cleanup();
  open({ 'GET /v2/order/finished': () => ({ status: 500, body: refusal('server_error', 'Error on server') }) });
  await screen.findByText('Your swaps could not be loaded');
});

test('stable coins: the token in its market in rupees comes first, and is bought and sold there', async () => {
  const { person, type, shown, sent, answer } = open(
    { 'POST /v2/order/put_market': () => ({ body: { ...order, market: 'PLC_INR' } }) },
    '/stable',
  );
  const coin = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Coin' });
  expect(coin.value).toBe('PLC');
  await type('You get, about', '1');
  await pushBook('PLC_INR');
  await waitFor(() => expect(shown('You pay')).toMatch(/^100\.236/));
  await person.click(screen.getByRole('tab', { name: 'Sell' }));
  await type('You sell', '1');
  await pushBook('PLC_INR');
  await person.click(await screen.findByRole('button', { name: 'Sell 1 PLC' }));
  await answer(true);
  await waitFor(() =>
    expect(sent()).toMatchObject([{ pair: 'PLC_INR', direction: 'sell', amount: '1', purpose: 'exchange' }]),
  );
});
