import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import './welcome-page.tsx';
import { NextSteps } from './next-steps.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const balances = (full_balance: string) => ({ body: { result: [{ ticker: 'BTC', full_balance }], totalInrVal: '0' } });

test('four steps lead from the sign-up to the first trade, and one that is taken says so', async () => {
  startNetwork({
    'GET /v2/settings/general': () => ({ body: { is_verified: false } }),
    'GET /v2/settings/security': () => ({ body: { twoFactorEnabled: true, factors: ['totp'] } }),
    'GET /v3/profile/balance': () => balances('0'),
  });
  startSession(tokens('mine'), null);
  renderPage(NextSteps);
  await screen.findByText('Done');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/user/verification',
    '/user/security-main',
    '/user/wallet-list',
    '/trade',
  ]);
  expect(screen.getByText('Done').closest('li')?.textContent).toMatch(/Protect your account/);
});

test('a balance of any asset is the step of funding taken', async () => {
  startNetwork({
    'GET /v2/settings/general': () => ({ body: { is_verified: false } }),
    'GET /v2/settings/security': () => ({ body: { twoFactorEnabled: false, factors: ['password'] } }),
    'GET /v3/profile/balance': () => balances('0.5'),
  });
  startSession(tokens('mine'), null);
  renderPage(NextSteps);
  expect((await screen.findByText('Done')).closest('li')?.textContent).toMatch(/Fund your wallets/);
});
