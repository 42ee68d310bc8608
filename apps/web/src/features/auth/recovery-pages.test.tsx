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

const system = { 'GET /systemParams': () => ({ body: { withdrawal: { lock_hours: 72 } } }) };

test('a mail is asked for, and its code leads to the new password', async () => {
  const network = startNetwork({
    ...system,
    ...open,
    'POST /v2/password/email': () => ({ body: { status: 'success', request: 'abcdefghijklmnopqrstuv' } }),
    'POST /v2/password/forgot_password_verify': ({ body }) =>
      (body as { code: string }).code === 'ABCD2345'
        ? { body: { status: 'success', token: 't0ken', factors: [] } }
        : { status: 422, body: refusal('code_wrong', 'The code is wrong, was used before or has expired') },
  });
  const { router } = renderPage(ForgotPassword, '/forgot-password');
  expect(await screen.findByText(/withdrawals are locked for 72 hours/)).toBeTruthy();
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Send the mail' }));
  expect(screen.getByText('Field is required')).toBeTruthy();
  type('E-mail', 'Dana@X.com');
  await person.click(screen.getByRole('button', { name: 'Send the mail' }));
  expect(await screen.findByText(/If there is an account for dana@x.com/)).toBeTruthy();
  const check = screen.getByRole('button', { name: 'Continue' });
  type('Code of the mail', '000000');
  await person.click(check);
  expect(await screen.findByText(/Length should be 8/)).toBeTruthy();
  type('Code of the mail', '00000000');
  await person.click(check);
  expect(await screen.findByText(/The code is wrong/)).toBeTruthy();
  type('Code of the mail', 'abcd-2345');
  await person.click(check);
  await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password'));
  expect(router.state.location.state).toEqual({ token: 't0ken' });
  expect(network.sentTo('/v2/password/email')[0]?.body).toEqual({ email: 'dana@x.com' });
  expect(network.sentTo('/v2/password/forgot_password_verify').at(-1)?.body).toEqual({
    email: 'dana@x.com',
    request: 'abcdefghijklmnopqrstuv',
    code: 'ABCD2345',
  });
});

test('the mail is sent again to the same address, and its code goes with the newest request', async () => {
  const requests = ['abcdefghijklmnopqrstuv', 'bcdefghijklmnopqrstuvw'];
  const answers: { status?: number; body: unknown }[] = [
    { body: { status: 'success', request: requests[0] } },
    { status: 429, body: refusal('too_many_requests', 'Too many requests') },
    { body: { status: 'success', request: requests[1] } },
  ];
  const network = startNetwork({
    ...system,
    ...open,
    'POST /v2/password/email': () => answers.shift() as { body: unknown },
    'POST /v2/password/forgot_password_verify': () => ({ body: { status: 'success', token: 't0ken', factors: [] } }),
  });
  const { router } = renderPage(ForgotPassword, '/forgot-password');
  const person = userEvent.setup();
  type('E-mail', 'dana@x.com');
  await person.click(screen.getByRole('button', { name: 'Send the mail' }));
  const again = await screen.findByRole('button', { name: 'Send the mail again' });
  await person.click(again);
  expect((await screen.findByRole('alert')).textContent).toContain('Too many requests');
  await person.click(again);
  await waitFor(() =>
    expect(toasts.getState().map(({ text }) => text)).toEqual([
      'Another mail is on its way to dana@x.com. The code of the newest mail is the one to type.',
    ]),
  );
  type('Code of the mail', 'ABCD2345');
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/reset-password'));
  expect(network.sentTo('/v2/password/email')).toHaveLength(3);
  expect(network.sentTo('/v2/password/forgot_password_verify')[0]?.body).toMatchObject({ request: requests[1] });
});

const judged = {
  'POST /v2/password/validate': () => ({
    body: { score: 4, feedback: { warning: null, suggestions: [] }, broken_rules: [] },
  }),
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save the new password' }));
const changed = {
  body: { status: 'success', withdrawalsLockedUntil: 1_900_000_000, removed: { factors: [], apiKeys: 0 } },
};

async function openReset(factors: string[], routes: Parameters<typeof startNetwork>[0] = {}) {
  const network = startNetwork({
    ...system,
    ...judged,
    'POST /v2/password/factors': () => ({ body: { status: 'success', factors } }),
    'POST /v2/password/reset': () => changed,
    ...routes,
  });
  const { router } = renderPage(ResetPassword, '/reset-password?token=t0ken');
  await screen.findByLabelText('New password');
  type('New password', 'Sturdy#pass1');
  type('New password again', 'Sturdy#pass1');
  return { network, router, sent: () => network.sentTo('/v2/password/reset').at(-1)?.body };
}

const sturdy = { token: 't0ken', password: 'Sturdy#pass1', password_confirmation: 'Sturdy#pass1' };

test('the token of the link leaves the address; without a second factor the password alone is asked for', async () => {
  const { network, router, sent } = await openReset([]);
  expect(router.state.location.search).toBe('');
  expect(network.sentTo('/v2/password/factors')[0]?.body).toEqual({ token: 't0ken' });
  expect(screen.queryByText(/second factor/)).toBeNull();
  await save();
  await waitFor(() => expect(router.state.location.pathname).toBe('/signIn'));
  expect(sent()).toEqual(sturdy);
  expect(router.state.location.state.notice.text).toMatch(/Withdrawals are locked until/);
});

test('the factors that are due are offered, and no other ones', async () => {
  const { network, router, sent } = await openReset(['sms_code', 'passkey', 'recovery_code']);
  const choice = screen.getByLabelText<HTMLSelectElement>('Confirm with');
  expect([...choice.options].map(({ value }) => value)).toEqual(['sms_code', 'passkey', 'recovery_code']);
  await save();
  expect(await screen.findByText('Confirm with your second factor')).toBeTruthy();
  await userEvent.selectOptions(choice, 'recovery_code');
  expect(screen.queryByText('Confirm with your second factor'), 'said of another one').toBeNull();
  type('Recovery code', 'ABCD-EFGH');
  await save();
  await waitFor(() => expect(router.state.location.pathname).toBe('/signIn'));
  expect(sent()).toEqual({ ...sturdy, factor: 'recovery_code', code: 'ABCD-EFGH' });
  expect(network.sentTo('/v2/password/reset')).toHaveLength(1);
});

test.each(['sms_code', 'email_code'] as const)('a code for %s is sent by the token', async (factor) => {
  const { network, router, sent } = await openReset([factor], {
    'POST /v2/password/factor_code': () => ({
      body: { status: 'success', to: '+91******21', expires: 0, retry_after: 60 },
    }),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Get code' }));
  expect(await screen.findByText(/Sent to \+91/)).toBeTruthy();
  expect(network.sentTo('/v2/password/factor_code')[0]?.body).toEqual({ token: 't0ken', factor });
  type('Code of 6 digits', '123456');
  await save();
  await waitFor(() => expect(router.state.location.pathname).toBe('/signIn'));
  expect(sent()).toEqual({ ...sturdy, factor, code: '123456' });
});

test('a code stays where the password is refused, and goes where it was wrong itself', async () => {
  const answers = [
    { status: 422, body: refusal('weak_password', 'Too easy', { password: ['Too easy'] }) },
    { status: 422, body: refusal('factor_wrong', 'The code is wrong or was used before', { code: ['wrong'] }) },
  ];
  await openReset(['totp'], { 'POST /v2/password/reset': () => answers.shift() ?? changed });
  type('Code of 6 digits', '123456');
  await save();
  expect(await screen.findByText('Too easy')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Code of 6 digits').value).toBe('123456');
  await save();
  expect(await screen.findByText('The code is wrong or was used before')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Code of 6 digits').value).toBe('');
});

test('a link that has ended says so before a password is asked for', async () => {
  startNetwork({
    ...system,
    'POST /v2/password/factors': () => ({ status: 422, body: refusal('link_ended', 'Your link is not full') }),
  });
  renderPage(ResetPassword, '/reset-password?token=t0ken');
  expect(await screen.findByText(/This link was used before/)).toBeTruthy();
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('an address without a token leads back to asking for the mail', async () => {
  startNetwork({
    ...system,
  });
  renderPage(ResetPassword, '/reset-password');
  expect(screen.getByText(/Your link is not full/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ask for a new mail' }).getAttribute('href')).toBe('/forgot-password');
});
