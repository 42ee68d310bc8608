import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, sessionStatus, startSession } from '../../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { questions } from '../../../ui/confirm.ts';
import { dismissAllToasts, toasts } from '../../../ui/notify.ts';
import { Component } from './security-page.tsx';

beforeEach(() => startSession(tokens('mine')));
afterEach(() => {
  cleanup();
  dismissAllToasts();
  endSession();
  questions.setState([], true);
  vi.unstubAllGlobals();
});

const nowSeconds = Math.floor(Date.now() / 1000);
const security = {
  emailVerified: true,
  twoFactorEnabled: false,
  factors: ['password'],
  totpEnabled: false,
  twoFactorSecret: null,
  twoFactorQrUrl: null,
  smsEnabled: false,
  emailCodeEnabled: false,
  emailCodeAllowed: true,
  phone: null,
  antiPhishingCode: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  passwordChangedAt: nowSeconds - 7200,
  withdrawalsLockedUntil: null as number | null,
  recent: [] as { kind: string; name: string | null; addedAt: number }[],
};
const enabled = {
  ...security,
  twoFactorEnabled: true,
  totpEnabled: true,
  factors: ['totp', 'recovery_code'],
  recoveryCodesLeft: 8,
};
const session = (id: string, device: string, isCurrent = false) => ({
  id,
  device,
  isCurrent,
  ipAddress: '203.0.113.9',
  lastActivity: nowSeconds,
  signedInAt: nowSeconds,
  expires: nowSeconds + 1000,
  userAgent: device,
});
const signIn = (id: number) => ({
  id,
  kind: 'refused',
  sessionId: null,
  ipAddress: `198.51.100.${id}`,
  userAgent: null,
  device: null,
  reason: null,
  createdAt: nowSeconds,
});
const listOf = (result: unknown[]) => ({ result, total: result.length, offset: 0, limit: 100 });

/** The page's own calls; a test says what differs. */
const page = {
  'GET /v2/settings/security': () => ({ body: security }),
  'GET /v2/settings/session': () => ({
    body: listOf([
      session('here', 'Chrome on Linux', true),
      session('far', 'Safari on iOS'),
      session('old', 'Firefox on Windows'),
    ]),
  }),
  'GET /v2/settings/sign-ins': () => ({ body: { result: [signIn(7)], next: null } }),
};
const devices = () => within(screen.getByRole('region', { name: 'Devices' }));

test('codes by mail are not offered to an operator', async () => {
  startNetwork({ ...page, 'GET /v2/settings/security': () => ({ body: { ...security, emailCodeAllowed: false } }) });
  renderPage(Component);
  const app = await screen.findByRole<HTMLButtonElement>('button', { name: 'Turn on: Authenticator app' });
  await waitFor(() => expect(app.disabled).toBe(false));
  expect(screen.queryByRole('button', { name: 'Turn on: E-mail codes' })).toBeNull();
});

test('an authenticator app is set up by its key and a code, and its recovery codes are shown until they are saved', async () => {
  let isOn = false;
  const network = startNetwork({
    ...page,
    'GET /v2/settings/security': () => ({ body: isOn ? enabled : security }),
    'POST /v2/settings/2fa/generate': () => ({
      body: { twoFactorSecret: 'JBSWY3DPEHPK3PXP', twoFactorQrUrl: 'data:image/svg+xml,x', uri: 'otpauth://totp/x' },
    }),
    'POST /v2/settings/2fa/toggle': () => {
      isOn = true;
      return { body: { twoFactorEnabled: true, recoveryCodes: ['aaaa-1111', 'bbbb-2222'] } };
    },
  });
  renderPage(Component);
  const person = userEvent.setup();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Turn on: Authenticator app' });
  await waitFor(() => expect(button.disabled).toBe(false));
  await person.click(button);
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  // One secret, though effects may run twice.
  expect(network.sentTo('/v2/settings/2fa/generate')).toHaveLength(1);
  fireEvent.change(screen.getByLabelText('Code of 6 digits'), { target: { value: '123456' } });
  await person.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('bbbb-2222')).toBeTruthy();
  expect(network.sentTo('/v2/settings/2fa/toggle')[0]?.body).toEqual({
    enable: true,
    method: 'totp',
    factor: 'totp',
    code: '123456',
  });
  const done = screen.getByRole<HTMLButtonElement>('button', { name: 'Done' });
  expect(done.disabled).toBe(true);
  await person.keyboard('{Escape}');
  expect(screen.getByText('bbbb-2222')).toBeTruthy();
  await person.click(screen.getByLabelText('I have saved the codes'));
  await person.click(done);
  await waitFor(() => expect(screen.queryByText('bbbb-2222')).toBeNull());
  expect(await screen.findByRole('button', { name: 'Turn off: Authenticator app' })).toBeTruthy();
});

test('without a confirmed e-mail address the page says so, and confirms it by a code', async () => {
  let emailVerified = false;
  const network = startNetwork({
    ...page,
    'GET /v2/settings/security': () => ({ body: { ...security, emailVerified } }),
    'POST /v2/register/update_email_otp': () => ({
      body: { status: 'success', to: 'a***e@x.com', expires: nowSeconds + 600, retry_after: 60 },
    }),
    'POST /v2/register/confirm_verification': () => {
      emailVerified = true;
      return { body: { status: 'success', email_verified: true, phone_verified: false } };
    },
  });
  renderPage(Component);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Confirm the e-mail address' }));
  await person.click(screen.getByRole('button', { name: 'Get code' }));
  expect(await screen.findByText(/a\*\*\*e@x.com/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Code of 6 digits'), { target: { value: '123456' } });
  await person.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByText('Your e-mail address is not confirmed')).toBeNull());
  expect(network.sentTo('/v2/register/confirm_verification')[0]?.body).toEqual({ email_code: '123456' });
});

test('turning it off warns of the API keys and takes a code', async () => {
  const network = startNetwork({
    ...page,
    'GET /v2/settings/security': () => ({ body: enabled }),
    'POST /v2/settings/2fa/toggle': () => ({
      status: 422,
      body: refusal('factor_wrong', 'The code is wrong or was used before'),
    }),
  });
  renderPage(Component);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Turn off: Authenticator app' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/All your API keys are deactivated/)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Turn off' }).disabled).toBe(true);
  fireEvent.change(dialog.getByLabelText('Code of 6 digits'), { target: { value: '123456' } });
  await person.click(dialog.getByRole('button', { name: 'Turn off' }));
  expect(await dialog.findByText('The code is wrong or was used before')).toBeTruthy();
  expect(network.sentTo('/v2/settings/2fa/toggle')[0]?.body).toEqual({
    enable: false,
    method: 'totp',
    factor: 'totp',
    code: '123456',
  });
});

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

test.each([
  [true, 'For 48 hours after you turn it on nothing can be withdrawn, and no code or invoice paid.'],
  [false, 'Withdrawals stay open: it is your first second factor'],
])('before a factor is added it is said whether that locks withdrawals: %s', async (newFactorLocks, text) => {
  startNetwork({
    ...page,
    'GET /v2/settings/security': () => ({ body: { ...security, newFactorLocks } }),
    'GET /systemParams': () => ({ body: { withdrawal: { lock_hours: 48 } } }),
    'POST /v2/settings/2fa/generate': () => ({
      body: { twoFactorSecret: 'ABCDEFGH', twoFactorQrUrl: 'data:image/svg+xml;base64,', uri: 'otpauth://totp/x' },
    }),
  });
  renderPage(Component);
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on: Authenticator app' }));
  expect(await screen.findByText(text, { exact: false })).toBeTruthy();
});

test('beside codes by mail alone it is said before that keys end and whose the phone is, and afterwards how many ended', async () => {
  startNetwork({
    ...page,
    'GET /v2/settings/security': () => ({
      body: {
        ...enabled,
        totpEnabled: false,
        emailCodeEnabled: true,
        factors: ['email_code', 'recovery_code'],
        phone: '+91 •••• 79',
        newFactorLocks: true,
      },
    }),
    'GET /systemParams': () => ({ body: { withdrawal: { lock_hours: 48 } } }),
    'POST /v2/settings/2fa/generate': () => ({
      body: { twoFactorSecret: 'ABCDEFGH', twoFactorQrUrl: 'data:image/svg+xml;base64,', uri: 'otpauth://totp/x' },
    }),
    'POST /v2/settings/2fa/toggle': () => ({
      body: { twoFactorEnabled: true, recoveryCodes: ['aaaa-1111'], apiKeysOff: 2 },
    }),
  });
  renderPage(Component);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Turn on: Authenticator app' }));
  expect(await screen.findByText(/^Your API keys are then turned off/)).toBeTruthy();
  expect(screen.getByText(/^Is \+91 •••• 79 your phone\?/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Code of 6 digits'), { target: { value: '123456' } });
  await person.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('aaaa-1111')).toBeTruthy();
  expect(toasts.getState().at(-1)?.text).toBe('The authenticator app is on. 2 API keys are turned off.');
});

test('a lock of withdrawals says until when and how long', async () => {
  const until = Date.now() / 1000 + 47 * 3_600 + 1_800;
  startNetwork({
    ...page,
    'GET /v2/settings/security': () => ({ body: { ...security, withdrawalsLockedUntil: until } }),
  });
  renderPage(Component);
  expect((await screen.findByText(/nothing can be withdrawn until/)).textContent).toMatch(
    /: 47 h (29|30) min to go\.$/,
  );
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
