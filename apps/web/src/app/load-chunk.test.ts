import { afterEach, expect, test, vi } from 'vitest';
import { loadChunk } from './load-chunk.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a file that is lost for a moment is asked for once more', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => 'page').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const page = loadChunk(load);
  await vi.runAllTimersAsync();
  expect(await page).toBe('page');
  expect(load).toHaveBeenCalledTimes(2);
});

test('without a server the failure is said after the second try', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  const page = expect(loadChunk(load)).rejects.toThrow('Failed to fetch');
  await vi.runAllTimersAsync();
  await page;
  expect(load).toHaveBeenCalledTimes(2);
});
