import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, startNetwork } from '../testing/network.ts';
import type * as CallModule from './client.ts';
import type * as QueryModule from './query-client.ts';
import type * as ReachabilityModule from './reachability.ts';

let client: typeof CallModule;
let reachability: typeof ReachabilityModule;
let queries: typeof QueryModule;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  localStorage.clear();
  reachability = await import('./reachability.ts');
  client = await import('./client.ts');
  queries = await import('./query-client.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const isAway = () => reachability.exchangeIsAway.getState();

test('one call that is lost is no exchange that is away', async () => {
  const network = startNetwork({ 'GET /health/live': () => ({ body: { status: 'ok' } }) });
  await client.request('GET', '/v2/order', { anonymous: true }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isAway()).toBe(false);
  expect(network.sentTo('/health/live')).toHaveLength(1);
});

test('while nobody answers the server is asked ever more slowly, and queries are read again when it does', async () => {
  let isUp = false;
  const answer = (body: unknown) => () => (isUp ? { body } : { status: 502, body: '<html>' });
  const network = startNetwork({ 'GET /health/live': answer({}), 'GET /v2/order': answer({ result: [] }) });
  const read = vi.spyOn(queries.queryClient, 'invalidateQueries');
  await client.request('GET', '/v2/order', { anonymous: true }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isAway()).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  const asked = network.sentTo('/health/live').length;
  expect(asked).toBeGreaterThan(10);
  expect(asked).toBeLessThan(30);
  expect(read).not.toHaveBeenCalled();
  isUp = true;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(isAway()).toBe(false);
  expect(read).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(network.sentTo('/health/live')).toHaveLength(asked + 1);
});

test('a refusal of the server itself is an answer', async () => {
  const body = refusal('service_unavailable', 'Please try again later');
  const network = startNetwork({ 'GET /v2/order': () => ({ status: 503, body }) });
  await client.request('GET', '/v2/order', { anonymous: true }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(network.sentTo('/health/live')).toEqual([]);
});

test('the bar says that calls fail; only what somebody sends says it too', async () => {
  startNetwork({});
  const { toasts } = await import('../ui/notify.ts');
  await client.request('GET', '/v2/order', { anonymous: true }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(toasts.getState()).toHaveLength(1);
  await client.request('GET', '/v2/order', { anonymous: true }).catch(() => undefined);
  expect(toasts.getState()[0]?.count).toBe(1);
  await client.request('POST', '/v2/order', { anonymous: true }).catch(() => undefined);
  expect(toasts.getState()[0]?.count).toBe(2);
});
