import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, startNetwork } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Component } from './faq-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const entries = [
  {
    slug: 'open',
    supportCategoryId: 1,
    category: 'Account and sign-in',
    question: 'How do I open an account?',
    answer: 'Sign up.\n\nThen <b>verify</b>.',
  },
  {
    slug: 'limits',
    supportCategoryId: 3,
    category: 'Deposits',
    question: 'What are the limits?',
    answer: 'From INR 100.',
  },
];
const asked = (path: string) => new URLSearchParams(path.split('?')[1]);

test('questions stand in their categories, and answers are plain text', async () => {
  startNetwork({ 'GET /v2/faq': () => ({ body: { lang: 'en', result: entries } }) });
  renderPage(Component);
  const accounts = await screen.findByRole('region', { name: 'Account and sign-in' });
  expect(within(accounts).getByText('How do I open an account?')).toBeTruthy();
  expect(within(accounts).getByText('Then <b>verify</b>.')).toBeTruthy();
  expect(within(accounts).queryByText('What are the limits?')).toBeNull();
});

test('the server is asked for the words and the language; few hits are open, and none leads to support', async () => {
  const network = startNetwork({
    'GET /v2/faq': ({ path }) => {
      const found = entries.filter(({ question }) => question.includes(asked(path).get('search') ?? ''));
      return { body: { lang: asked(path).get('lang'), result: found } };
    },
  });
  renderPage(Component, '/faq?search=limits');
  const hit = (await screen.findByText('What are the limits?')).closest('details');
  expect(hit?.open).toBe(true);
  const person = userEvent.setup();
  const search = screen.getByRole('searchbox', { name: 'Search questions and answers' });
  await person.type(search, ' zzz');
  expect(await screen.findByText('Nothing was found.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ask support' }).getAttribute('href')).toBe('/support');
  await person.clear(search);
  await person.selectOptions(screen.getByLabelText('Language'), 'hi');
  await waitFor(() => expect(asked(network.sentTo('/v2/faq').at(-1)?.path ?? '').get('lang')).toBe('hi'));
  await screen.findByText('How do I open an account?');
});

test('what cannot be loaded may be asked for again', async () => {
  let failing = true;
  startNetwork({
    'GET /v2/faq': () =>
      failing
        ? { status: 503, body: refusal('service_unavailable', 'Not now') }
        : { body: { lang: 'en', result: entries } },
  });
  renderPage(Component);
  await screen.findByText('The FAQ could not be loaded');
  failing = false;
  await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));
  expect(await screen.findByText('How do I open an account?')).toBeTruthy();
});
