import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import './welcome-page.tsx';
import { FrontBands } from './front-bands.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const orders = (...result: object[]) => ({ body: { result, total: result.length, offset: 0, limit: 1 } });
const nothing = () => ({ body: { result: [], events: [], total: 0 } });
const newcomer = {
  'GET /v2/announcements': nothing,
  'GET /v2/front_page/news': nothing,
  'GET /v2/front_page/digest': nothing,
  'GET /v2/tweets': nothing,
  'GET /v2/front_page/partners': nothing,
  'GET /v2/settings/general': () => ({ body: { is_verified: false } }),
  'GET /v2/settings/security': () => ({ body: { twoFactorEnabled: false, factors: ['password'] } }),
  'GET /v3/profile/balance': () => balances('0'),
  'GET /v2/order': () => orders(),
  'GET /v2/order/finished': () => orders(),
};
const balances = (full_balance: string) => ({ body: { result: [{ ticker: 'BTC', full_balance }], totalInrVal: '0' } });

test('four steps lead from the sign-up to the first trade, and one that is taken says so', async () => {
  startNetwork({
    ...newcomer,
    'GET /v2/settings/security': () => ({ body: { twoFactorEnabled: true, factors: ['totp'] } }),
  });
  startSession(tokens('mine'));
  renderPage(FrontBands);
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
  startNetwork({ ...newcomer, 'GET /v3/profile/balance': () => balances('0.5') });
  startSession(tokens('mine'));
  renderPage(FrontBands);
  expect((await screen.findByText('Done')).closest('li')?.textContent).toMatch(/Fund your wallets/);
});

test.each(['GET /v2/order', 'GET /v2/order/finished'])('an order of %s is the step of trading taken', async (list) => {
  startNetwork({ ...newcomer, [list]: () => orders({ id: 1 }) });
  startSession(tokens('mine'));
  renderPage(FrontBands);
  expect((await screen.findByText('Done')).closest('li')?.textContent).toMatch(/Place your first order/);
});

test('who has taken all steps is shown none', async () => {
  startNetwork({
    ...newcomer,
    'GET /v2/settings/general': () => ({ body: { is_verified: true } }),
    'GET /v2/settings/security': () => ({ body: { twoFactorEnabled: true, factors: ['totp'] } }),
    'GET /v3/profile/balance': () => balances('1'),
    'GET /v2/order': () => orders({ id: 1 }),
  });
  startSession(tokens('mine'));
  renderPage(FrontBands);
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(screen.queryByText('Verify your identity')).toBeNull();
});
