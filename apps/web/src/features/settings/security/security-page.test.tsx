import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refusal, startNetwork } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { enabled, nowSeconds, page, security } from '../../../testing/security.ts';
import { signInForEachTest } from '../../../testing/sign-in.ts';
import { toasts } from '../../../ui/notify.ts';
import { Component } from './security-page.tsx';

signInForEachTest();

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
