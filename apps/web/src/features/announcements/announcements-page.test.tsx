import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Component } from './announcements-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const path = '/announcement/:slug?';
const listed = {
  id: 1,
  slug: 'ltc-listed',
  title: 'LTC is listed',
  body: '<h2>When</h2>\n<p>Trade <strong>LTC</strong> <a href="/trade/LTC_USDT">now</a>.</p>',
  excerpt: 'Trade LTC now.',
  category: 'listing',
  pinned: true,
  date: 1_795_000_000,
  lang: 'en',
};
const list = (result: object[]) => ({ body: { result, total: result.length, offset: 0, limit: 20 } });
const asked = (address: string) => new URLSearchParams(address.split('?')[1]);

test('each has its beginning as plain text, and leads to its page', async () => {
  startNetwork({ 'GET /v2/announcements': () => list([listed]) });
  renderPage(Component, '/announcement', path);
  const title = await screen.findByRole('link', { name: 'LTC is listed' });
  expect(title.getAttribute('href')).toBe('/announcement/ltc-listed');
  const row = title.closest('li');
  expect(row?.textContent).toMatch(/Listings.*Pinned.*Trade LTC now\./);
  expect(within(row as HTMLElement).getAllByRole('link')).toHaveLength(1);
});

test('a category and a language are asked for, and stay in the address', async () => {
  const network = startNetwork({ 'GET /v2/announcements': () => list([]) });
  const { router } = renderPage(Component, '/announcement', path);
  await screen.findByText('Nothing was announced yet.');
  const person = userEvent.setup();
  await person.selectOptions(screen.getByLabelText('Language'), 'hi');
  await person.click(screen.getByRole('link', { name: 'Maintenance' }));
  await screen.findByText('Nothing was announced in this category yet.');
  expect(router.state.location.search).toBe('?category=maintenance&lang=hi');
  const last = asked(network.sentTo('/v2/announcements').at(-1)?.path ?? '');
  expect([last.get('category'), last.get('lang')]).toEqual(['maintenance', 'hi']);
  expect(screen.getByRole('link', { name: 'Show all announcements' }).getAttribute('href')).toBe(
    '/announcement?lang=hi',
  );
});

test('a list that cannot be loaded is asked for again', async () => {
  let fails = true;
  startNetwork({
    'GET /v2/announcements': () =>
      fails ? { status: 503, body: refusal('service_unavailable', 'Not now') } : list([listed]),
  });
  renderPage(Component, '/announcement', path);
  await screen.findByText('The announcements could not be loaded');
  fails = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'LTC is listed' });
});

test('an announcement has its headings and links, and the title and the description of the page', async () => {
  document.head.innerHTML =
    '<meta name="description" content="of the list"><meta property="og:description"><meta name="robots" content="noindex">';
  startNetwork({ 'GET /v2/announcements/ltc-listed': () => ({ body: listed }) });
  renderPage(Component, '/announcement/ltc-listed', path);
  await screen.findByRole('heading', { level: 1, name: 'LTC is listed' });
  expect(screen.getByRole('heading', { level: 2, name: 'When' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'now' }).getAttribute('href')).toBe('/trade/LTC_USDT');
  await waitFor(() => expect(document.title).toBe('LTC is listed | Pelican'));
  const described = [...document.head.querySelectorAll('meta')].map((element) => element.content);
  expect(described).toEqual(['Trade LTC now.', 'Trade LTC now.', 'index, follow']);
});

test('one that is gone says so, also to search engines, and leads to the others', async () => {
  document.head.innerHTML = '<meta name="robots" content="index, follow">';
  startNetwork({ 'GET /v2/announcements/gone': () => ({ status: 404, body: refusal('not_found', 'Not found') }) });
  renderPage(Component, '/announcement/gone', path);
  await screen.findByText('This announcement does not exist, or is no longer shown.');
  expect(screen.getByRole('link', { name: 'All announcements' }).getAttribute('href')).toBe('/announcement');
  await waitFor(() => expect(document.title).toBe('Page not found | Pelican'));
  expect(document.head.querySelector('meta')?.content).toBe('noindex');
});
