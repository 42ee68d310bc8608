import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession } from '../../api/session.ts';
import { refusal, startNetwork } from '../../testing/network.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { FrontBands } from './front-bands.tsx';
import './welcome-page.tsx';

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const date = 1_795_000_000;
const answers: Record<string, object> = {
  'GET /v2/announcements': {
    result: [{ id: 1, slug: 'ltc', title: 'LTC is listed', body: '', category: 'listing', date, lang: 'en' }],
    total: 1,
  },
  'GET /v2/front_page/news': {
    result: [
      { id: '2', title: 'Own news', image: '/v2/content/images/ab', date, link: '/fee-schedule', lang: 'en' },
      { id: 'f', title: 'News of others', image: null, date, link: 'https://www.news.example/1', lang: 'en' },
    ],
  },
  'GET /v2/front_page/digest': {
    result: [{ id: 3, title: 'Week 48', text: '<p>Calm</p>', date, lang: 'en' }],
    events: [{ id: 4, title: 'Meeting', places: 20, start_time: date, condition: 'Verified', link: null, lang: 'en' }],
  },
  'GET /v2/tweets': {
    result: [{ id: 5, text: 'Hello <b>you</b>', author: '@pelican', date, link: 'https://x.example/1', lang: 'en' }],
  },
  'GET /v2/front_page/partners': {
    result: [{ id: 6, name: 'Sandbox', image: null, link: 'https://partner.example' }],
  },
};
const empty = { result: [], events: [], total: 0 };
const network = (change: Record<string, object> = {}) =>
  startNetwork(
    Object.fromEntries(
      Object.keys(answers).map((name) => [name, () => ({ body: change[name] ?? answers[name] ?? empty })]),
    ),
  );
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const bandOf: Record<string, string> = {
  'GET /v2/announcements': 'Announcements',
  'GET /v2/front_page/news': 'News',
  'GET /v2/front_page/digest': 'Digest',
  'GET /v2/tweets': 'Latest tweets',
  'GET /v2/front_page/partners': 'Partners',
};
const all = [
  ...['Announcements', 'News', 'Digest', 'What you can count on', 'Latest tweets', 'Partners'],
  'From sign-up to the first trade',
];

test('full bands stand in their order, and links that leave the site open apart', async () => {
  const { sentTo } = network();
  renderPage(FrontBands);
  await screen.findByRole('region', { name: 'Partners' });
  expect(titles()).toEqual(all);
  expect(sentTo('/v2/announcements')[0]?.path).toContain('limit=3');
  expect(screen.getByRole('link', { name: 'LTC is listed' }).getAttribute('href')).toBe('/announcement/ltc');
  expect(screen.getByRole('link', { name: 'Own news' }).getAttribute('href')).toBe('/fee-schedule');
  const outside = screen.getByRole('link', { name: 'News of others' });
  expect(outside.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(screen.getByText(/news\.example/)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Digest' })).getByText(/20 places/)).toBeTruthy();
  expect(screen.getByText('Hello <b>you</b>')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});

test.each(Object.entries(bandOf))('the band of %s is left out where it is empty', async (name, band) => {
  network({ [name]: empty });
  renderPage(FrontBands);
  await waitFor(() => expect(titles()).toEqual(all.filter((one) => one !== band)));
});

test.each(Object.entries(bandOf))('where %s fails the others stand', async (name, band) => {
  const routes = Object.fromEntries(Object.keys(answers).map((one) => [one, () => ({ body: answers[one] })]));
  startNetwork({
    ...routes,
    [name]: () => ({ status: 503, body: refusal('service_unavailable', 'Not now') }),
  } as never);
  renderPage(FrontBands);
  await waitFor(() => expect(titles()).toEqual(all.filter((one) => one !== band)));
});

test('a band waits for those above it, so that none moves another', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const routes = Object.fromEntries(Object.keys(answers).map((one) => [one, () => ({ body: answers[one] })]));
  startNetwork({
    ...routes,
    'GET /v2/front_page/news': async () => {
      await promise;
      return { body: answers['GET /v2/front_page/news'] };
    },
  } as never);
  renderPage(FrontBands);
  await screen.findByRole('region', { name: 'Announcements' });
  expect(screen.getByRole('status', { name: 'More is loading' })).toBeTruthy();
  expect(titles()).toEqual(['Announcements']);
  resolve();
  await waitFor(() => expect(titles()).toEqual(all));
});
