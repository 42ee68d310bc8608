import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type ConsoleRoutes, cleanUpConsole, now, openConsole } from '../../../testing/console.tsx';

cleanUpConsole();

const deposit = {
  id: 5,
  state: 'frozen',
  network: 'SANDBOX',
  ticker: 'XRP',
  amount: '70',
  user: { id: 7, email: 'p7@test.local' },
  address: 'sbx1address',
  tx_hash: 'abc',
  confirmations: 1,
  confirmations_needed: 3,
  reason: 'Deposits are closed',
  created_at: now - 600,
};
const detail = {
  ...deposit,
  fee: '0',
  memo: '77',
  explorer_link: '/sandbox/transactions/abc',
  block_height: 9,
  credited_at: null,
};
const open = (address: string, routes: ConsoleRoutes) => openConsole(address, routes, ['money', 'users']);

test('those of a state are listed, and one shows its transaction, its user and its entries of the ledger', async () => {
  const { network } = open('/ops/deposits', {
    'GET /v2/ops/deposits': ({ path }) => ({
      body: { result: path.includes('state=frozen') ? [deposit] : [], next: null },
    }),
    'GET /v2/ops/deposits/5': () => ({ body: detail }),
  });
  expect(await screen.findByText('There is no such deposit.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Frozen');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await userEvent.click(await screen.findByText('SANDBOX · p7@test.local'));
  const shown = within(await screen.findByRole('article', { name: '70 XRP' }));
  expect(shown.getByText('Deposits are closed')).toBeTruthy();
  expect(shown.getByText('1 of 3')).toBeTruthy();
  expect(shown.getByRole('link', { name: 'abc' }).getAttribute('href')).toBe('/sandbox/transactions/abc');
  expect(shown.getByRole('link', { name: 'p7@test.local' }).getAttribute('href')).toBe('/ops/users/7');
  expect(shown.getByRole('link', { name: 'Entries of the ledger' }).getAttribute('href')).toBe(
    '/ops/ledger?reference=deposit%3A5',
  );
  await waitFor(() => expect(network.sentTo('/v2/ops/deposits/5')).toHaveLength(1));
});

test('what cannot be loaded is said', async () => {
  open('/ops/deposits', { 'GET /v2/ops/deposits': () => ({ status: 500, body: {} }) });
  expect(await screen.findByText('The list could not be loaded')).toBeTruthy();
});
