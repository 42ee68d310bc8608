import { canonicalPath, createPageTable, pagePatterns } from '@pelican/shared/client-paths';
import { cleanup, configure, render, waitFor } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { routeTable } from '../../testing/route-table.ts';
import { otherPages } from '../other-pages.tsx';
import { appRoutes } from '../router.tsx';
import { PageMeta } from './page-meta.tsx';
import { pageRows } from './pages.ts';

const findPage = createPageTable(pageRows);
const routes = appRoutes[0]?.children ?? [];

/** Patterns of the routes that are one page, without those that only hold others. */
const routePatterns = [...routes, ...routes.flatMap((route) => route.children ?? []), ...otherPages]
  .map(({ path }) => path)
  .filter((path): path is string => path !== undefined && path !== '*');

test.each([...new Set([...routePatterns, ...pagePatterns()])])('%s has a row', (pattern) => {
  expect(findPage(pattern.replace(/\/\*$/, ''))).toBeDefined();
});

test.each(pageRows.map(({ path }) => path))('%s has a route', (path) => {
  const table = [...routes, ...otherPages].filter((route) => route.path !== '*');
  expect(matchRoutes(table, path.replace(/\/\*$/, ''))).not.toBeNull();
});

const clientRoutes = routeTable();

/** The modules that the router imports for a page, below src. */
function importedFor(address: string): string[] {
  const route = matchRoutes(clientRoutes, address)?.at(-1)?.route;
  if (route?.redirect) return importedFor(route.redirect);
  return (route?.loads ?? []).map((load) => /\/src\/([^"']+)["']/.exec(String(load))?.[1] ?? String(load));
}

test.each(pageRows.flatMap(({ path, modules }) => (modules ? [[path, modules] as const] : [])))(
  '%s names the modules that the router imports for it',
  (path, modules) => {
    const imported = importedFor(path.replace(/\/\*$/, ''));
    expect(modules).toEqual(imported);
  },
);

test.each([
  '/trade_classic',
  '/trade_classic/LTC_USDT',
  '/trading-view',
  '/trading-view/LTC_USDT',
  '/trading-view/LTC_USDT/light',
  '/swap-trading-view/LTC_USDT/dark',
  '/2fa',
  '/forgot-password',
  '/reset-password',
  '/verification',
  '/verify',
  '/log-out',
])('%s has a title, a description and one address', (address) => {
  const match = findPage(address);
  expect(match?.page).toMatchObject({ title: expect.any(String), description: expect.any(String) });
  expect(match && canonicalPath(match.page, match)).toMatch(/^[^:*]+$/);
});

test('a row is found as the router finds a page: whatever the case, with a slash at the end, one part a parameter', () => {
  expect(findPage('/Market/')?.page.path).toBe('/market');
  expect(findPage('/')?.page.path).toBe('/');
  expect(findPage('/trade/BTC_USDT')).toMatchObject({ page: { path: '/trade/:pair' }, pair: 'BTC_USDT' });
  expect(findPage('/trade/BTC_USDT/x')).toBeUndefined();
  expect(findPage('/user/wallet-list/BTC')?.page.path).toBe('/user/*');
  expect(findPage('/username')).toBeUndefined();
  expect(findPage('/announcement/ltc-listed/')).toMatchObject({ page: { item: 'announcement' }, slug: 'ltc-listed' });
});

beforeEach(() => {
  document.head.innerHTML =
    '<meta name="description"><meta name="robots"><meta property="og:type"><meta property="og:description"><meta property="og:url"><link rel="canonical" href="https://old.test/">';
});
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

function head(selector: string, attribute: string): (string | null)[] {
  return Array.from(document.head.querySelectorAll(selector), (element) => element.getAttribute(attribute));
}

test('each navigation changes description, canonical address and alternate links', async () => {
  const router = createMemoryRouter([{ path: '*', element: <PageMeta /> }], { initialEntries: ['/market'] });
  render(<RouterProvider router={router} />);
  const { origin } = location;
  await waitFor(() => expect(head('link[rel="canonical"]', 'href')).toEqual([`${origin}/market`]));
  expect(head('meta[name="description"]', 'content')[0]).toMatch(/^Live prices/);
  expect(head('link[rel="alternate"]', 'hreflang')).toEqual(['en', 'hi', 'ta', 'tr', 'ru', 'x-default']);
  await router.navigate('/trade/ETH_USDT?tab=orders');
  await waitFor(() => expect(head('link[rel="canonical"]', 'href')).toEqual([`${origin}/trade/ETH_USDT`]));
  expect(head('meta[property="og:description"]', 'content')[0]).toContain('Trade ETH_USDT on');
  expect(head('meta[name="robots"]', 'content')).toEqual(['index, follow']);
  await router.navigate('/cfx-terms/dark');
  await waitFor(() => expect(head('link[rel="canonical"]', 'href')).toEqual([`${origin}/terms`]));
  await router.navigate('/log-out');
  await waitFor(() => expect(head('meta[name="robots"]', 'content')).toEqual(['noindex']));
  expect(head('meta[name="description"]', 'content')).toEqual(['Sign out of Pelican on this device.']);
  expect(head('link[rel="alternate"]', 'href')).toContain(`${origin}/hi/log-out`);
  await router.navigate('/trading-view/ETH_USDT/dark');
  await waitFor(() => expect(head('link[rel="canonical"]', 'href')).toEqual([`${origin}/trade/ETH_USDT`]));
  expect(head('meta[name="description"]', 'content')[0]).toMatch(/^The chart of a crypto market/);
  await router.navigate('/user/profile');
  await waitFor(() => expect(head('meta[name="robots"]', 'content')).toEqual(['noindex']));
  expect(head('link[rel="canonical"], link[rel="alternate"]', 'href')).toEqual([]);
  expect(head('meta[property="og:url"]', 'content')).toEqual(['']);
  // The announcement says its own.
  document.head.querySelector('meta[name="description"]')?.setAttribute('content', 'LTC is listed');
  await router.navigate('/announcement/ltc-listed');
  await waitFor(() => expect(head('meta[property="og:type"]', 'content')).toEqual(['article']));
  expect(head('link[rel="canonical"]', 'href')).toEqual([`${origin}/announcement/ltc-listed`]);
  expect(head('meta[name="description"]', 'content')).toEqual(['LTC is listed']);
});
