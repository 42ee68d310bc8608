import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import type { Shortage } from '../../../platform/order-dialogs.ts';
import { startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { ShortageDialog } from './shortage-dialog.tsx';

afterEach(() => {
  cleanup();
  endSession();
});

function network(balance: object, markets: object[] = []) {
  startNetwork({
    'GET /v2/market-list': () => ({
      body: { marketList: { result: markets }, currenciesMap: {}, currenciesTopList: [] },
    }),
    'GET /v3/profile/balance': () => ({
      body: {
        result: [
          {
            ticker: 'USDT',
            is_depositable: true,
            main_available: '0',
            trade_available: '1.5',
            futures_available: '0',
            ...balance,
          },
        ],
      },
    }),
  });
  startSession(tokens('person'));
}

const shortage: Shortage = { ticker: 'USDT', wallet: 'trade', missing: '12.5' };

test('what is missing, where more of it lies, and the ways to it', async () => {
  network({ main_available: '40' });
  renderPage(() => <ShortageDialog shortage={shortage} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Not enough USDT' }));
  dialog.getByText('You need 12.5 USDT more for this order.');
  await dialog.findByText('40 USDT');
  expect(dialog.getByRole('link', { name: 'Transfer from another wallet' }).getAttribute('href')).toContain(
    '#transfer/USDT/trade',
  );
  expect(dialog.getByRole('link', { name: 'Deposit USDT' }).getAttribute('href')).toBe('/wallet/deposit/USDT');
});

test('a coin of an open market may be had by a swap, into the trade wallet alone', async () => {
  const market = { name: 'USDT_INR', stock: 'USDT', money: 'INR', status: 'open' };
  network({}, [market]);
  renderPage(() => <ShortageDialog shortage={shortage} onClose={() => undefined} />);
  const link = await screen.findByRole('link', { name: 'Swap for USDT' });
  expect(link.getAttribute('href')).toBe('/exchange?to=USDT');
  cleanup();
  renderPage(() => <ShortageDialog shortage={{ ...shortage, wallet: 'futures' }} onClose={() => undefined} />);
  await screen.findByRole('link', { name: 'Buy USDT in USDT/INR' });
  expect(screen.queryByRole('link', { name: 'Swap for USDT' })).toBeNull();
});

test('with nothing elsewhere no transfer is offered', async () => {
  network({ is_depositable: false });
  renderPage(() => <ShortageDialog shortage={{ ...shortage, missing: '' }} onClose={() => undefined} />);
  await screen.findByText('None of your other wallets has USDT to spare.');
  screen.getByText('Your trade wallet has too little USDT.');
  expect(screen.queryByRole('link', { name: /Transfer/ })).toBeNull();
});
