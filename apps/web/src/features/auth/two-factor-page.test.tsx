import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { SignInStep } from '../../api/auth.ts';
import { endSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { keepSignInStep } from './pending-sign-in.ts';
import { Component as SignIn } from './sign-in-page.tsx';
import { Component } from './two-factor-page.tsx';

afterEach(() => {
  cleanup();
  keepSignInStep(null);
  endSession();
  vi.unstubAllGlobals();
});

const ticket = 'abcdefghijklmnopqrstuv';
const secondFactor: SignInStep = {
  status: 'two_factor',
  ticket,
  expires: 0,
  factors: ['recovery_code', 'totp', 'sms_code'],
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('the sign-in page goes on to the step that is due, with the address that was wanted', async () => {
  startNetwork({
    'GET /systemParams': () => ({ body: { demo: false } }),
    'POST /v2/login': () => ({ body: secondFactor }),
  });
  const { router } = renderPage(SignIn, '/signIn?redirect=%2Fuser%2Fapi');
  type('E-mail', 'a@x.com');
  type('Password', 'Sturdy#pass1');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe('/2fa?redirect=%2Fuser%2Fapi'),
  );
});

test('six digits of the app are sent without a button, and the wanted address opens', async () => {
  const network = startNetwork({ 'POST /v2/2fa/validate': () => ({ body: tokens('fresh') }) });
  keepSignInStep(secondFactor);
  const { router } = renderPage(Component, '/2fa?redirect=%2Fuser%2Fapi');
  // The codes for emergencies are the last choice.
  expect(screen.getByLabelText<HTMLSelectElement>('Confirm with').value).toBe('totp');
  expect(screen.getByLabelText('Code of 6 digits').getAttribute('autocomplete')).toBe('one-time-code');
  type('Code of 6 digits', '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/user/api'));
  expect(network.sentTo('/v2/2fa/validate')[0]?.body).toEqual({ ticket, factor: 'totp', code: '123456' });
});

test('where a code of the app is refused the clock of its device is named: it may be wrong', async () => {
  startNetwork({
    'POST /v2/2fa/validate': () => ({
      status: 422,
      body: refusal('factor_wrong', 'The code is wrong or was used before'),
    }),
  });
  keepSignInStep(secondFactor);
  renderPage(Component, '/2fa');
  expect(screen.getByText(/changes every 30 seconds/)).toBeTruthy();
  type('Code of 6 digits', '123456');
  expect(await screen.findByText(/go by the clock of the device/)).toBeTruthy();
});

test('a code by text message is asked for, and a wrong one is said and cleared', async () => {
  const network = startNetwork({
    'POST /v2/resendDeviceCode': () => ({
      body: { status: 'success', to: '+91******21', expires: 0, retry_after: 60 },
    }),
    'POST /v2/2fa/validate': () => ({
      status: 422,
      body: refusal('factor_wrong', 'The code is wrong or was used before'),
    }),
  });
  keepSignInStep(secondFactor);
  renderPage(Component, '/2fa');
  const person = userEvent.setup();
  await person.selectOptions(screen.getByLabelText('Confirm with'), 'sms_code');
  await person.click(screen.getByRole('button', { name: 'Get code' }));
  expect(await screen.findByText(/Sent to \+91/)).toBeTruthy();
  expect(network.sentTo('/v2/resendDeviceCode')[0]?.body).toEqual({ ticket, factor: 'sms_code' });
  type('Code of 6 digits', '123456');
  expect(await screen.findByText('The code is wrong or was used before')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Code of 6 digits').value).toBe('');
});

test('who is locked out is told how long', async () => {
  startNetwork({
    'POST /v2/2fa/validate': () => ({
      status: 429,
      body: refusal('too_many_requests', 'Too many requests'),
      headers: { 'Retry-After': '125' },
    }),
  });
  keepSignInStep(secondFactor);
  renderPage(Component, '/2fa');
  type('Code of 6 digits', '123456');
  expect((await screen.findByRole('alert')).textContent).toMatch(/Too many requests Try again in 2:0[0-5]\./);
});

test('a new device is verified by the code that was mailed', async () => {
  const network = startNetwork({ 'POST /v2/login/device_verification': () => ({ body: tokens('fresh') }) });
  keepSignInStep({ status: 'device_verification', ticket, expires: 0, to: 'a***e@x.com', retry_after: 60 });
  const { router } = renderPage(Component, '/2fa');
  expect(screen.getByText(/Sent to a\*\*\*e@x.com/)).toBeTruthy();
  type('Code of 6 digits', '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(network.sentTo('/v2/login/device_verification')[0]?.body).toEqual({ ticket, code: '123456' });
});

test('a sign-in that has ended begins again, and so does a reload', async () => {
  startNetwork({
    'POST /v2/2fa/validate': () => ({ status: 403, body: refusal('sign_in_ended', 'This sign-in has ended.') }),
  });
  keepSignInStep(secondFactor);
  const { router } = renderPage(Component, '/2fa?redirect=%2Fuser%2Fapi');
  type('Code of 6 digits', '123456');
  expect(await screen.findByText('This sign-in has ended.')).toBeTruthy();
  expect(screen.queryByLabelText('Code of 6 digits')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Back to sign in' }));
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe('/signIn?redirect=%2Fuser%2Fapi'),
  );
});
