import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { BonusDialog } from './bonus-dialog.tsx';

const granted = {
  state: 'granted',
  ticker: 'BTC',
  amount: '0.00005',
  inr: '200',
  expires_at: Date.now() + 3 * 86_400_000 + 5_000,
  waiting: false,
};

function open(bonus: object | null, address = '/user/profile') {
  startNetwork({ 'GET /v2/settings/general': () => ({ body: { signup_bonus: bonus } }) });
  startSession(tokens('person'));
  return renderPage(BonusDialog, address);
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  endSession();
});

test('shows what waits, how long, and the way to verify; closed, it stays away for the day', async () => {
  open(granted);
  expect(await screen.findByText('0.00005 BTC')).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/3 days 00:00|2 days 23:59/);
  expect(screen.getByRole('link', { name: 'Finish KYC' }).getAttribute('href')).toBe('/user/verification');
  fireEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(screen.queryByText('0.00005 BTC')).toBeNull();
  cleanup();
  const { queryClient } = open(granted);
  await waitFor(() => expect(queryClient.getQueryData(generalSettingsQuery.queryKey)).toBeTruthy());
  expect(screen.queryByText('0.00005 BTC')).toBeNull();
});

test('it stays away from who has begun to type', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  startNetwork({ 'GET /v2/settings/general': () => asked.then(() => ({ body: { signup_bonus: granted } })) });
  startSession(tokens('person'));
  const { queryClient, router } = renderPage(BonusDialog, '/user/profile', '/user/*');
  fireEvent.keyDown(document.body, { key: 'a' });
  answer();
  await waitFor(() => expect(queryClient.getQueryData(generalSettingsQuery.queryKey)).toBeTruthy());
  expect(screen.queryByText('0.00005 BTC')).toBeNull();
  await router.navigate('/user/wallet-list');
  expect(await screen.findByText('0.00005 BTC')).toBeTruthy();
});

test('documents that are looked at stop the clock', async () => {
  open({ ...granted, waiting: true });
  expect(await screen.findByText(/We are checking your documents/)).toBeTruthy();
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Finish KYC' })).toBeNull();
});
