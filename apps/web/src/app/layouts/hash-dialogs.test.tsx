import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSearchParams } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { live } from '../../live/index.ts';
import type { RpcServer } from '../../live/testing/rpc-server.ts';
import { cancelAllHash, modifyHash, shortageHash } from '../../platform/hash-dialogs.ts';
import { useOpenDialog } from '../../platform/use-open-dialog.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { startFeed } from '../../testing/perpetual.ts';
import { browserRouter, renderPage } from '../../testing/render-page.tsx';
import { notify } from '../../ui/notify.ts';
import { HashDialogs } from './hash-dialogs.tsx';

const order: SpotOrder = {
  id: 1,
  market: 'BTC_USDT',
  source: 'web',
  type: 1,
  side: 2,
  ctime: 1_795_000_000,
  mtime: 1_795_000_200,
  ftime: 0,
  price: '100',
  amount: '1',
  amount_type: 'stock',
  taker_fee: '0.002',
  maker_fee: '0.001',
  left: '1',
  deal_stock: '0',
  deal_money: '0',
  deal_fee: '0',
  fee_asset: 'USDT',
  gst: '0',
  tds: '0',
  status: 'open',
  tif: 'gtc',
  post_only: false,
  seq: 1,
};

const calls = {
  'GET /v3/profile/balance': () => ({ body: { result: [] } }),
  'GET /v2/market-list': () => ({ body: { marketList: { result: [] }, currenciesMap: {}, currenciesTopList: [] } }),
};

/** A dialog's chunk is loaded by the first test that opens it. */
const slow = { timeout: 120_000 };

let feed: RpcServer;
beforeAll(async () => {
  feed = await startFeed({ positions: [], orders: [] });
  feed.answer = ({ method }) => (method === 'order.query' ? { total: 1, records: [order] } : { status: 'success' });
  startSession(tokens('person'));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
afterAll(async () => {
  endSession();
  live.stop();
  await feed.stop();
});

/** Opens the dialog of the address that its query names. */
function Page() {
  const open = useOpenDialog();
  const [query] = useSearchParams();
  return (
    <>
      <button type="button" onClick={() => open(query.get('opens') ?? '')}>
        Open
      </button>
      <HashDialogs />
    </>
  );
}

const openAt = (address: string) => renderPage(Page, address, '*', browserRouter).router;

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a dialog lies over its page, whose query stays, and closing it steps back', slow, async () => {
  startNetwork(calls);
  const query = `?${new URLSearchParams({ opens: shortageHash('USDT', 'trade', '12.5') }).toString()}`;
  const router = openAt(`/trade${query}`);
  const before = router.state.location.key;
  await click('Open');
  await screen.findByRole('dialog');
  expect(router.state.location).toMatchObject({
    pathname: '/trade',
    search: query,
    hash: '#insufficient/USDT/trade/12.5',
  });
  await click('Close');
  await expect.poll(() => router.state.location.hash).toBe('');
  expect(router.state.location.key).toBe(before);
});

test('a dialog that an address opened leaves its page behind', slow, async () => {
  startNetwork(calls);
  const router = openAt(`/trade?tab=limit${cancelAllHash('BTC_USDT')}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Keep them' }));
  await expect.poll(() => router.state.location).toMatchObject({ pathname: '/trade', search: '?tab=limit', hash: '' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('so does one that a link put in the place of another', slow, async () => {
  startNetwork({
    ...calls,
    'GET /v2/order/7': () => ({ body: { ...order, id: 7, status: 'canceled', cancel_reason: 'user' } }),
    'GET /v2/order/7/deals': () => ({ body: { result: [], total: 0, offset: 0, limit: 20, net: '0' } }),
  });
  const router = openAt(`/trade${modifyHash(7)}`);
  await userEvent.click(await screen.findByRole('link', { name: 'Order details' }));
  await expect.poll(() => router.state.location.hash).toBe('#order/7');
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await expect.poll(() => router.state.location).toMatchObject({ pathname: '/trade', hash: '' });
});

test.each([
  [
    'a failure is said, with the orders that still rest',
    { status: 503, body: refusal('service_unavailable', 'Not now') },
    { error: ['Not now 1 order is still open.', { title: 'Error deleting orders' }] },
  ],
  ['success is said too', { body: { status: 'success', cancelled: 1 } }, { success: ['1 order cancelled'] }],
] as const)('after Back during a cancellation %s, and nothing steps back once more', slow, async (_, end, said) => {
  let answer: (end: object) => void = () => undefined;
  startNetwork({
    ...calls,
    'DELETE /v2/order/deleteall/': () =>
      new Promise((resolve) => {
        answer = resolve as typeof answer;
      }),
  });
  const notices = { error: vi.spyOn(notify, 'error'), success: vi.spyOn(notify, 'success') };
  const router = openAt('/before');
  await act(() => router.navigate({ pathname: '/trade', search: `?opens=${encodeURIComponent(cancelAllHash(''))}` }));
  await click('Open');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel 1 order' }));
  await screen.findByText('0 of 1 have ended…');
  await act(() => router.navigate(-1));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  answer(end);
  for (const [kind, call] of Object.entries(said))
    await expect.poll(() => notices[kind as keyof typeof notices].mock.calls).toEqual([call]);
  expect(router.state.location).toMatchObject({ pathname: '/trade', hash: '' });
});
