import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type ConsoleRoutes, cleanUpConsole, openConsole } from '../../../testing/console.tsx';

cleanUpConsole();

const line = (id: number) => ({
  id,
  kind: 'crypto_deposit',
  reference: `deposit:${id}`,
  time: 1_795_000_000,
  amounts: [{ ticker: 'BTC', amount: '2' }],
});
const leg = {
  account: 'main',
  owner: 'user',
  user: { id: 7, email: 'p7@test.local' },
  object: null,
  shard: null,
  ticker: 'BTC',
  amount: '2',
};
const entry = {
  ...line(5),
  key: 'deposit:5',
  legs: [leg, { ...leg, account: 'chain', owner: 'outside', user: null, object: 1, amount: '-2' }],
  sums: [{ ticker: 'BTC', sum: '0' }],
};
const open = (address: string, routes: ConsoleRoutes) => openConsole(address, routes, ['money', 'users']);

test('it is searched when the search is sent, and goes on below the last entry', async () => {
  const { network } = open('/ops/ledger', {
    'GET /v2/ops/ledger': ({ path }) => ({
      body: path.includes('before=') ? { result: [line(4)], next: null } : { result: [line(5)], next: 5 },
    }),
  });
  expect(await screen.findByText('crypto_deposit · deposit:5')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(await screen.findByText('crypto_deposit · deposit:4')).toBeTruthy();
  const sent = network.sentTo('/v2/ops/ledger').length;
  fireEvent.change(screen.getByLabelText('User id'), { target: { value: '7' } });
  expect(network.sentTo('/v2/ops/ledger')).toHaveLength(sent);
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(network.sentTo('/v2/ops/ledger')).toHaveLength(sent + 1));
  expect(network.sentTo('/v2/ops/ledger').at(-1)?.path).toContain('user=7');
});

test('an entry shows its legs and that they sum to zero', async () => {
  open('/ops/ledger/5', {
    'GET /v2/ops/ledger': () => ({ body: { result: [line(5)], next: null } }),
    'GET /v2/ops/ledger/5': () => ({ body: entry }),
  });
  const shown = within(await screen.findByRole('article', { name: 'Entry 5' }));
  expect(shown.getByText('Sum of BTC').nextElementSibling?.textContent).toBe('0');
  expect(shown.getByRole('link', { name: 'p7@test.local' }).getAttribute('href')).toBe('/ops/users/7');
  expect(shown.getByText(/chain · no. 1/)).toBeTruthy();
});

test('what is not there, and what cannot be loaded, is said', async () => {
  open('/ops/ledger', { 'GET /v2/ops/ledger': () => ({ body: { result: [], next: null } }) });
  expect(await screen.findByText('There is no such entry.')).toBeTruthy();
  cleanup();
  open('/ops/ledger', { 'GET /v2/ops/ledger': () => ({ status: 500, body: {} }) });
  expect(await screen.findByText('The list could not be loaded')).toBeTruthy();
});
