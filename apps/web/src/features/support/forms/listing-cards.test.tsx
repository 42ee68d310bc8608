import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, startNetwork } from '../../../testing/network.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Component } from './listing-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const countries = () => ({ body: { result: [] } });
const card = {
  id: 1,
  ticker: 'LTC',
  image: '/coins/ltc.svg',
  name: 'Litecoin',
  link: 'https://litecoin.org',
  pairs: ['LTC_USDT', 'LTC_XYZ'],
  place: 'LATEST',
  tradable: ['LTC_USDT'],
};

test('an open pair leads to trading, another is a word, and a place without cards is left out', async () => {
  startNetwork({
    'GET /getCountryList': countries,
    'GET /v2/listing-cards': () => ({ body: { result: [card] } }),
  });
  renderPage(Component);
  const latest = within(await screen.findByRole('region', { name: 'Latest listings' }));
  expect(latest.getByRole('link', { name: 'LTC/USDT' }).getAttribute('href')).toBe('/trade/LTC_USDT');
  expect(latest.queryByRole('link', { name: 'LTC/XYZ' })).toBeNull();
  expect(latest.getByText('LTC/XYZ')).toBeTruthy();
  expect(latest.getByRole('link', { name: 'Site of Litecoin' }).getAttribute('rel')).toMatch(/noopener/);
  expect(screen.queryByRole('region', { name: 'Coming soon' })).toBeNull();
});

test('the form stands where the cards cannot be loaded', async () => {
  startNetwork({
    'GET /getCountryList': countries,
    'GET /v2/listing-cards': () => ({ status: 503, body: refusal('service_unavailable', 'Not now') }),
  });
  renderPage(Component);
  expect(await screen.findByRole('button', { name: 'Send application' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Latest listings' })).toBeNull();
});
