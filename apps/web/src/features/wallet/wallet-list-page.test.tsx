import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './wallet-list-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const nothing = {
  full_balance: '0',
  main_balance: '0',
  main_available: '0',
  trade_balance: '0',
  trade_available: '0',
  futures_total_eq: '0',
  futures_available: '0',
  actual_inr_value: '0',
  inr_value: '0',
  actual_usd_value: '0',
  usd_value: '0',
  signup_bonus_amount: '0',
};
const asset = (ticker: string, change: Partial<typeof nothing> = {}) => ({
  is_depositable: true,
  is_fiat: false,
  ticker,
  label: `${ticker} coin`,
  ...nothing,
  ...change,
});

function open(result: object[], address = '/user/wallet-list') {
  startNetwork({
    'GET /v3/profile/balance': () => ({ body: { result, totalInrVal: '12345678', totalUsdVal: '148333.5' } }),
    'GET /systemParams': () => ({ body: {} }),
    'GET /v3/profile/portfolio': () => ({ body: { range: '1M', points: [] } }),
  });
  renderPage(Component, address);
}

/** The words of an asset's cells by the heads of their columns. */
async function rowOf(ticker: string): Promise<Record<string, string>> {
  const row = (await screen.findByText(`${ticker} coin`)).closest('tr') as HTMLElement;
  const cells = within(row).getAllByRole('cell');
  return Object.fromEntries(cells.map((cell) => [cell.dataset.label ?? '', cell.textContent ?? '']));
}

test('each figure of a wallet is named: the whole, and what of it is free', async () => {
  open([
    asset('USDT', {
      full_balance: '30',
      main_balance: '10',
      main_available: '10',
      trade_balance: '15',
      trade_available: '12.5',
      futures_total_eq: '5',
      futures_available: '3.25',
    }),
  ]);
  expect(await rowOf('USDT')).toMatchObject({ Total: '30', Main: '10', Trade: '1512.5 free', Futures: '53.25 free' });
});

test('the total is said in rupees and in dollars, each in its own groups', async () => {
  open([asset('USDT', { full_balance: '148333.5' })]);
  expect(await screen.findByText('₹1,23,45,678.00')).toBeTruthy();
  expect(screen.getByText('≈ $148,333.50')).toBeTruthy();
});

test('an account without funds has its bonus and what to do in place of rows of zeros; a search finds every asset', async () => {
  const balances = [asset('BTC', { signup_bonus_amount: '0.00005' }), asset('ETH')];
  open(balances);
  expect((await rowOf('BTC')).Total).toBe('00.00005 bonus, kept for you');
  expect(screen.getByRole('heading', { name: 'Your account has no funds yet' })).toBeTruthy();
  expect(screen.queryByText('ETH coin')).toBeNull();
  expect(screen.getByRole('link', { name: 'Deposit rupees' })).toHaveProperty('pathname', '/wallet/deposit/INR');
  expect(screen.getByRole('link', { name: 'Deposit a coin' })).toHaveProperty('pathname', '/wallet/deposit/BTC');
  cleanup();
  open(balances, '/user/wallet-list?search=eth');
  expect(await screen.findByText('ETH coin')).toBeTruthy();
  // What stands above the field stays there while one types.
  expect(screen.getByRole('heading', { name: 'Your account has no funds yet' })).toBeTruthy();
});

test('values are in rupees and dollars, and what is worth less than a dollar can be hidden', async () => {
  const worth = (usd: string) => ({
    full_balance: '2',
    actual_inr_value: '83',
    inr_value: '166',
    actual_usd_value: '1',
    usd_value: usd,
  });
  open([asset('BTC', worth('2')), asset('LTC', worth('0.99')), asset('NEW', { full_balance: '5' }), asset('ETH')]);
  expect((await rowOf('BTC')).Value).toBe('₹166.00≈ $2.00');
  await userEvent.click(screen.getByLabelText('Hide balances below $1'));
  expect(screen.getByText('BTC coin')).toBeTruthy();
  // Nobody knows what it is worth.
  expect(screen.getByText('NEW coin')).toBeTruthy();
  expect(screen.queryByText('LTC coin')).toBeNull();
  expect(screen.queryByText('ETH coin')).toBeNull();
  await userEvent.click(screen.getByLabelText('Hide balances below $1'));
});

test('thirty assets are on a page', async () => {
  open(Array.from({ length: 32 }, (_, at) => asset(`A${at}`, { full_balance: '1' })));
  expect(await screen.findByText('A29 coin')).toBeTruthy();
  expect(screen.queryByText('A30 coin')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('A31 coin')).toBeTruthy();
  expect(screen.queryByText('A29 coin')).toBeNull();
});
