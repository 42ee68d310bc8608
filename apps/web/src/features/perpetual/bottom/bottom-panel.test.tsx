import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useStore } from 'zustand';
import { endSession, startSession } from '../../../api/session.ts';
import { live } from '../../../live/index.ts';
import type { RpcServer } from '../../../live/testing/rpc-server.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { instrument, longPosition, openOrder, startFeed } from '../../../testing/perpetual.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { questions } from '../../../ui/confirm.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { dismissAllToasts, toasts } from '../../../ui/notify.ts';
import { PerpetualBottomPanel } from './bottom-panel.tsx';

// The screen's arrangement asks for it as soon as it is loaded.
vi.hoisted(() => {
  const query = { matches: true, addEventListener() {}, removeEventListener() {} };
  globalThis.matchMedia ??= () => query as unknown as MediaQueryList;
});

const account: { positions: OpenPosition[]; orders: PerpetualOrder[] } = { positions: [], orders: [] };
let feed: RpcServer;

beforeAll(async () => {
  feed = await startFeed(account);
  startSession(tokens('person'));
});

afterAll(async () => {
  live.stop();
  await feed.stop();
});

beforeEach(() => {
  account.positions = [longPosition];
  account.orders = [];
  dismissAllToasts();
});

afterEach(() => {
  cleanup();
  live.perpetual.clearOwn();
  // At once, not at the next frame: the next test must not see these rows.
  for (const { cell } of [live.perpetual.positions, live.perpetual.orders]) cell.flush();
});

const calls = {
  'GET /v3/derivatives/instruments': () => ({ body: { result: [instrument] } }),
  'GET /v3/futures-quiz': () => ({ body: { passed: true, questions: [] } }),
  'GET /v2/settings/general': () => ({ body: { nickname: 'carol' } }),
};

/** The panel as the trading screen has it, with the layout's questions. */
function Screen() {
  const [question] = useStore(questions);
  return (
    <>
      <PerpetualBottomPanel market="BTC_USDT" />
      {question && <ConfirmDialog question={question} />}
    </>
  );
}

function open() {
  renderPage(Screen);
  return userEvent.setup();
}

const toastTexts = () => toasts.getState().map(({ text }) => text);

test('profit follows the mark by the formulas, and the liquidation price is there', async () => {
  startNetwork(calls);
  open();
  const row = (await screen.findByText('54,244')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Deleveraging light 2 of 5.')).toBeTruthy();
  feed.push('mark_price_swap.update', ['BTC_USDT', { mark_price: '61000', index_price: '61000', time: 1 }]);
  expect(await within(row).findByText('+100')).toBeTruthy();
  expect(within(row).getByText('+16.67 %')).toBeTruthy();
  // 700 over (0.4 % + 0.05 %) of 6,100
  expect(within(row).getByText('2,550 %')).toBeTruthy();
  feed.push('mark_price_swap.update', ['BTC_USDT', { mark_price: '54244.1', index_price: '54244', time: 2 }]);
  expect(await within(row).findByText('−575.59')).toBeTruthy();
});

test('a position that what backs it covers at every price says that it has no liquidation price', async () => {
  account.positions = [{ ...longPosition, mode: 'cross', margin: '0', liq_price: '' }];
  startNetwork(calls);
  open();
  await screen.findByText('None');
  screen.getByText(/covers every price/);
});

test('margin can be added with its new liquidation price in sight, and not reduced while isolated orders pend', async () => {
  account.orders = [openOrder({ id: 11 })];
  const network = startNetwork({
    ...calls,
    'POST /v3/profile/margin-balance-adjustment': () => ({ body: longPosition }),
  });
  const person = open();
  await person.click(await screen.findByRole('button', { name: /^Add or reduce margin of BTC\/USDT Long/ }));
  const dialog = await screen.findByRole('dialog');
  await person.click(within(dialog).getByRole('radio', { name: 'Reduce margin' }));
  expect(within(dialog).getByText(/cannot be reduced while isolated orders/)).toBeTruthy();
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Reduce margin' }).disabled).toBe(true);
  await person.click(within(dialog).getByRole('radio', { name: 'Add margin' }));
  await person.type(within(dialog).getByLabelText('Amount, USDT'), '600');
  expect(await within(dialog).findByText('48,216.9')).toBeTruthy();
  expect(within(dialog).getByText('5×')).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: 'Add margin' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.sentTo('/v3/profile/margin-balance-adjustment')[0]?.body).toEqual({
    market: 'BTC_USDT',
    position: 'long',
    type: 'add',
    amount: '600',
  });
});

test('a stop beyond the liquidation price is warned of, one that would fire at once is not sent', async () => {
  const network = startNetwork({ ...calls, 'POST /v3/order': () => ({ body: openOrder({ id: 12, type: 'oco' }) }) });
  const person = open();
  await person.click(await screen.findByRole('button', { name: /^Set TP and SL of BTC\/USDT Long/ }));
  const dialog = await screen.findByRole('dialog');
  feed.push('mark_price_swap.update', ['BTC_USDT', { mark_price: '60000', index_price: '60000', time: 3 }]);
  await waitFor(() => expect(within(dialog).getAllByText('60,000')).toHaveLength(2));
  const stop = within(dialog).getByLabelText('Stop-loss: Trigger price');
  await person.type(stop, '54000');
  expect(within(dialog).getByText(/beyond the liquidation price 54,244/)).toBeTruthy();
  await person.clear(stop);
  await person.type(stop, '60500');
  expect(within(dialog).getByText('Must be below the current price')).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(network.sentTo('/v3/order')).toHaveLength(0);
  await person.clear(stop);
  await person.type(stop, '57000');
  await person.type(within(dialog).getByLabelText('Take-profit: Trigger price'), '63000');
  // 300 less 0.05 % of 6,000 and of 6,300
  expect(within(dialog).getByText('+293.85 USDT')).toBeTruthy();
  await person.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(network.sentTo('/v3/order')).toHaveLength(1));
  expect(network.sentTo('/v3/order')[0]?.body).toMatchObject({
    market: 'BTC_USDT',
    mode: 'isolated',
    side: 'sell',
    position: 'long',
    type: 'oco',
    reduce_only: true,
    tp_trigger_price: '63000',
    tp_order_price: '-1',
    tp_trigger_px_type: 'last',
    sl_trigger_price: '57000',
    sl_trigger_px_type: 'mark',
  });
});

test('an order that would not be cancelled comes back; cancel all goes on until nothing remains', async () => {
  account.orders = Array.from({ length: 12 }, (_, at) => openOrder({ id: 20 + at, create_time: 1_700_000_000 + at }));
  const answers = [
    { canceled: account.orders.slice(0, 10).map(({ id }) => id), failed: [], remaining: 2 },
    { canceled: [30], failed: [{ id: 31, code: 'market_closed' }], remaining: 0 },
  ];
  const network = startNetwork({
    ...calls,
    'POST /v3/order/cancel': () => ({ status: 422, body: refusal('market_closed', 'Trading is closed') }),
    'POST /v3/order/cancel-all': () => ({ body: answers.shift() }),
  });
  const person = open();
  await person.click(await screen.findByRole('tab', { name: 'Open orders (12)' }));
  await person.click(screen.getByRole('button', { name: 'Cancel order 31 in BTC/USDT' }));
  await waitFor(() => expect(toastTexts()).toContain('Trading is closed'));
  expect(screen.getByRole('button', { name: 'Cancel order 31 in BTC/USDT' })).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Cancel all' }));
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel all' }));
  await waitFor(() => expect(toastTexts()).toContain('1 order could not be cancelled and is still open.'));
  expect(network.sentTo('/v3/order/cancel-all')).toHaveLength(2);
  expect(screen.getByRole('tab', { name: 'Open orders (1)' })).toBeTruthy();
});

test('close at market is one call for the whole, an order for a part; what the book could not take is said', async () => {
  const network = startNetwork({
    ...calls,
    'POST /v3/close-position': () => ({
      body: { closed_sz: '9', remaining: '1', reason: 'empty_book', order: null },
    }),
    'POST /v3/order': () => ({ body: openOrder({ id: 13, sz: '5', status: 'filled' }) }),
  });
  const person = open();
  await person.click(await screen.findByRole('button', { name: /^Close BTC\/USDT Long Isolated at market/ }));
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close 10 at market' }));
  await waitFor(() => expect(toastTexts()).toContain('BTC/USDT: 1 contracts left, the book had no more to take.'));
  await person.click(screen.getByRole('button', { name: /^Close BTC\/USDT Long Isolated at market/ }));
  const dialog = await screen.findByRole('dialog');
  await person.click(within(dialog).getByRole('button', { name: '50 %' }));
  await person.click(within(dialog).getByRole('button', { name: 'Close 5 at market' }));
  await waitFor(() => expect(network.sentTo('/v3/order')).toHaveLength(1));
  expect(network.sentTo('/v3/order')[0]?.body).toMatchObject({
    side: 'sell',
    position: 'long',
    type: 'market',
    sz: '5',
  });
});

test('a lost answer to a partial close: tried again it is the same order, also from a dialog opened anew', async () => {
  const answers = [{ status: 502, body: 'Bad Gateway' }, { body: openOrder({ id: 13, sz: '5', status: 'filled' }) }];
  const network = startNetwork({ ...calls, 'POST /v3/order': () => answers.shift() ?? { status: 404, body: null } });
  const person = open();
  const closeHalf = async () => {
    await person.click(await screen.findByRole('button', { name: /^Close BTC\/USDT Long Isolated at market/ }));
    const dialog = await screen.findByRole('dialog');
    await person.click(within(dialog).getByRole('button', { name: '50 %' }));
    await person.click(within(dialog).getByRole('button', { name: 'Close 5 at market' }));
    return dialog;
  };
  const dialog = await closeHalf();
  await within(dialog).findByText(/It may have been done nevertheless/);
  await person.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await closeHalf();
  await waitFor(() => expect(network.sentTo('/v3/order')).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The order feed announces the fill.
  expect(toastTexts()).not.toContain('BTC/USDT: 5 contracts closed.');
  const keys = network.sentTo('/v3/order').map(({ body }) => (body as { client_id: string }).client_id);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('margin whose answer was lost is not added again without a question', async () => {
  const path = '/v3/profile/margin-balance-adjustment';
  const answers = [{ status: 504, body: '' }, { body: longPosition }];
  const network = startNetwork({ ...calls, [`POST ${path}`]: () => answers.shift() ?? { status: 404, body: null } });
  const person = open();
  await person.click(await screen.findByRole('button', { name: /^Add or reduce margin of BTC\/USDT Long/ }));
  const dialog = await screen.findByRole('dialog');
  await person.type(within(dialog).getByLabelText('Amount, USDT'), '600');
  await person.click(within(dialog).getByRole('button', { name: 'Add margin' }));
  await within(dialog).findByText(/It may have been done nevertheless/);
  await person.click(within(dialog).getByRole('button', { name: 'Add margin' }));
  const question = await screen.findByRole('dialog', { name: 'The change may have been made already' });
  expect(network.sentTo(path)).toHaveLength(1);
  await person.click(within(question).getByRole('button', { name: 'Add 600 USDT again' }));
  await waitFor(() => expect(network.sentTo(path)).toHaveLength(2));
});

test('somebody signed out is shown the way in, and nothing is asked for', () => {
  endSession();
  const network = startNetwork({});
  open();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    '/signIn?redirect=%2Fperpetual%2FBTC_USDT',
  );
  expect(network.sent).toHaveLength(0);
});
