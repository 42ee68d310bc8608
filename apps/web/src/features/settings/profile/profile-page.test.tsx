import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { setFieldTexts } from '../../../platform/field-text.ts';
import { usePreferences } from '../../../platform/preferences.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { notify } from '../../../ui/notify.ts';
import { Component } from './profile-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const profile = {
  id: 1,
  email: 'dana@example.com',
  nickname: 'Dana',
  locale: 'en',
  country: 'IN',
  email_verified: true,
  kyc_status: 'pending',
  verification_state: 'processing',
  is_verified: false,
  isCustomFeeEnabled: false,
  personal: null,
};

test('the facts of the account are shown in words', async () => {
  startNetwork({ 'GET /v2/settings/general': () => ({ body: profile }) });
  startSession(tokens('mine'));
  renderPage(Component);
  expect(await screen.findByText('dana@example.com')).toBeTruthy();
  expect(screen.getByText('India')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Processing/ }).getAttribute('href')).toBe('/user/verification');
  expect(screen.queryByText('Not confirmed')).toBeNull();
});

test('an address whose code was left for later is confirmed by a code, and a wrong one is said', async () => {
  let isConfirmed = false;
  const network = startNetwork({
    'GET /v2/settings/general': () => ({ body: { ...profile, email_verified: isConfirmed } }),
    'POST /v2/register/update_email_otp': () => ({
      body: { status: 'success', to: 'd***a@example.com', expires: 0, retry_after: 60 },
    }),
    'POST /v2/register/confirm_verification': ({ body }) => {
      isConfirmed = (body as { email_code: string }).email_code === '123456';
      return isConfirmed
        ? { body: { status: 'success', email_verified: true, phone_verified: false } }
        : { status: 422, body: refusal('code_wrong', 'The code is wrong, was used before or has expired') };
    },
  });
  startSession(tokens('mine'));
  renderPage(Component);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Confirm your e-mail' }));
  await person.click(await screen.findByRole('button', { name: 'Get code' }));
  await screen.findByText(/Sent to d/);
  await person.type(screen.getByLabelText('Code from the e-mail'), '654321');
  await screen.findByText(/The code is wrong/);
  await person.type(screen.getByLabelText('Code from the e-mail'), '123456');
  await waitFor(() => expect(screen.queryByText('Not confirmed')).toBeNull());
  // By the session, not by the ticket of a sign-up.
  expect(network.sentTo('/v2/register/confirm_verification').at(-1)?.body).toEqual({ email_code: '123456' });
});

const personal = {
  full_name: 'Dana Rao',
  birth_date: '1990-05-17',
  address: 'Main road 7',
  city: 'Pune',
  state: 'Maharashtra',
  postal_code: '411001',
  country: 'IN',
  id_number: 'XXXX234F',
};

test('what the verification says of the person is shown, or the way to it', async () => {
  let known: typeof personal | null = null;
  startNetwork({ 'GET /v2/settings/general': () => ({ body: { ...profile, country: null, personal: known } }) });
  startSession(tokens('mine'));
  renderPage(Component);
  expect((await screen.findByRole('link', { name: 'Verification' })).getAttribute('href')).toBe('/user/verification');
  cleanup();
  known = personal;
  renderPage(Component);
  for (const text of ['Dana Rao', '1990-05-17', 'Main road 7', 'Pune', 'Maharashtra', '411001', 'India', 'XXXX234F'])
    expect(await screen.findByText(text)).toBeTruthy();
});

test('a profile that could not be saved says so, with the reason', async () => {
  const refused = vi.spyOn(notify, 'error');
  startNetwork({
    'GET /v2/settings/general': () => ({ body: profile }),
    'POST /v2/settings/general': () => ({ status: 503, body: refusal('unavailable', 'Try again in a moment') }),
  });
  startSession(tokens('mine'));
  renderPage(Component);
  const person = userEvent.setup();
  await screen.findByDisplayValue('Dana');
  await person.clear(screen.getByLabelText('Nickname'));
  await person.type(screen.getByLabelText('Nickname'), 'Dana K{Enter}');
  await waitFor(() => expect(refused).toHaveBeenCalledWith('Try again in a moment', { title: "Can't update profile" }));
});

test('a nickname is judged before it is sent, and what the server has against it is said at the field', async () => {
  const network = startNetwork({
    'GET /v2/settings/general': () => ({ body: profile }),
    'POST /v2/settings/general': ({ body }) =>
      (body as { nickname: string }).nickname === 'Taken'
        ? { status: 422, body: refusal('invalid_argument', 'Form is not valid', { nickname: ['Already in use'] }) }
        : { body: { ...profile, nickname: 'Dana K' } },
  });
  startSession(tokens('mine'));
  renderPage(Component);
  const person = userEvent.setup();
  const field = await screen.findByDisplayValue('Dana');
  const type = async (text: string) => {
    await person.clear(screen.getByLabelText('Nickname'));
    await person.type(screen.getByLabelText('Nickname'), `${text}{Enter}`);
  };
  await type('<b>');
  expect(await screen.findAllByText(/From 2 to 32 letters/)).toHaveLength(2);
  expect(document.activeElement).toBe(field);
  expect(network.sentTo('/v2/settings/general').filter(({ method }) => method === 'POST')).toEqual([]);
  await type('Taken');
  expect(await screen.findByText('Already in use')).toBeTruthy();
  await type('Dana K');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toBe('Dana K'));
});

test('what is wrong with a nickname is said in the language of the page', async () => {
  startNetwork({ 'GET /v2/settings/general': () => ({ body: profile }) });
  startSession(tokens('mine'));
  setFieldTexts((text) => `in Hindi: ${text}`);
  try {
    renderPage(Component);
    const person = userEvent.setup();
    await person.clear(await screen.findByDisplayValue('Dana'));
    await person.type(screen.getByLabelText('Nickname'), '*{Enter}');
    expect(await screen.findByText('in Hindi: From 2 to 32 letters, digits, spaces and . _ -')).toBeTruthy();
  } finally {
    setFieldTexts((text) => text);
  }
});

test('a profile that cannot be loaded says so and is asked for again', async () => {
  let failing = true;
  startNetwork({
    'GET /v2/settings/general': () =>
      failing ? { status: 503, body: refusal('service_unavailable', 'Not now') } : { body: profile },
  });
  startSession(tokens('mine'));
  renderPage(Component);
  await screen.findByText('Your profile could not be loaded');
  failing = false;
  await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));
  expect(await screen.findByText('dana@example.com')).toBeTruthy();
});

test('a time zone that was chosen under another of its names is the one that is shown', async () => {
  startNetwork({ 'GET /v2/settings/general': () => ({ body: profile }) });
  startSession(tokens('mine'));
  usePreferences.getState().set({ timeZone: 'Asia/Kolkata' });
  try {
    renderPage(Component);
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: /time zone/i });
    expect(select.selectedOptions[0]?.textContent).toBe('Asia/Kolkata');
  } finally {
    usePreferences.getState().set({ timeZone: null });
  }
});
