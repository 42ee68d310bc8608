import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, sessionStatus } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { keptNotices, toasts } from '../../ui/notify.ts';
import { Component } from './sign-up-page.tsx';

const countries = {
  result: [
    { code: 'DE', name: 'Germany', restricted: false },
    { code: 'IN', name: 'India', restricted: false },
    { code: 'US', name: 'United States', restricted: true },
  ],
};
const strength = (score: number) => () => ({
  body: { score, feedback: { warning: null, suggestions: [] }, broken_rules: [] },
});
const countryList = {
  'GET /getCountryList': () => ({ body: countries }),
  'POST /v2/password/validate': strength(4),
};

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

async function fillIn(values: { email: string; password: string }) {
  const person = userEvent.setup();
  await person.type(screen.getByLabelText('E-mail'), values.email);
  await person.type(screen.getByLabelText('Password'), values.password);
  await screen.findByRole('option', { name: 'India' });
  await person.selectOptions(screen.getByLabelText('Country of residence'), 'IN');
  await person.click(screen.getByLabelText(/I accept/));
  return person;
}

test('a newcomer is registered and signed in at once', async () => {
  const network = startNetwork({
    ...countryList,
    'POST /v2/register': () => ({ body: { status: 'success', email: 'new@x.com' } }),
    'POST /v2/login': () => ({ body: tokens('fresh') }),
  });
  renderPage(Component, '/signup?ref=FRIEND');
  const person = await fillIn({ email: 'New@X.com', password: 'Sturdy#pass1' });
  await person.click(screen.getByRole('button', { name: 'Sign up' }));
  await waitFor(() => expect(sessionStatus.getState()).toBe('signedIn'));
  expect(network.sentTo('/v2/register')[0]?.body).toEqual({
    email: 'new@x.com',
    password: 'Sturdy#pass1',
    country: 'IN',
    terms: true,
    referral: 'FRIEND',
  });
  // Said once; the bell counts what the server has, or what went wrong here.
  await waitFor(() => expect(toasts.getState().map(({ title }) => title)).toEqual(['Welcome to Pelican']));
  expect(keptNotices.getState().unread).toBe(0);
});

test('nothing is sent before the form is right, each error stands at its field, and the first one has the focus', async () => {
  const network = startNetwork(countryList);
  renderPage(Component);
  const person = userEvent.setup();
  await person.type(screen.getByLabelText('Password'), 'abc');
  await person.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(screen.getByText('Accept the terms of use and the privacy policy to continue.')).toBeTruthy();
  expect(screen.getByText(/Enter a valid e-mail address/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  expect(network.sentTo('/v2/register')).toHaveLength(0);
});

test('the terms and the privacy policy that are accepted can be read, without leaving the form', async () => {
  startNetwork(countryList);
  renderPage(Component);
  for (const [name, path] of [
    ['terms of use', '/terms'],
    ['privacy policy', '/privacy-policy'],
  ] as const) {
    const link = screen.getByRole('link', { name });
    expect(link.getAttribute('href')).toBe(path);
    expect(link.getAttribute('target')).toBe('_blank');
    // One element of the label, which lays its elements out as columns.
    expect(link.parentElement?.textContent).toBe('I accept the terms of use and the privacy policy');
  }
});

test('password rules are ticked as they are met, and a restricted country cannot be chosen', async () => {
  startNetwork(countryList);
  renderPage(Component);
  await userEvent.setup().type(screen.getByLabelText('Password'), 'aB1');
  const met = screen.getAllByText('(met)').map((mark) => mark.parentElement?.textContent);
  expect(met).toEqual(['A lowercase letter(met)', 'An uppercase letter(met)', 'A digit(met)']);
  const option = await screen.findByRole<HTMLOptionElement>('option', { name: 'United States (not available)' });
  expect(option.disabled).toBe(true);
});

test('a password that meets every rule and is easy to guess lacks a tick before it is sent', async () => {
  const network = startNetwork({ ...countryList, 'POST /v2/password/validate': strength(1) });
  renderPage(Component);
  const person = userEvent.setup();
  await person.type(screen.getByLabelText('Password'), 'Password1!');
  await person.tab();
  await waitFor(() => expect(network.sentTo('/v2/password/validate')).toHaveLength(1));
  expect(screen.getAllByText('(met)')).toHaveLength(5);
  expect(screen.getByText('Hard to guess').textContent).toContain('(missing)');
});

test('a password that is hard to guess has all its ticks, until it is changed', async () => {
  startNetwork(countryList);
  renderPage(Component);
  const person = userEvent.setup();
  await person.type(screen.getByLabelText('Password'), 'Sturdy#pass1');
  await person.tab();
  await waitFor(() => expect(screen.getAllByText('(met)')).toHaveLength(6));
  await person.type(screen.getByLabelText('Password'), '2');
  expect(screen.getAllByText('(met)')).toHaveLength(5);
});

test('what the server has against a field is said at the field', async () => {
  startNetwork({
    ...countryList,
    'POST /v2/register': () => ({
      status: 422,
      body: refusal('email_taken', 'Form is not valid', { email: ['An account with this e-mail exists already'] }),
    }),
  });
  renderPage(Component);
  const person = await fillIn({ email: 'taken@x.com', password: 'Sturdy#pass1' });
  await person.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(await screen.findByText('An account with this e-mail exists already')).toBeTruthy();
  expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
});
