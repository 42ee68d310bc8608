import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../../api/session.ts';
import { live } from '../../../../live/index.ts';
import type { RpcServer } from '../../../../live/testing/rpc-server.ts';
import { refusal, startNetwork, tokens } from '../../../../testing/network.ts';
import { startFeed } from '../../../../testing/perpetual.ts';
import { renderPage } from '../../../../testing/render-page.tsx';
import { toasts } from '../../../../ui/notify.ts';
import { CancelAllDialog } from './cancel-all-dialog.tsx';

const finish = 3;
/** 20 in LTC/USDT, 4 in BTC/USDT and one in LTC/BTC. */
const orders = Array.from({ length: 25 }, (_, at) => ({
  id: at + 1,
  market: at < 20 ? 'LTC_USDT' : at < 24 ? 'BTC_USDT' : 'LTC_BTC',
  side: at % 2 === 0 ? 2 : 1,
  type: 1,
  price: String(100 + at),
  amount: '1',
  amount_type: 'stock',
  left: '1',
  deal_stock: '0',
  status: 'open',
  seq: at + 1,
})) as SpotOrder[];

let feed: RpcServer;
beforeAll(async () => {
  feed = await startFeed({ positions: [], orders: [] });
  feed.answer = ({ method }) =>
    method === 'order.query' ? { total: orders.length, records: orders } : { status: 'success' };
  startSession(tokens('person'));
});
afterEach(cleanup);
afterAll(async () => {
  endSession();
  live.stop();
  await feed.stop();
});

function end(order: SpotOrder | undefined, status: SpotOrder['status'] = 'canceled'): void {
  feed.push('order.update', [finish, { ...order, status, seq: 1_000 + (order?.id ?? 0) }]);
}

type Answers = Parameters<typeof startNetwork>[0];

async function open(answers: Answers, pair = '') {
  const network = startNetwork({
    'GET /v2/market-list': () => ({ body: { marketList: { result: [] }, currenciesMap: {}, currenciesTopList: [] } }),
    ...answers,
  });
  const onClose = vi.fn();
  renderPage(() => <CancelAllDialog pair={pair} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog'));
  return { dialog, onClose, network, person: userEvent.setup() };
}

/** Queries by role over many orders take seconds on a machine that does other things. */
const slow = { timeout: 120_000 };

test('ten are named and the others counted; of a pair, of a coin or all is chosen', slow, async () => {
  const { dialog, person, network, onClose } = await open({
    'DELETE /v2/order/deleteallbycoin/BTC': () => {
      for (const order of orders.slice(20)) end(order);
      return { body: { status: 'success', cancelled: 5 } };
    },
  });
  await dialog.findByRole('button', { name: 'Cancel 25 orders' });
  expect(dialog.getAllByRole('listitem')).toHaveLength(10);
  dialog.getByText('and 15 more');
  await person.click(dialog.getByRole('radio', { name: 'Of a pair' }));
  await person.selectOptions(dialog.getByLabelText('Pair'), 'BTC/USDT');
  dialog.getByRole('button', { name: 'Cancel 4 orders' });
  await person.click(dialog.getByRole('radio', { name: 'Of a coin' }));
  await person.selectOptions(dialog.getByLabelText('Coin'), 'BTC');
  expect(dialog.getAllByRole('listitem')).toHaveLength(5);
  await person.click(dialog.getByRole('button', { name: 'Cancel 5 orders' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(network.sentTo('/v2/order/deleteallbycoin/BTC')).toHaveLength(1);
});

test(
  'of 25 of which two are refused, progress is that of the events, the two are listed and can be tried again',
  slow,
  async () => {
    let answer: (isRefused: boolean) => void = () => undefined;
    const { dialog, person, network, onClose } = await open({
      'DELETE /v2/order/deleteall/': () =>
        new Promise((resolve) => {
          answer = (isRefused) =>
            resolve(
              isRefused
                ? { status: 503, body: refusal('outcome_unknown', 'Nobody knows yet') }
                : { body: { status: 'success', cancelled: 2 } },
            );
        }),
    });
    await person.click(await dialog.findByRole('button', { name: 'Cancel 25 orders' }));
    await dialog.findByText('0 of 25 have ended…');
    for (const order of orders.slice(0, 22)) end(order);
    await dialog.findByText('22 of 25 have ended…');
    end(orders[22], 'filled');
    await dialog.findByText('23 of 25 have ended…');
    answer(true);
    const outcome = await dialog.findByRole('alert');
    expect(outcome.textContent).toContain('2 orders are still open.');
    expect(document.activeElement).toBe(outcome);
    dialog.getByText('Cancelled: 22. Filled meanwhile: 1.');
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('LTC/BTC'),
      expect.stringContaining('BTC/USDT'),
    ]);
    expect(onClose).not.toHaveBeenCalled();
    await person.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByText('0 of 2 have ended…');
    for (const order of orders.slice(23)) end(order);
    answer(false);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(network.sentTo('/v2/order/deleteall/')).toHaveLength(2);
  },
);

test('a refusal of all leaves all of them listed', slow, async () => {
  const { dialog, person } = await open(
    { 'DELETE /v2/order/deleteall/BTC_USDT': () => ({ status: 503, body: refusal('service_unavailable', 'Not now') }) },
    'BTC_USDT',
  );
  await person.click(await dialog.findByRole('button', { name: 'Cancel 4 orders' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('4 orders are still open.');
  expect(dialog.getAllByRole('listitem')).toHaveLength(4);
});

test('a refusal after the dialog is gone is said by a toast, with its reason', slow, async () => {
  let refuse: () => void = () => undefined;
  const { dialog, person } = await open(
    {
      'DELETE /v2/order/deleteall/BTC_USDT': () =>
        new Promise((resolve) => {
          refuse = () => resolve({ status: 503, body: refusal('service_unavailable', 'Not now') });
        }),
    },
    'BTC_USDT',
  );
  await person.click(await dialog.findByRole('button', { name: 'Cancel 4 orders' }));
  await dialog.findByText('0 of 4 have ended…');
  cleanup();
  refuse();
  const wanted = { kind: 'error', title: 'Error deleting orders', text: 'Not now 4 orders are still open.' };
  await waitFor(() => expect(toasts.getState()).toContainEqual(expect.objectContaining(wanted)));
});
