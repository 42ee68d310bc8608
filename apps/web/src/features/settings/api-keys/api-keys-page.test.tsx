import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { questions } from '../../../ui/confirm.ts';
import { dismissAllToasts, toasts } from '../../../ui/notify.ts';
import { Component } from './api-keys-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  endSession();
  questions.setState([], true);
  dismissAllToasts();
  vi.unstubAllGlobals();
});

const security = (twoFactorEnabled: boolean) => ({
  twoFactorEnabled,
  factors: twoFactorEnabled ? ['totp', 'recovery_code'] : ['password'],
});
const key = {
  id: '7',
  serialNumber: 1,
  name: 'Market maker',
  apiKey: 'pk_1',
  scopes: ['read', 'trade'],
  allowedIps: [],
  status: 'active',
  isEnabled: true,
  createdAt: 1,
  expiresAt: null,
  lastUsedAt: null,
};
const page = {
  'GET /v2/settings/security': () => ({ body: security(true) }),
  'GET /v2/api_key': () => ({ body: { result: [key], total: 1, offset: 0, limit: 100 } }),
};

test('without a second factor no key can be made, and the way to one is there', async () => {
  startNetwork({ ...page, 'GET /v2/settings/security': () => ({ body: security(false) }) });
  renderPage(Component);
  expect(await screen.findByText(/Please, enable Two-Factor authentication/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the security settings' }).getAttribute('href')).toBe(
    '/user/security-main',
  );
  // The button stays, and says why.
  const open = screen.getByRole<HTMLButtonElement>('button', { name: 'Create a key' });
  expect(open.disabled).toBe(false);
  await userEvent.click(open);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(toasts.getState()).toMatchObject([
    { title: 'Please Enable 2FA', text: 'Please, enable Two-Factor authentication' },
  ]);
});

test('a key is made with its scopes, addresses and a code, and its secret is shown until it is stored', async () => {
  const network = startNetwork({
    ...page,
    'POST /v2/api_key': () => ({ body: { ...key, name: 'Bot', apiSecret: 'the-secret', websocketToken: 'the-token' } }),
  });
  renderPage(Component);
  const person = userEvent.setup();
  const open = screen.getByRole<HTMLButtonElement>('button', { name: 'Create a key' });
  await waitFor(() => expect(open.disabled).toBe(false));
  await person.click(open);
  const dialog = within(await screen.findByRole('dialog'));
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  await person.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(dialog.getByText('Field is required')).toBeTruthy();
  type('Name', 'Bot');
  await person.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await dialog.findAllByText('Confirm with your second factor')).toBeTruthy();
  expect(network.sentTo('/v2/api_key').filter(({ method }) => method === 'POST')).toEqual([]);
  await person.click(dialog.getByLabelText('Trade'));
  type('Allowed IP addresses', '203.0.113.9\n198.51.100.0/24');
  type('Code of 6 digits', '123456');
  await person.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await screen.findByText('the-secret')).toBeTruthy();
  expect(network.sentTo('/v2/api_key').find(({ method }) => method === 'POST')?.body).toMatchObject({
    name: 'Bot',
    scopes: ['read', 'trade'],
    allowed_ips: ['203.0.113.9', '198.51.100.0/24'],
    factor: 'totp',
    code: '123456',
  });
  await person.click(screen.getByLabelText('I have stored the secret'));
  await person.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('the-secret')).toBeNull());
});

test('a key that is deleted leaves the list at once and is restored when that failed', async () => {
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  startNetwork({
    ...page,
    'DELETE /v2/api_key/7': async () => {
      await held;
      return { status: 503, body: refusal('service_unavailable', 'Not now') };
    },
  });
  renderPage(Component);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Market maker' }));
  questions.getState()[0]?.answer(true);
  expect(await screen.findByText('No API keys yet.')).toBeTruthy();
  answer?.();
  expect(await screen.findByText('1. Market maker')).toBeTruthy();
  expect(toasts.getState().map(({ title }) => title)).toContain('The key was not deleted');
});

test('a key is turned on by a second factor', async () => {
  const off = { ...key, status: 'disabled', isEnabled: false };
  const network = startNetwork({
    ...page,
    'GET /v2/api_key': () => ({ body: { result: [off], total: 1, offset: 0, limit: 100 } }),
    'POST /v2/api_key/7': () => ({ body: key }),
  });
  renderPage(Component);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('switch', { name: 'Market maker: enabled' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Turn on' }).disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText('Code of 6 digits'), { target: { value: '123456' } });
  await person.click(dialog.getByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.sentTo('/v2/api_key/7')[0]?.body).toEqual({ enabled: true, factor: 'totp', code: '123456' });
});

test('a key is turned off at once, and on again when that failed', async () => {
  const network = startNetwork({
    ...page,
    'POST /v2/api_key/7': () => ({
      status: 403,
      body: refusal('two_factor_required', 'Please, enable Two-Factor authentication'),
    }),
  });
  renderPage(Component);
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Market maker: enabled' });
  await userEvent.click(toggle);
  await waitFor(() =>
    expect(toasts.getState().map(({ text }) => text)).toContain('Please, enable Two-Factor authentication'),
  );
  expect(network.sentTo('/v2/api_key/7')[0]?.body).toEqual({ enabled: false });
  await waitFor(() => expect(toggle.checked).toBe(true));
});
