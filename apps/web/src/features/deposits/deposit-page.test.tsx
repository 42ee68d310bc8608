import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
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
const routes = {
  'GET /v3/profile/depositdata/XRP': () => ({ body: { paymentList: [method] } }),
  'GET /v2/profile/address/XRP': () => ({ body: address }),
  'GET /v2/profile/deposits/XRP': () => ({ body: { result: [deposit] } }),
};

function show() {
  startSession(tokens('mine'), null);
  startNetwork(routes);
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
  expect(screen.getByText(/A deposit without this memo/)).toBeTruthy();
  expect(screen.getByText('1 of 3 confirmations')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Transaction' }).getAttribute('href')).toBe('/sandbox/transactions/abc');
});
