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

test('four steps lead from the sign-up to the first trade, and one that is taken says so', async () => {
  startNetwork({
    'GET /v2/settings/general': () => ({ body: { is_verified: false } }),
    'GET /v2/settings/security': () => ({ body: { twoFactorEnabled: true, factors: ['totp'] } }),
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
