import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ExchangeNotes } from './exchange-notes.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answer = (body: object) => ({
  'GET /systemParams': () => ({ body }),
  'GET /v2/banners': () => ({ body: { result: [] } }),
});

test('a note of maintenance is said with its end, in English where its language is missing', async () => {
  startNetwork(
    answer({ maintenance: { texts: { en: 'BTC is late.', hi: 'देर' }, until: Date.UTC(2030, 0, 1) / 1000 } }),
  );
  renderPage(ExchangeNotes, '/');
  const note = await screen.findByText(/^BTC is late\. Until about /);
  expect(note.closest('[role="status"]')).toBeTruthy();
});

test('nothing is said without a note, nor by a server of the release before', async () => {
  const network = startNetwork(answer({}));
  renderPage(ExchangeNotes, '/');
  await vi.waitFor(() => {
    for (const path of ['/systemParams', '/v2/banners']) expect(network.sentTo(path)).toHaveLength(1);
  });
  for (const status of await screen.findAllByRole('status')) expect(status.textContent).toBe('');
});
