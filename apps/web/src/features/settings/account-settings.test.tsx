/** Settings that belong to the account: sent when they are changed, and taken from it on another device. */
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { ThemeToggle } from '../../app/layouts/theme-toggle.tsx';
import { UserMenu } from '../../app/layouts/user-menu.tsx';
import { usePreferences } from '../../platform/preferences.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './preferences-page.tsx';

const profile = { id: 1, nickname: 'Dana', locale: 'en', theme: 'dark', time_zone: null, updates: false };

beforeEach(() => usePreferences.getState().set({ theme: 'light' }));
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

/** Answers changes as the server does, or refuses them. */
function start(isRefusing = false) {
  let stored: object = profile;
  return startNetwork({
    'GET /v2/settings/general': () => ({ body: stored }),
    'POST /v2/settings/general': ({ body }) => {
      if (isRefusing) return { status: 503, body: refusal('service_unavailable', 'Not now') };
      stored = { ...stored, ...(body as object) };
      return { body: stored };
    },
    'GET /v3/notices/choices': () => ({ body: { result: [] } }),
  });
}
const changesOf = (network: ReturnType<typeof start>) =>
  network.sentTo('/v2/settings/general').flatMap(({ method, body }) => (method === 'POST' ? [body] : []));

test('the theme of the account is taken over where it is signed in', async () => {
  start();
  startSession(tokens('mine'), null);
  renderPage(UserMenu);
  await waitFor(() => expect(usePreferences.getState().theme).toBe('dark'));
});

test('a change of the theme goes to the account of who is signed in, and of nobody else', async () => {
  const network = start();
  renderPage(ThemeToggle);
  await userEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
  expect(usePreferences.getState().theme).toBe('dark');
  startSession(tokens('mine'), null);
  await userEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }));
  await waitFor(() => expect(changesOf(network)).toEqual([{ theme: 'light' }]));
});

test('language of messages and consent to news are changed, and shown as they are saved', async () => {
  const network = start();
  startSession(tokens('mine'), null);
  renderPage(Component);
  const language = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Language of our messages' });
  await waitFor(() => expect(language.disabled).toBe(false));
  await userEvent.selectOptions(language, 'हिन्दी');
  await waitFor(() => expect(changesOf(network)).toEqual([{ locale: 'hi' }]));
  const news = screen.getByRole<HTMLInputElement>('switch', { name: /News of Pelican by mail/ });
  await userEvent.click(news);
  await waitFor(() => expect(changesOf(network)).toEqual([{ locale: 'hi' }, { updates: true }]));
  await waitFor(() => expect([language.value, news.checked]).toEqual(['hi', true]));
});

test('a change that is not saved is undone on the screen', async () => {
  start(true);
  startSession(tokens('mine'), null);
  renderPage(Component);
  const news = await screen.findByRole<HTMLInputElement>('switch', { name: /News of Pelican by mail/ });
  await waitFor(() => expect(news.disabled).toBe(false));
  await userEvent.click(news);
  await waitFor(() => expect(news.checked).toBe(false));
});
