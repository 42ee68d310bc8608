import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';
import { ExchangeAway } from './load-chunk.ts';
import { RouteBoundary } from './routing/route-boundary.tsx';

const reloadPage = vi.hoisted(() => vi.fn(async () => true));
// What a reload does is tested in load-chunk.test.ts: jsdom has none.
vi.mock('./load-chunk.ts', async (original) => ({ ...(await original<object>()), reloadPage }));
const report = vi.fn();
vi.stubGlobal('reportError', report);
vi.spyOn(console, 'error').mockImplementation(() => undefined);
vi.spyOn(console, 'warn').mockImplementation(() => undefined);

afterEach(() => {
  cleanup();
  report.mockClear();
  reloadPage.mockClear();
});

const fault = new Error('broken');
function Broken(): never {
  throw fault;
}

function Away(): never {
  throw new ExchangeAway('Failed to fetch');
}

const text = /Something went wrong\. Nothing was sent/;

test('a page whose code throws says that something went wrong, with ways on, and reports it', async () => {
  render(
    <RouteBoundary>
      <Broken />
    </RouteBoundary>,
    { wrapper: MemoryRouter },
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
  expect(report).toHaveBeenCalledWith(fault);
  // The address is that of the link that was followed last.
  expect(reloadPage).toHaveBeenCalledOnce();
});

test('so does the shell, where no page is left', () => {
  render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toMatch(text);
  expect(report).toHaveBeenCalledWith(fault);
});

test('a page whose code does not come says that the exchange is away, which is no error to report', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 502 }));
  render(
    <RouteBoundary>
      <Away />
    </RouteBoundary>,
    { wrapper: MemoryRouter },
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(/The exchange cannot be reached/);
  expect(report).not.toHaveBeenCalled();
  expect(reloadPage).not.toHaveBeenCalled();
});
