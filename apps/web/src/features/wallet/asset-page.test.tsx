import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './asset-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const rupees = {
  ticker: 'INR',
  label: 'Indian rupee',
  full_balance: '1234567.5',
  main_balance: '1000000',
  main_available: '900000',
  trade_balance: '234567.5',
  trade_available: '234567.5',
  futures_total_eq: '0',
  futures_available: '0',
  actual_inr_value: '1',
  inr_value: '1234567.5',
  usd_value: '14833.35',
  signup_bonus_amount: '0',
  is_depositable: true,
  is_withdrawal: true,
};
const market = (stock: string, money: string) => ({ name: `${stock}_${money}`, stock, money });

function open(ticker: string) {
  const { sentTo } = startNetwork({
    'GET /v3/profile/balance': () => ({ body: { result: [rupees], totalInrVal: '0', totalUsdVal: '0' } }),
    'GET /v2/profile/wallet-history': () => ({ body: { result: [], total: 0, offset: 0, limit: 5 } }),
    'GET /v2/market-list': () => ({
      body: {
        marketList: { result: [market('BTC', 'INR'), market('BTC', 'USDT')] },
        currenciesMap: {},
        currenciesTopList: [],
      },
    }),
  });
  return { ...renderPage(Component, `/user/wallet-list/${ticker}`, '/user/wallet-list/:ticker'), sentTo };
}

test('an asset has its total, its three wallets, its own records and its markets', async () => {
  const { sentTo } = open('INR');
  expect(await screen.findByText('12,34,567.5 INR')).toBeTruthy();
  expect(screen.getByText('₹12,34,567.50 ≈ $14,833.35')).toBeTruthy();
  expect(screen.getByText('9,00,000 INR free')).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'BTC/INR' })).getAttribute('href')).toBe('/trade/BTC_INR');
  expect(screen.queryByRole('link', { name: 'BTC/USDT' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Deposit' }).getAttribute('href')).toBe('/wallet/deposit/INR');
  expect(screen.getByRole('link', { name: 'Withdraw' }).getAttribute('href')).toBe('/wallet/withdraw/INR');
  expect(sentTo('/v2/profile/wallet-history')[0]?.path).toContain('ticker=INR');
});

test('an asset that is not listed is the page of an unknown address', async () => {
  const { router } = open('NONE');
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/not-found'));
});
