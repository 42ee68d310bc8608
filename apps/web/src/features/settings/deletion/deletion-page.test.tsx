import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { generalSettingsQuery } from '../../../api/settings.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DeletionBanner } from './deletion-banner.tsx';
import { Component } from './deletion-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const free = { blockedBy: [], lapses: [], requestedAt: null, deletesAt: null };

test('what stands in the way is said, and there is no button then', async () => {
  startNetwork({
    'GET /v2/settings/deletion': () => ({
      body: { ...free, blockedBy: [{ kind: 'balances', text: 'You still hold 0.5 BTC.' }] },
    }),
  });
  renderPage(Component);
  expect(await screen.findByText('You still hold 0.5 BTC.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
});

test('a deletion takes the password, and can be taken back', async () => {
  const network = startNetwork({
    'GET /v2/settings/deletion': () => ({ body: free }),
    'GET /v2/settings/security': () => ({ body: { factors: ['password'] } }),
    'POST /v2/deleteUserApi': ({ body }) =>
      (body as { password: string }).password === 'Right#pass1'
        ? { body: { ...free, requestedAt: 1, deletesAt: 1_900_000_000 } }
        : { status: 422, body: refusal('password_wrong', 'The password is wrong') },
    'DELETE /v2/settings/deletion': () => ({ body: free }),
  });
  renderPage(Component);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const field = await screen.findByLabelText('Password');
  const submit = () => person.click(screen.getAllByRole('button', { name: 'Delete my account' }).at(-1) as HTMLElement);
  await submit();
  expect(screen.getByText('Field is required')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'wrong' } });
  await submit();
  expect(await screen.findByText('The password is wrong')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'Right#pass1' } });
  await submit();
  expect(await screen.findByText('Your account is being deleted')).toBeTruthy();
  await person.click(await screen.findByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'What happens' })).toBeTruthy());
  expect(network.sentTo('/v2/settings/deletion').at(-1)?.method).toBe('DELETE');
});

test('the banner of all pages names the day and takes the request back', async () => {
  const network = startNetwork({ 'DELETE /v2/settings/deletion': () => ({ body: free }) });
  const { queryClient } = renderPage(() => <DeletionBanner deletesAt={1_900_000_000} />);
  queryClient.setQueryData<{ deletes_at: number | null }>(generalSettingsQuery.queryKey, { deletes_at: 1_900_000_000 });
  expect(screen.getByText(/^Your account will be deleted on .*2030/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  await waitFor(() =>
    expect(queryClient.getQueryData(generalSettingsQuery.queryKey)).toMatchObject({ deletes_at: null }),
  );
  expect(network.sentTo('/v2/settings/deletion')).toHaveLength(1);
});

test('rewards that are lost with the account are named beside the way to claim them', async () => {
  startNetwork({
    'GET /v2/settings/deletion': () => ({ body: { ...free, lapses: [{ ticker: 'USDT', amount: '2.5' }] } }),
  });
  startSession(tokens('mine'));
  renderPage(Component);
  expect(await screen.findByText(/lost unless you claim them before: 2\.5 USDT/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Claim them' }).getAttribute('href')).toBe('/user/referals');
});
