import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../api/session.ts';
import { refusal, startNetwork, tokens } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './preferences-page.tsx';

const profile = { id: 1, nickname: 'Dana', locale: 'en', theme: 'dark', time_zone: null, updates: false };

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

test('language of messages and consent to news are changed, and shown as they are saved', async () => {
  const network = start();
  startSession(tokens('mine'));
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
  startSession(tokens('mine'));
  renderPage(Component);
  const news = await screen.findByRole<HTMLInputElement>('switch', { name: /News of Pelican by mail/ });
  await waitFor(() => expect(news.disabled).toBe(false));
  await userEvent.click(news);
  await waitFor(() => expect(news.checked).toBe(false));
});
