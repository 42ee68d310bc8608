import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, sessionStatus } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { keepSignUp } from './pending-sign-up.ts';
import { Component } from './verification-page.tsx';

afterEach(() => {
  cleanup();
  keepSignUp(null);
  endSession();
  vi.unstubAllGlobals();
});

const signUp = { email: 'new@x.com', phone: '+91******10', verification: 'ticket', password: 'Sturdy#pass1' };
const sent = { status: 'success', to: 'n***w@x.com', expires: 0, retry_after: 60 };
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('both codes are asked for, typed and confirmed, and the newcomer is signed in without typing the password again', async () => {
  const network = startNetwork({
    'POST /v2/register/update_email_otp': () => ({ body: sent }),
    'POST /v2/register/confirm_verification': () => ({
      body: { status: 'success', email_verified: true, phone_verified: true },
    }),
    'POST /v2/login': () => ({ body: tokens('fresh') }),
  });
  keepSignUp(signUp);
  renderPage(Component);
  const person = userEvent.setup();
  await person.click(screen.getAllByRole('button', { name: 'Get code' })[0] as HTMLElement);
  expect(await screen.findByText(/Sent to n\*\*\*w@x.com/)).toBeTruthy();
  // The next one has to wait.
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Resend code in \d+ s/ }).disabled).toBe(true);
  type('Code from the e-mail', '123 456');
  type('Code from the text message', '654321');
  await person.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(sessionStatus.getState()).toBe('signedIn'));
  expect(network.sentTo('/v2/register/confirm_verification').map(({ body }) => body)).toEqual([
    { verification: 'ticket', email_code: '123456' },
    { verification: 'ticket', phone_code: '654321' },
  ]);
  expect(network.sentTo('/v2/login')[0]?.body).toEqual({ email: 'new@x.com', password: 'Sturdy#pass1' });
});

test('what is confirmed stays so while the other code is still to come', async () => {
  startNetwork({
    'POST /v2/register/confirm_verification': () => ({
      body: { status: 'success', email_verified: true, phone_verified: false },
    }),
  });
  keepSignUp(signUp);
  renderPage(Component);
  type('Code from the e-mail', '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Confirmed')).toBeTruthy();
  expect(screen.queryByLabelText('Code from the e-mail')).toBeNull();
  expect(screen.getByLabelText('Code from the text message')).toBeTruthy();
  expect(sessionStatus.getState()).toBe('anonymous');
});

test('a wrong code is said, and nothing is sent without one', async () => {
  const network = startNetwork({
    'POST /v2/register/confirm_verification': () => ({
      status: 422,
      body: refusal('code_wrong', 'The code is wrong, was used before or has expired'),
    }),
  });
  keepSignUp(signUp);
  renderPage(Component);
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.getByText('Length should be 6')).toBeTruthy();
  expect(network.sent).toEqual([]);
  type('Code from the e-mail', '123456');
  await person.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(/The code is wrong/)).toBeTruthy();
});

test('a wrong code is said at its field and leaves the other one, and one that is half typed is not left out', async () => {
  const network = startNetwork({
    'POST /v2/register/confirm_verification': ({ body }) =>
      'email_code' in (body as object)
        ? { status: 422, body: refusal('code_wrong', 'The code is wrong, was used before or has expired') }
        : { body: { status: 'success', email_verified: false, phone_verified: true } },
  });
  keepSignUp(signUp);
  renderPage(Component);
  const person = userEvent.setup();
  type('Code from the e-mail', '123456');
  type('Code from the text message', '12');
  await person.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.getByLabelText('Code from the text message').getAttribute('aria-invalid')).toBe('true');
  expect(network.sent).toEqual([]);
  type('Code from the text message', '654321');
  await person.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Confirmed');
  const field = screen.getByLabelText('Code from the e-mail');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/is wrong/);
  expect(screen.queryByLabelText('Code from the text message')).toBeNull();
});

test('the telephone is shown as it was typed, and another one can be given', async () => {
  const network = startNetwork({
    'POST /v2/register/update_phone_otp': () => ({ body: { ...sent, to: '+49******78' } }),
  });
  keepSignUp({ ...signUp, typedPhone: '+91 98765 43210', country: 'DE' });
  renderPage(Component);
  expect(screen.getByText('+91 98765 43210')).toBeTruthy();
  expect(screen.getByText(/We sent a link to new@x.com/)).toBeTruthy();
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Use another number' }));
  type('Phone number', '0151 12345678');
  await person.click(screen.getAllByRole('button', { name: 'Get code' })[1] as HTMLElement);
  expect(await screen.findByText('+49 151 12345678')).toBeTruthy();
  expect(network.sentTo('/v2/register/update_phone_otp')[0]?.body).toEqual({
    verification: 'ticket',
    phone: '+49 151 12345678',
  });
});

test('after a reload the password is asked for at the end, and without a sign-up there is nothing to confirm', async () => {
  startNetwork({
    'POST /v2/register/confirm_verification': () => ({
      body: { status: 'success', email_verified: true, phone_verified: true },
    }),
  });
  const { password: _, ...restored } = signUp;
  keepSignUp(restored);
  const { router } = renderPage(Component, '/verification');
  type('Code from the e-mail', '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/signIn'));
});
