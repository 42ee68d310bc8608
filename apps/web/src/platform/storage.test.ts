import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as PreferencesModule from './preferences.ts';
import type * as StorageModule from './storage.ts';

let storage: typeof StorageModule;
let preferences: typeof PreferencesModule;

/** As a browser does whose owner allows no storage. */
function blockStorage(): void {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
}

async function loadPage(): Promise<void> {
  vi.resetModules();
  storage = await import('./storage.ts');
  preferences = await import('./preferences.ts');
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('where storage is blocked values live as long as the page', async () => {
  blockStorage();
  await loadPage();
  expect(storage.isStorageBlocked()).toBe(true);
  expect(storage.readStored('pelican.test')).toBeNull();
  storage.writeStored('pelican.test', 'kept');
  expect(storage.readStored('pelican.test')).toBe('kept');
  storage.writeStored('pelican.test', null);
  expect(storage.readStored('pelican.test')).toBeNull();
});

test('a preference changes where storage is blocked, and is forgotten with the page', async () => {
  blockStorage();
  await loadPage();
  preferences.usePreferences.getState().set({ theme: 'light' });
  expect(preferences.usePreferences.getState().theme).toBe('light');
  await loadPage();
  expect(preferences.usePreferences.getState().theme).toBe('system');
});

test('storage that is full changes preferences all the same', async () => {
  await loadPage();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  preferences.usePreferences.getState().set({ theme: 'dark' });
  expect(preferences.usePreferences.getState().theme).toBe('dark');
});

test('else preferences outlive the page, and nothing is left of looking', async () => {
  await loadPage();
  expect(storage.isStorageBlocked()).toBe(false);
  expect(localStorage).toHaveLength(0);
  preferences.usePreferences.getState().set({ theme: 'light' });
  await loadPage();
  expect(preferences.usePreferences.getState().theme).toBe('light');
});
