/** The security page: who is signed in and was, and the password. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sessionStatus } from '../../../api/session.ts';
import { refusal, startNetwork } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { enabled, listOf, nowSeconds, page, security, session, signIn } from '../../../testing/security.ts';
import { signInForEachTest } from '../../../testing/sign-in.ts';
import { questions } from '../../../ui/confirm.ts';
import { toasts } from '../../../ui/notify.ts';
import { Component } from './security-page.tsx';

signInForEachTest();

const devices = () => within(screen.getByRole('region', { name: 'Devices' }));

test('a session that is ended leaves the list at once and comes back when that failed', async () => {
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  startNetwork({
    ...page,
    'POST /v2/settings/session/far/terminate': async () => {
      await held;
      return { status: 503, body: refusal('service_unavailable', 'Not now') };
    },
  });
  renderPage(Component);
  await userEvent.click(await screen.findByRole('button', { name: /Sign out Safari on iOS/ }));
  await waitFor(() => expect(devices().queryByText('Safari on iOS')).toBeNull());
  expect(devices().getAllByText('Firefox on Windows').length).toBeGreaterThan(0);
  answer?.();
  await waitFor(() => expect(devices().getAllByText('Safari on iOS').length).toBeGreaterThan(0));
});

test('all other sessions are ended after a question', async () => {
  let rest = false;
  const network = startNetwork({
    ...page,
    'GET /v2/settings/session': () =>
      rest ? { body: listOf([session('here', 'Chrome on Linux', true)]) } : page['GET /v2/settings/session'](),
    'POST /v2/settings/session/others/terminate': () => {
      rest = true;
      return { body: { status: 'success', ended: 2 } };
    },
  });
  renderPage(Component);
  await screen.findByText('This device');
  await userEvent.click(screen.getByRole('button', { name: 'Sign out all others' }));
  expect(network.sentTo('/v2/settings/session/others/terminate')).toHaveLength(0);
  questions.getState()[0]?.answer(true);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull());
});

test('all sessions are ended after a question: it is the home page then', async () => {
  const network = startNetwork({
    ...page,
    'POST /v2/settings/session/all/terminate': () => ({ body: { status: 'success', ended: 3 } }),
  });
  const { router } = renderPage(Component, '/user/security-main');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
  expect(network.sentTo('/v2/settings/session/all/terminate')).toHaveLength(0);
  questions.getState()[0]?.answer(true);
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await waitFor(() => expect(sessionStatus.getState()).toBe('anonymous'));
});

test('the session of this page is ended in the list too: it is the home page then', async () => {
  const network = startNetwork({
    ...page,
    'POST /v2/settings/session/here/terminate': () => ({ body: { status: 'success', ended: 1 } }),
  });
  const { router } = renderPage(Component, '/user/security-main');
  await userEvent.click(await screen.findByRole('button', { name: /Sign out Chrome on Linux/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await waitFor(() => expect(sessionStatus.getState()).toBe('anonymous'));
  expect(network.sentTo('/v2/settings/session')).toHaveLength(1);
});

test('the history of sign-ins is read on page by page', async () => {
  const network = startNetwork({
    ...page,
    'GET /v2/settings/sign-ins': ({ path }) =>
      path.includes('before=7')
        ? { body: { result: [signIn(3)], next: null } }
        : { body: { result: [signIn(8), signIn(7)], next: 7 } },
  });
  renderPage(Component);
  await userEvent.click(await screen.findByRole('button', { name: 'Older entries' }));
  expect(await screen.findByText('198.51.100.3')).toBeTruthy();
  expect(screen.getByText('198.51.100.8')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Older entries' })).toBeNull();
  expect(network.sentTo('/v2/settings/sign-ins')).toHaveLength(2);
});

const changed = (removed?: { factors: string[]; apiKeys: number }) => () => ({
  body: { status: 'success', withdrawalsLockedUntil: nowSeconds + 172_800, removed },
});

test.each([false, true])('a new password removes what was added lately, unless it is kept: %s', async (isKept) => {
  const recent = [
    { kind: 'passkey', name: 'Chrome on Windows', addedAt: nowSeconds - 60 },
    { kind: 'api_key', name: 'bot', addedAt: nowSeconds - 30 },
  ];
  const network = startNetwork({
    ...page,
    'GET /v2/settings/security': () => ({ body: { ...security, recent } }),
    'POST /v2/settings/password': changed({ factors: isKept ? [] : ['passkey'], apiKeys: isKept ? 0 : 1 }),
  });
  renderPage(Component);
  const person = userEvent.setup();
  const open = await screen.findByRole<HTMLButtonElement>('button', { name: 'Change password' });
  await waitFor(() => expect(open.disabled).toBe(false));
  await person.click(open);
  const dialog = within(await screen.findByRole('dialog'));
  const list = within(dialog.getByRole('group', { name: 'New in the last 7 days' }));
  expect(list.getByText('Passkey Chrome on Windows')).toBeTruthy();
  expect(list.getByText('API key bot')).toBeTruthy();
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  type('Current password', 'Sturdy#pass1');
  type('New password', 'Other#pass2x');
  type('New password again', 'Other#pass2x');
  if (isKept) await person.click(list.getByLabelText('I added all of them myself: keep them'));
  await person.click(dialog.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.sentTo('/v2/settings/password')[0]?.body).toMatchObject({ keep_recent: isKept });
  const said = toasts.getState().at(-1)?.text ?? '';
  expect(said.includes('Removed: Passkey. 1 API key is turned off.')).toBe(!isKept);
});

test('an API process of the release before names neither what is recent nor what was removed', async () => {
  const { recent: _recent, ...before } = security;
  startNetwork({
    ...page,
    'GET /v2/settings/security': () => ({ body: before }),
    'POST /v2/settings/password': changed(),
  });
  renderPage(Component);
  const person = userEvent.setup();
  const open = await screen.findByRole<HTMLButtonElement>('button', { name: 'Change password' });
  await waitFor(() => expect(open.disabled).toBe(false));
  await person.click(open);
  const dialog = within(await screen.findByRole('dialog'));
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  type('Current password', 'Sturdy#pass1');
  type('New password', 'Other#pass2x');
  type('New password again', 'Other#pass2x');
  await person.click(dialog.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(toasts.getState().at(-1)?.text).toContain('Withdrawals');
});

test('a new password is sent with the old one and the factor, and may not be the old one', async () => {
  const network = startNetwork({
    ...page,
    'GET /v2/settings/security': () => ({ body: enabled }),
    'POST /v2/settings/password': changed({ factors: [], apiKeys: 0 }),
  });
  renderPage(Component);
  const person = userEvent.setup();
  const open = await screen.findByRole<HTMLButtonElement>('button', { name: 'Change password' });
  await waitFor(() => expect(open.disabled).toBe(false));
  await person.click(open);
  const dialog = within(await screen.findByRole('dialog'));
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  type('Current password', 'Sturdy#pass1');
  type('New password', 'Sturdy#pass1');
  type('New password again', 'Sturdy#pass1');
  await person.click(dialog.getByRole('button', { name: 'Change password' }));
  expect(dialog.getByText('Field should not match old password')).toBeTruthy();
  type('New password', 'Other#pass2x');
  type('New password again', 'Other#pass2x');
  type('Code of 6 digits', '123456');
  await person.click(dialog.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.sentTo('/v2/settings/password')[0]?.body).toEqual({
    password_old: 'Sturdy#pass1',
    password: 'Other#pass2x',
    password_confirmation: 'Other#pass2x',
    keep_recent: false,
    factor: 'totp',
    code: '123456',
  });
});
