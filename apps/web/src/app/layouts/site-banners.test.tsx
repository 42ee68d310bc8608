import type { Banner } from '@pelican/shared/contracts/content';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SiteBanners } from './site-banners.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const banner = (id: number, more: Partial<Banner> = {}): Banner => ({
  id,
  version: 1,
  level: 'info',
  areas: [],
  title: `Banner ${id}`,
  text: '',
  link: null,
  lang: 'en',
  ...more,
});
function open(path: string, result: Banner[]) {
  startNetwork({ 'GET /v2/banners': () => ({ body: { result } }) });
  renderPage(SiteBanners, path);
}

test('a banner stands in its parts of the site, with a page of the exchange behind its title', async () => {
  const banners = [
    banner(1, { areas: ['perpetual'] }),
    banner(2, { areas: ['spot', 'wallet'], link: '/fee-schedule', text: 'Makers pay nothing.' }),
  ];
  open('/trade/BTC_USDT', banners);
  expect((await screen.findByRole('link', { name: 'Banner 2' })).getAttribute('href')).toBe('/fee-schedule');
  expect(screen.getByText('Makers pay nothing.')).toBeTruthy();
  expect(screen.queryByText('Banner 1')).toBeNull();
  cleanup();
  open('/ops', [banner(3)]);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
});

test('a reader closes a banner for good, until it is another one; at most two stand at once', async () => {
  open('/', [banner(1), banner(2), banner(3)]);
  await screen.findByText('Banner 2');
  expect(screen.queryByText('Banner 3')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close this notice: Banner 1' }));
  expect(screen.queryByText('Banner 1')).toBeNull();
  expect(screen.getByText('Banner 3')).toBeTruthy();
  cleanup();
  open('/', [banner(1), banner(2)]);
  await screen.findByText('Banner 2');
  expect(screen.queryByText('Banner 1')).toBeNull();
  cleanup();
  open('/', [banner(1, { version: 2 })]);
  await screen.findByText('Banner 1');
});
