// @vitest-environment node
// A browser's location cannot be replaced, and jsdom's cannot reload: here what the module uses of a browser is a double.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceBack } from '../platform/once-back.ts';
import { ExchangeAway, loadChunk, reloadPage, watchTyping } from './load-chunk.ts';

beforeEach(() => {
  const window = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, window[name].bind(window));
  vi.stubGlobal('document', { hidden: false });
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
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

test('a file that does not come is given up after 120 s', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const ended = vi.fn();
  void loadChunk(() => new Promise<never>(() => {})).catch(ended);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ended).toHaveBeenCalledWith(expect.any(ExchangeAway));
  // The search for the server ends with the test.
  vi.stubGlobal('fetch', async () => new Response());
  await vi.advanceTimersByTimeAsync(60_000);
});

test('without a server the failure is said after the second try, and who waits hears when there is one again', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  const page = expect(loadChunk(load)).rejects.toThrow(ExchangeAway);
  await vi.advanceTimersByTimeAsync(2_000);
  await page;
  expect(load).toHaveBeenCalledTimes(2);
  const isBack = vi.fn();
  onceBack(isBack);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isBack).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', async () => new Response());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isBack).toHaveBeenCalledOnce();
});

test('a proxy that answers in place of the server reloads nothing', async () => {
  vi.useFakeTimers();
  const reload = vi.fn();
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
  vi.stubGlobal('location', { reload });
  const page = expect(loadChunk(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow(ExchangeAway);
  await vi.advanceTimersByTimeAsync(2_000);
  await page;
  expect(reload).not.toHaveBeenCalled();
  // What has asked for the server ends with the test.
  vi.stubGlobal('fetch', async () => new Response());
  await vi.advanceTimersByTimeAsync(60_000);
});

test('a file that stays lost reloads the page once, although other files arrive after it', async () => {
  vi.useFakeTimers();
  const reload = vi.fn();
  vi.stubGlobal('fetch', async () => new Response());
  vi.stubGlobal('location', { reload });
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  void loadChunk(lost);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(await loadChunk(async () => 'footer')).toBe('footer');
  const second = expect(loadChunk(lost)).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(2_000);
  await second;
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page whose code throws is loaded anew once, and not without a server', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
  expect(await reloadPage()).toBe(false);
  vi.stubGlobal('fetch', async () => new Response());
  expect(await reloadPage()).toBe(true);
  expect(await reloadPage()).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

test('once something is typed a lost part reloads nothing, but a page that is on its way does', async () => {
  vi.useFakeTimers();
  const reload = vi.fn();
  vi.stubGlobal('fetch', async () => new Response());
  vi.stubGlobal('location', { reload });
  watchTyping();
  dispatchEvent(new Event('input'));
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const part = expect(loadChunk(lost)).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(2_000);
  await part;
  expect(reload).not.toHaveBeenCalled();
  void loadChunk(lost, { mayReload: true });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledOnce();
});
