import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Component as MarketPage } from '../features/market/market-page.tsx';
import { Component as PerpetualsPage } from '../features/perpetual/list/perpetuals-page.tsx';
import { Component as ExchangePage } from '../features/spot/exchange/exchange-page.tsx';
import { Component as WelcomePage } from '../features/welcome/welcome-page.tsx';
import { live } from '../live/index.ts';
import { startNetwork } from '../testing/network.ts';
import { calls } from '../testing/quick-swap.ts';
import { renderPage } from '../testing/render-page.tsx';
import { firstPageShown } from '../ui/after-first-page.ts';
import { LiveNote } from './live-note.tsx';

beforeEach(() => {
  // Where no socket gets through.
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      send() {}
      close() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(() => live.stop());

const passMs = 11_000;
const note = () => screen.queryByText('Prices are not live: no connection');

test('that prices are not live is said by a region that was there before', async () => {
  renderPage(LiveNote);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + passMs });
  await waitFor(() => expect(note()).not.toBeNull(), { timeout: 10_000 });
  expect(screen.getByRole('status')).toBe(region);
});

test.each<[string, ComponentType]>([
  ['/market', MarketPage],
  ['/', WelcomePage],
  ['/perpetuals', PerpetualsPage],
  ['/exchange', ExchangePage],
])('%s says it too', async (path, Page) => {
  const list = { marketList: { result: [] }, currenciesMap: {}, currenciesTopList: [] };
  startNetwork({ ...calls, ...(path === '/market' && { 'GET /v2/market-list': () => ({ body: list }) }) });
  firstPageShown();
  renderPage(Page);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + passMs });
  await waitFor(() => expect(note()).not.toBeNull(), { timeout: 10_000 });
});
