import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
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
  kyc_status: 'pending',
  is_verified: false,
  isCustomFeeEnabled: false,
  personal: null,
};

test('the facts of the account are shown in words', async () => {
  startNetwork({ 'GET /v2/settings/general': () => ({ body: profile }) });
  startSession(tokens('mine'), null);
  renderPage(Component);
  expect(await screen.findByText('dana@example.com')).toBeTruthy();
  expect(screen.getByText('India')).toBeTruthy();
  expect(screen.getByText('In process')).toBeTruthy();
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
  startSession(tokens('mine'), null);
  renderPage(Component);
  expect((await screen.findByRole('link', { name: 'Verification' })).getAttribute('href')).toBe('/user/verification');
  cleanup();
  known = personal;
  renderPage(Component);
  for (const text of ['Dana Rao', '1990-05-17', 'Main road 7', 'Pune', 'Maharashtra', '411001', 'India', 'XXXX234F'])
    expect(await screen.findByText(text)).toBeTruthy();
});

test('a nickname is judged before it is sent, and what the server has against it is said at the field', async () => {
  const network = startNetwork({
    'GET /v2/settings/general': () => ({ body: profile }),
    'POST /v2/settings/general': ({ body }) =>
      (body as { nickname: string }).nickname === 'Taken'
        ? { status: 422, body: refusal('invalid_argument', 'Form is not valid', { nickname: ['Already in use'] }) }
        : { body: { ...profile, nickname: 'Dana K' } },
  });
  startSession(tokens('mine'), null);
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

test('a profile that cannot be loaded says so and is asked for again', async () => {
  let failing = true;
  startNetwork({
    'GET /v2/settings/general': () =>
      failing ? { status: 503, body: refusal('service_unavailable', 'Not now') } : { body: profile },
  });
  startSession(tokens('mine'), null);
  renderPage(Component);
  await screen.findByText('Your profile could not be loaded');
  failing = false;
  await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));
  expect(await screen.findByText('dana@example.com')).toBeTruthy();
});
