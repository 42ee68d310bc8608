import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Link, Outlet, useParams } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../platform/i18n.ts';
import { useRouteHandle } from '../layouts/route-handle.ts';
import { createAppHistory } from './app-history.ts';
import { AppRouter } from './app-router.tsx';
import { RouteBoundary } from './route-boundary.tsx';
import { ScrollRestoration } from './scroll-restoration.tsx';

let faulty = false;

function Layout() {
  return (
    <>
      <p>{useRouteHandle().terminal ? 'terminal' : 'page'}</p>
      <RouteBoundary>
        <Outlet />
      </RouteBoundary>
      <ScrollRestoration />
    </>
  );
}

function Page() {
  if (faulty) throw new Error('broken');
  return (
    <>
      <h1>{useParams().name}</h1>
      <Link to="/second">on</Link>
      <Link to="?tab=2" preventScrollReset>
        tab
      </Link>
      <Link to="?tab=3">other tab</Link>
    </>
  );
}

const routes = [
  {
    element: <Layout />,
    children: [
      { path: '/trade', element: <Page />, handle: { terminal: true } },
      { path: '/:name', element: <Page /> },
    ],
  },
];

function show(address: string, basename = '') {
  history.replaceState(null, '', address);
  const router = createAppHistory(basename);
  return { router, ...render(<AppRouter history={router} routes={routes} />) };
}

function scrollOf(y: number): void {
  Object.assign(window, { scrollY: y });
  fireEvent.scroll(window);
}

beforeEach(() => {
  faulty = false;
  vi.stubGlobal('scrollTo', (_: number, y: number) => scrollOf(y));
  vi.stubGlobal('reportError', vi.fn());
  scrollOf(0);
});

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

test('a page that is new begins at its top, one that is returned to is where it was left', async () => {
  show('/first');
  scrollOf(400);
  await act(async () => fireEvent.click(screen.getByText('on')));
  expect(screen.getByRole('heading').textContent).toBe('second');
  expect(scrollY).toBe(0);
  scrollOf(150);
  history.back();
  await vi.waitFor(() => expect(screen.getByRole('heading').textContent).toBe('first'));
  expect(scrollY).toBe(400);
});

test('a page that is reloaded is where it was left', async () => {
  const { unmount } = show('/first');
  scrollOf(400);
  fireEvent(window, new Event('pagehide'));
  unmount();
  scrollOf(0);
  show('/first');
  expect(scrollY).toBe(400);
});

test('a link may keep the page where it is scrolled to', async () => {
  show('/first');
  scrollOf(400);
  await act(async () => fireEvent.click(screen.getByText('tab')));
  expect(location.search).toBe('?tab=2');
  expect(scrollY).toBe(400);
  await act(async () => fireEvent.click(screen.getByText('other tab')));
  expect(scrollY).toBe(0);
  history.back();
  await vi.waitFor(() => expect(location.search).toBe('?tab=2'));
  await vi.waitFor(() => expect(scrollY).toBe(400));
});

test('addresses have the prefix of the language, and routes and links do without it', async () => {
  const { router } = show('/hi/first?a=1#b', '/hi');
  expect(screen.getByRole('heading').textContent).toBe('first');
  expect(router.path()).toBe('/first?a=1#b');
  expect(screen.getByText('on').getAttribute('href')).toBe('/hi/second');
  await act(async () => router.goTo('/third'));
  expect(location.pathname).toBe('/hi/third');
  expect(screen.getByRole('heading').textContent).toBe('third');
});

test('the layout has the flags of the page on screen', async () => {
  const { router } = show('/trade');
  expect(screen.getByText('terminal')).toBeTruthy();
  await act(async () => router.goTo('/first'));
  expect(screen.getByText('page')).toBeTruthy();
});

test('a page that fails says so, and the next one is shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => new Response('', { status: 502 }));
  faulty = true;
  const { router } = show('/first');
  expect(screen.getByRole('alert').textContent).toMatch(/Something went wrong/);
  faulty = false;
  await act(async () => router.goTo('/second'));
  expect(screen.getByRole('heading').textContent).toBe('second');
});
