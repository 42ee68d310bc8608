import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endSession } from '../../../api/session.ts';
import { jane, openConsole } from '../../../testing/console.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});
// A first load of the screen may take longer than a test waits for what it shows.
beforeAll(() => import('./markets-screen.tsx'), 60_000);

const market: OperatorMarket = {
  id: 3,
  name: 'LTC_USDT',
  status: 'cancelOnly',
  openOrders: 2,
  priceStep: '0.01',
  amountStep: '0.001',
  amountMin: '0.01',
  amountMax: '1000',
  totalMin: '5',
  priceMax: '100000',
  priceBandPpm: 50_000,
  makerFeePpm: 1_000,
  takerFeePpm: 2_000,
  gstPpm: 180_000,
  tdsPpm: 10_000,
  tax: 'sell',
};

async function openMarket(routes: Parameters<typeof openConsole>[1] = {}) {
  const opened = openConsole('/ops/markets/3', {
    'GET /v2/ops/me': () => ({ body: { ...jane, permissions: [...jane.permissions, 'listings'] } }),
    'GET /v2/ops/markets': () => ({ body: { result: [market] } }),
    ...routes,
  });
  await screen.findByRole('heading', { name: 'LTC_USDT' });
  return opened;
}

test('a stop takes one operator, and what the engine has not taken yet is said; what allows more takes two', async () => {
  const path = '/v2/ops/markets/LTC_USDT/status';
  const warning = 'the engine gets it later';
  const { network } = await openMarket({ [`POST ${path}`]: () => ({ body: { status: 'done', warning } }) });
  expect(screen.getByText('0.2 %')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Open it' }));
  expect(within(await screen.findByRole('dialog')).getByText(/another operator/i)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close it' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText(/another operator/i)).toBeNull();
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'delisted' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Close it' }));
  await waitFor(() => expect(network.sentTo(path)).toHaveLength(1));
  expect(network.sentTo(path)[0]?.body).toEqual({ status: 'closed', reason: 'delisted' });
});
