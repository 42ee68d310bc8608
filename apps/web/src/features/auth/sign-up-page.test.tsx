import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession } from '../../api/session.ts';
import { refusal, startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
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
  'GET /v2/common/startcaptchaservlet': () => ({ body: { required: false, challenge: null } }),
  'GET /getCountryList': () => ({ body: countries }),
  'POST /v2/password/validate': strength(4),
};

afterEach(() => {
  cleanup();
  endSession();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

async function fillIn(values: { email: string; password: string; again?: string }) {
  const person = userEvent.setup();
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('E-mail', values.email);
  type('Password', values.password);
  type('Password again', values.again ?? values.password);
  type('Phone number', '098765 43210');
  await screen.findByRole('option', { name: 'India' });
  await person.selectOptions(screen.getByLabelText('Country of residence'), 'IN');
  await person.click(screen.getByLabelText(/I accept/));
  return person;
}

const registered = { status: 'success', email: 'new@x.com', verification: 'ticket', phone: '+91******10' };

test('a newcomer is registered with telephone and referral code, and goes on to the codes', async () => {
  const network = startNetwork({ ...countryList, 'POST /v2/register': () => ({ body: registered }) });
  const { router } = renderPage(Component, '/signup?ref=FRIEND');
  const person = await fillIn({ email: 'New@X.com', password: 'Sturdy#pass1' });
  await person.click(screen.getByRole('button', { name: 'Sign up' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/verification'));
  expect(network.sentTo('/v2/register')[0]?.body).toEqual({
    email: 'new@x.com',
    phone: '+91 98765 43210',
    password: 'Sturdy#pass1',
    password_confirmation: 'Sturdy#pass1',
    country: 'IN',
    terms: true,
    updates: false,
    referral: 'FRIEND',
  });
  // A reload finds the sign-up again, and never the password.
  expect(JSON.parse(sessionStorage.getItem('pelican.sign-up') ?? '')).toEqual({
    email: 'new@x.com',
    verification: 'ticket',
    phone: '+91******10',
    country: 'IN',
  });
});

test('a confirmation that differs is said at its field', async () => {
  const network = startNetwork(countryList);
  renderPage(Component);
  const person = await fillIn({ email: 'new@x.com', password: 'Sturdy#pass1', again: 'Sturdy#pass2' });
  await person.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(await screen.findByText('Field should match password')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Password again'));
  expect(network.sentTo('/v2/register')).toHaveLength(0);
});

test('nothing is sent before the form is right, each error stands at its field, and the first one has the focus', async () => {
  const network = startNetwork(countryList);
  renderPage(Component);
  const person = userEvent.setup();
  await person.type(screen.getByLabelText('Password'), 'abc');
  await person.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(await screen.findByText('Confirm privacy policy before registration.')).toBeTruthy();
  expect(screen.getByText('Min length is 8')).toBeTruthy();
  expect(screen.getAllByText('Field is required').length).toBeGreaterThanOrEqual(2);
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  expect(network.sentTo('/v2/register')).toHaveLength(0);
});

test('all mistakes are said at once, and each is tied to its field', async () => {
  startNetwork({ ...countryList, 'POST /v2/password/validate': strength(1) });
  renderPage(Component);
  const person = userEvent.setup();
  await person.type(screen.getByLabelText('E-mail'), 'nobody');
  await person.type(screen.getByLabelText('Password'), 'Password1!');
  await person.type(screen.getByLabelText('Password again'), 'xx');
  await person.click(screen.getByRole('button', { name: 'Sign up' }));
  const reason = (label: string) =>
    document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')?.textContent;
  await waitFor(() => expect(reason('E-mail')).toBe('Email is not valid'));
  expect(reason('Phone number')).toBe('Field is required');
  expect(reason('Password again')).toBe('Field should match password');
  await waitFor(() => expect(reason('Password')).toBe('This password is too easy to guess'));
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
      body: refusal('email_taken', 'Form is not valid', { email: ['Email already in use'] }),
    }),
  });
  renderPage(Component);
  const person = await fillIn({ email: 'taken@x.com', password: 'Sturdy#pass1' });
  await person.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(await screen.findByText('Email already in use')).toBeTruthy();
  expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
});
