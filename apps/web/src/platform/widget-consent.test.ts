import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as PreferencesModule from './preferences.ts';
import type * as ConsentModule from './widget-consent.ts';

const script = 'https://cdn.desk.test/widget.js';

type Tab = typeof ConsentModule & typeof PreferencesModule;

/** A page that is loaded now, with what the browser has kept. */
async function openTab(): Promise<Tab> {
  vi.resetModules();
  return { ...(await import('./preferences.ts')), ...(await import('./widget-consent.ts')) };
}

const consentIn = (tab: Tab) => renderHook(() => tab.useWidgetConsent(script)).result;

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('a consent is kept for later pages, until it is withdrawn', async () => {
  const tab = await openTab();
  const consent = consentIn(tab);
  expect(consent.current).toMatchObject({ host: 'cdn.desk.test', hasConsented: false });
  act(() => consent.current.consent());
  expect(consent.current.hasConsented).toBe(true);
  expect(consentIn(await openTab()).current.hasConsented).toBe(true);
  act(() => tab.withdrawWidgetConsent());
  expect(consent.current.hasConsented).toBe(false);
  expect(consentIn(await openTab()).current.hasConsented).toBe(false);
});

test('a consent that was withdrawn does not come back from a tab that was open with it', async () => {
  const first = await openTab();
  const here = consentIn(first);
  act(() => here.current.consent());
  const second = await openTab();
  const there = consentIn(second);
  expect(there.current.hasConsented).toBe(true);
  act(() => first.withdrawWidgetConsent());
  // As the browser says it to other tabs.
  act(() => void dispatchEvent(new StorageEvent('storage')));
  expect(there.current.hasConsented).toBe(false);
  second.usePreferences.getState().set({ theme: 'light' });
  expect(consentIn(await openTab()).current.hasConsented).toBe(false);
});
