/** The account's theme: taken over where it is signed in, and saved when it is changed there. */
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AccountPreferences } from './account-preferences.tsx';

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
  });
}
const changesOf = (network: ReturnType<typeof start>) =>
  network.sentTo('/v2/settings/general').flatMap(({ method, body }) => (method === 'POST' ? [body] : []));

const chosen = () => usePreferences.getState().theme;
const choose = (theme: 'dark' | 'light') => act(() => usePreferences.getState().set({ theme }));

test('the theme of the account is taken over where it is signed in, and one that is chosen there goes to the account', async () => {
  const network = start();
  startSession(tokens('mine'));
  renderPage(AccountPreferences);
  await waitFor(() => expect(chosen()).toBe('dark'));
  expect(changesOf(network)).toEqual([]);
  choose('light');
  await waitFor(() => expect(changesOf(network)).toEqual([{ theme: 'light' }]));
  choose('dark');
  choose('light');
  choose('dark');
  await waitFor(() =>
    expect(changesOf(network).slice(1)).toEqual([{ theme: 'dark' }, { theme: 'light' }, { theme: 'dark' }]),
  );
  await waitFor(() => expect(chosen()).toBe('dark'));
});

test('a theme that was chosen before the account was there goes to the account, and is not overwritten by it', async () => {
  const network = start();
  usePreferences.getState().set({ theme: 'light', isThemeNew: true });
  startSession(tokens('mine'));
  renderPage(AccountPreferences);
  await waitFor(() => expect(changesOf(network)).toEqual([{ theme: 'light' }]));
  await waitFor(() => expect(usePreferences.getState().isThemeNew).toBe(false));
  expect(chosen()).toBe('light');
});

test('a theme that the account could not take is undone', async () => {
  start(true);
  startSession(tokens('mine'));
  renderPage(AccountPreferences);
  await waitFor(() => expect(chosen()).toBe('dark'));
  choose('light');
  await waitFor(() => expect(chosen()).toBe('dark'));
});
