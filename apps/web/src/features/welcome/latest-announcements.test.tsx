import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import './welcome-page.tsx';
import { LatestAnnouncements } from './latest-announcements.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const one = { id: 1, slug: 'ltc', title: 'LTC is listed', body: '', category: 'listing', pinned: false, lang: 'en' };
const list = (result: object[]) => ({ body: { result, total: result.length, offset: 0, limit: 3 } });

test('three are asked for, and each leads to its page', async () => {
  const network = startNetwork({ 'GET /v2/announcements': () => list([{ ...one, date: 1_795_000_000 }]) });
  renderPage(LatestAnnouncements);
  const link = await screen.findByRole('link', { name: 'LTC is listed' });
  expect(link.getAttribute('href')).toBe('/announcement/ltc');
  expect(screen.getByRole('link', { name: 'All announcements' }).getAttribute('href')).toBe('/announcement');
  expect(network.sentTo('/v2/announcements')[0]?.path).toContain('limit=3');
});

test.each([
  ['there are none', () => list([])],
  ['they cannot be loaded', () => ({ status: 503, body: refusal('service_unavailable', 'Not now') })],
])('the band is left out where %s', async (_, answer) => {
  startNetwork({ 'GET /v2/announcements': answer });
  renderPage(LatestAnnouncements);
  expect(screen.getByRole('region', { name: 'Announcements' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull());
});
