import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    REQUESTS_PER_SECOND_PER_IP: '40',
    AUTH_REQUESTS_PER_MINUTE_PER_IP: '10',
  });
});
afterAll(() => api.close());

const slowDown = { status: 429, body: { code: 'too_many_requests', errors: { message: [expect.any(String)] } } };

test('of a thousand requests at once an address gets its allowance, and another address is not held up', async () => {
  const startedMs = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () => api.call('GET', '/getCountryList', { ip: '10.0.0.1' })),
  );
  const served = answers.filter((answer) => answer.status === 200).length;
  expect(served).toBeGreaterThanOrEqual(80);
  expect(served).toBeLessThanOrEqual(81 + (performance.now() - startedMs) / 25);
  const refused = answers.find((answer) => answer.status !== 200);
  expect(refused).toMatchObject(slowDown);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(await api.call('GET', '/getCountryList', { ip: '10.0.0.2' })).toMatchObject({ status: 200 });
});

test('health is answered under a flood from the same address', async () => {
  const ask = (path: string, count: number) =>
    Array.from({ length: count }, () => api.call('GET', path, { ip: '10.0.0.5' }));
  const [flood, health] = await Promise.all([
    Promise.all(ask('/getCountryList', 1_000)),
    Promise.all(ask('/health/live', 100)),
  ]);
  expect(flood.some(({ status }) => status === 429)).toBe(true);
  expect(health.filter(({ status }) => status !== 200)).toEqual([]);
});

test('a flood of questions for the health is refused, of its address alone', async () => {
  const ask = (ip: string) => api.call('GET', '/health/live', { ip });
  const flood = await Promise.all(Array.from({ length: 1_000 }, () => ask('10.0.0.6')));
  expect(flood.find(({ status }) => status !== 200)).toMatchObject(slowDown);
  expect(flood.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(100);
  expect(await ask('10.0.0.7')).toMatchObject({ status: 200 });
});

test('a /48 has the allowance of sixteen addresses, whichever of its networks guesses', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      api.call('POST', '/v2/login', {
        body: { email: `v${n}@test.local`, password: 'x' },
        ip: `2001:db8:9:${n.toString(16)}::1`,
      }),
    ),
  );
  const served = guesses.filter((answer) => answer.status !== 429).length;
  expect(served).toBeGreaterThanOrEqual(160);
  expect(served).toBeLessThan(200);
});

test('guesses at passwords are slowed down by address', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, index) =>
      api.call('POST', '/v2/login', { body: { email: `u${index}@test.local`, password: 'x' }, ip: '10.0.0.9' }),
    ),
  );
  expect(guesses.filter((answer) => answer.status === 429).length).toBeGreaterThanOrEqual(5);
});
