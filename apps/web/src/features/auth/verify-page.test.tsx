import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './verify-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const confirmed = { 'POST /v2/register/confirmation/t0ken': () => ({ body: { status: 'success', email: 'a@x.com' } }) };

test('the link of the mail confirms the address, once', async () => {
  const network = startNetwork(confirmed);
  renderPage(Component, '/verify?token=t0ken');
  expect(await screen.findByText(/is confirmed/)).toBeTruthy();
  expect(network.sent).toHaveLength(1);
});

test('without a session of the account its password is asked for', async () => {
  const network = startNetwork({
    'POST /v2/register/confirmation/t0ken': ({ body }) => {
      const { password } = body as { password?: string };
      if (password === undefined) return { status: 403, body: refusal('password_needed', 'Please enter the password') };
      if (password === 'right') return { body: { status: 'success', email: 'a@x.com' } };
      return {
        status: 422,
        body: {
          ...refusal('password_wrong', 'The password is wrong'),
          errors: { password: ['The password is wrong'] },
        },
      };
    },
  });
  renderPage(Component, '/verify?token=t0ken');
  const field = await screen.findByLabelText('Password');
  const confirm = screen.getByRole('button', { name: 'Confirm the address' });
  fireEvent.click(confirm);
  expect(await screen.findByText('Field is required')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'wrong' } });
  fireEvent.click(confirm);
  expect(await screen.findByText('The password is wrong')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'right' } });
  fireEvent.click(confirm);
  expect(await screen.findByText(/is confirmed/)).toBeTruthy();
  expect(network.sent).toHaveLength(3);
});

test('who is signed in has the address confirmed too before going to the welcome page', async () => {
  const network = startNetwork(confirmed);
  startSession(tokens('mine'));
  const { router } = renderPage(Component, '/verify?token=t0ken');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(network.sentTo('/v2/register/confirmation/t0ken')).toHaveLength(1);
});

test('a bad token is said to who is signed in, too', async () => {
  startNetwork({
    'POST /v2/register/confirmation/bad': () => ({
      status: 422,
      body: refusal('link_ended', 'Your link is not full.'),
    }),
  });
  startSession(tokens('mine'));
  const { router } = renderPage(Component, '/verify?token=bad');
  expect(await screen.findByText(/This link does not work/)).toBeTruthy();
  expect(router.state.location.pathname).toBe('/verify');
});

test('without a token it is the sign-in page; a bad token is said', async () => {
  startNetwork({
    'POST /v2/register/confirmation/bad': () => ({
      status: 422,
      body: refusal('link_ended', 'Your link is not full.'),
    }),
  });
  const { router } = renderPage(Component, '/verify');
  await waitFor(() => expect(router.state.location.pathname).toBe('/signIn'));
  cleanup();
  renderPage(Component, '/verify?token=bad');
  expect(await screen.findByText(/This link does not work/)).toBeTruthy();
});
