import { act, cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { live } from '../live/index.ts';
import { addMessages } from '../platform/i18n.ts';
import { renderPage } from '../testing/render-page.tsx';
import { notify } from '../ui/notify.ts';
import { Toasts } from '../ui/toasts.tsx';
import { FormWarnings, GuardWarning } from './form/guard-warning.tsx';
import { ConnectionChip } from './layout/connection-chip.tsx';
import english from './locales/en.json';

addMessages('terminal', english);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(() => live.stop());

test('the warning of a price appears in a region that was there before', () => {
  const form = (guard: 'ok' | 'warn') => (
    <FormWarnings>
      <GuardWarning guard={guard} text="93 % above the market" />
    </FormWarnings>
  );
  const { rerender } = render(form('ok'));
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  rerender(form('warn'));
  expect(screen.getByRole('status')).toBe(region);
  expect(region.textContent).toContain('93 % above the market');
});

test('a lost connection is read out by a region that was there before', async () => {
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      send() {}
      close() {}
    },
  );
  renderPage(() => <ConnectionChip quiet />);
  const region = screen.getByRole('status');
  expect(region.textContent).toBe('');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
  await vi.waitFor(() => expect(region.textContent).not.toBe(''), { timeout: 10_000 });
  expect(screen.getByRole('status')).toBe(region);
});

test('toasts come into a region that was there before', () => {
  renderPage(Toasts);
  const region = screen.getByRole('list');
  expect(region.getAttribute('aria-live')).toBe('polite');
  act(() => void notify.success('Bought 1 LTC'));
  expect(region.textContent).toContain('Bought 1 LTC');
});
