import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { dismissAllToasts, toasts } from '../../ui/notify.ts';
import { Component as ForgotPassword } from './forgot-password-page.tsx';
import { Component as ResetPassword } from './reset-password-page.tsx';

afterEach(() => {
  cleanup();
  dismissAllToasts();
  vi.unstubAllGlobals();
});

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const open = { 'GET /v2/common/startcaptchaservlet': () => ({ body: { required: false, challenge: null } }) };

test('a mail is asked for, and its code leads to the new password', async () => {
  const network = startNetwork({
    ...open,
    'POST /v2/password/email': () => ({ body: { status: 'success', request: 'abcdefghijklmnopqrstuv' } }),
    'POST /v2/password/forgot_password_verify': ({ body }) =>
      (body as { code: string }).code === 'ABCD2345'
        ? { body: { status: 'success', token: 't0ken', factors: [] } }
        : { status: 422, body: refusal('code_wrong', 'The code is wrong, was used before or has expired') },
  });
  const { router } = renderPage(ForgotPassword, '/forgot-password');
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Send the mail' }));
  expect(screen.getByText('Field is required')).toBeTruthy();
  type('E-mail', 'Dana@X.com');
  await person.click(screen.getByRole('button', { name: 'Send the mail' }));
  expect(await screen.findByText(/If there is an account for dana@x.com/)).toBeTruthy();
  const check = screen.getByRole('button', { name: 'Continue' });
  type('Code of the mail', '000000');
  await person.click(check);
  expect(await screen.findByText(/Enter the 8 letters and digits/)).toBeTruthy();
  type('Code of the mail', '00000000');
  await person.click(check);
  expect(await screen.findByText(/The code is wrong/)).toBeTruthy();
  type('Code of the mail', 'abcd-2345');
  await person.click(check);
  await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password'));
  expect(router.state.location.state).toEqual({ token: 't0ken', factors: [] });
  expect(network.sentTo('/v2/password/email')[0]?.body).toEqual({ email: 'dana@x.com' });
  expect(network.sentTo('/v2/password/forgot_password_verify').at(-1)?.body).toEqual({
    email: 'dana@x.com',
    request: 'abcdefghijklmnopqrstuv',
    code: 'ABCD2345',
  });
});

test('the token of the link leaves the address; a second factor is asked for when it is due', async () => {
  const network = startNetwork({
    'POST /v2/password/validate': () => ({
      body: { score: 4, feedback: { warning: null, suggestions: [] }, broken_rules: [] },
    }),
    'POST /v2/password/reset': ({ body }) =>
      (body as { code?: string }).code === '123456'
        ? { body: { status: 'success', withdrawalsLockedUntil: 1_900_000_000 } }
        : { status: 403, body: refusal('factor_needed', 'Please confirm with your second factor') },
  });
  const { router } = renderPage(ResetPassword, '/reset-password?token=t0ken');
  await waitFor(() => expect(router.state.location.search).toBe(''));
  const person = userEvent.setup();
  type('New password', 'Sturdy#pass1');
  type('New password again', 'Sturdy#pass1');
  await person.click(screen.getByRole('button', { name: 'Save the new password' }));
  await screen.findByLabelText('Code of 6 digits');
  type('Code of 6 digits', '123456');
  await person.click(screen.getByRole('button', { name: 'Save the new password' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/signIn'));
  expect(network.sentTo('/v2/password/reset').at(-1)?.body).toEqual({
    token: 't0ken',
    password: 'Sturdy#pass1',
    password_confirmation: 'Sturdy#pass1',
    factor: 'totp',
    code: '123456',
  });
  expect(toasts.getState()[0]?.text).toMatch(/Withdrawals are locked until/);
});

test('an address without a token leads back to asking for the mail', async () => {
  startNetwork({});
  renderPage(ResetPassword, '/reset-password');
  expect(screen.getByText(/Your link is not full/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ask for a new mail' }).getAttribute('href')).toBe('/forgot-password');
});
