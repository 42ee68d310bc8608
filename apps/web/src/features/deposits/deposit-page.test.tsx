import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { systemQuery } from '../../api/system.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './deposit-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const network = {
  key: 'SANDBOX',
  name: 'Sandbox network',
  confirmations: 3,
  seconds: 6,
  is_memo: true,
  contract: 'XRP',
};
const method = {
  id: 8,
  key: 'CRYPTOMEMO',
  type: 'crypto',
  action: 'deposit',
  enabled: true,
  minAmount: '0.43',
  network,
};
const address = {
  ticker: 'XRP',
  network: 'SANDBOX',
  address: 'sbx1address',
  memo: '123456789',
  is_used: false,
  has_faucet: true,
  explorer_link: '/sandbox/addresses/sbx1address',
};
const deposit = {
  id: 1,
  ticker: 'XRP',
  amount: '50',
  status: 2,
  confirmations: 1,
  confirmations_needed: 3,
  reason: '',
  explorerLink: '/sandbox/transactions/abc',
};
const other = { ...method, id: 9, key: 'CRYPTO', network: { ...network, key: 'OTHER', name: 'Other network' } };
const routes = {
  'GET /v3/profile/depositdata/XRP': () => ({ body: { paymentList: [method, other] } }),
  'GET /v2/profile/address/XRP': () => ({ body: address }),
  'GET /v2/profile/deposits/XRP': () => ({ body: { result: [deposit] } }),
};

function show(changed: Parameters<typeof startNetwork>[0] = {}) {
  startSession(tokens('mine'));
  startNetwork({ ...routes, ...changed });
  renderPage(Component, '/wallet/deposit/XRP', '/wallet/deposit/:ticker');
}

const choose = async () =>
  userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Network' }), 'Sandbox network');

test('the network comes before the address, and the memo stands with its warning', async () => {
  show();
  await screen.findByRole('combobox', { name: 'Network' });
  expect(screen.queryByText('sbx1address')).toBeNull();
  await choose();
  expect(await screen.findByText('sbx1address')).toBeTruthy();
  expect(screen.getByText('123456789')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Show the address on the network' });
  expect(link.getAttribute('href')).toBe('/sandbox/addresses/sbx1address');
  expect(screen.getByText(/A deposit without this memo/)).toBeTruthy();
  expect(screen.getByText('1 of 3 confirmations')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Transaction' }).getAttribute('href')).toBe('/sandbox/transactions/abc');
});

test('the only network is chosen already, and another address has to wait for a deposit', async () => {
  show({ 'GET /v3/profile/depositdata/XRP': () => ({ body: { paymentList: [method] } }) });
  expect(await screen.findByText('sbx1address')).toBeTruthy();
  const button = screen.getByRole('button', { name: 'New address', description: /when the current one has received/ });
  expect(button.hasAttribute('disabled')).toBe(true);
});

test('an address that has received a deposit may be replaced', async () => {
  show({ 'GET /v2/profile/address/XRP': () => ({ body: { ...address, is_used: true } }) });
  await choose();
  const button = await screen.findByRole('button', { name: 'New address' });
  expect(button.hasAttribute('disabled')).toBe(false);
});

test('a deposit that appears frees the address for another one', async () => {
  let result: object[] = [];
  let isUsed = false;
  show({
    'GET /v2/profile/address/XRP': () => ({ body: { ...address, is_used: isUsed } }),
    'GET /v2/profile/deposits/XRP': () => ({ body: { result } }),
  });
  await choose();
  const button = await screen.findByRole('button', { name: 'New address' });
  expect(button.hasAttribute('disabled')).toBe(true);
  isUsed = true;
  result = [deposit];
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false), { timeout: 10_000 });
}, 20_000);

test('an account that is not verified reads so, and asks for no address', async () => {
  startSession(tokens('mine'));
  const { sentTo } = startNetwork({
    ...routes,
    'GET /v2/settings/general': () => ({ body: { is_verified: false } }),
    'GET /systemParams': () => ({ body: { kyc_required: { deposit: true } } }),
  });
  const { queryClient } = renderPage(Component, '/wallet/deposit/XRP', '/wallet/deposit/:ticker');
  await Promise.all([queryClient.fetchQuery(systemQuery), queryClient.fetchQuery(generalSettingsQuery)]);
  await choose();
  expect(await screen.findByText(/You must pass personal verification/)).toBeTruthy();
  expect(sentTo('/v2/profile/address/XRP')).toEqual([]);
});
