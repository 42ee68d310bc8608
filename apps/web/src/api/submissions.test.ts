import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { placeLimit } from './spot.ts';
import { isUncertain, submitOnce } from './submissions.ts';
import { answerTimeoutMs } from './transport.ts';

const request = { pair: 'LTC_USDT', direction: 'buy', price: '96.5', amount: '1' } as const;

type Outcome = () => Promise<Response>;
const json = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status });
const refused = (status: number, code: string) => json(status, { errors: { message: [code] }, code });
const placed = json(200, { id: 7 });

/** The network gives these outcomes, one a call. @returns the client_id of each order that it was sent */
function network(...outcomes: Outcome[]): string[] {
  const keys: string[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    keys.push((JSON.parse(String(init.body)) as { client_id: string }).client_id);
    return (outcomes.shift() as Outcome)();
  });
  return keys;
}

let scopes = 0;
let scope: string;
beforeEach(() => {
  scope = `form ${++scopes}`;
});

const submit = () => submitOnce(scope, { request, send: placeLimit });

test.each<[string, Outcome]>([
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'an answer that breaks off',
    async () => new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('broken')) })),
  ],
  ['an answer that is no JSON', async () => new Response('<html>', { status: 200 })],
  ['a 500', refused(500, 'internal_error')],
  ['a 502 of a proxy', async () => new Response('Bad Gateway', { status: 502 })],
  ['a 503 of the exchange', refused(503, 'outcome_unknown')],
  ['a 503 of a proxy', async () => new Response('', { status: 503 })],
  ['a 504 of a proxy', async () => new Response('', { status: 504 })],
])('after %s the same order has the same client_id until one is known to be placed', async (_, failure) => {
  const keys = network(failure, refused(503, 'overloaded'), refused(422, 'insufficient_balance'), placed, placed);
  await expect(submit()).rejects.toMatchObject({ outcomeUnknown: true });
  expect(isUncertain(scope, request)).toBe(true);
  await expect(submit()).rejects.toMatchObject({ code: 'overloaded' });
  await expect(submit()).rejects.toMatchObject({ code: 'insufficient_balance' });
  expect(await submit()).toEqual({ id: 7 });
  expect(await submit()).toEqual({ id: 7 });
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(keys[4]).not.toBe(keys[0]);
});

test.each(['trading_paused', 'quick_swap_paused', 'exchange_halted', 'service_unavailable', 'overloaded'])(
  'after %s it is known that no order was placed',
  async (code) => {
    network(refused(503, code));
    await expect(submit()).rejects.toMatchObject({ code, outcomeUnknown: false });
    expect(isUncertain(scope, request)).toBe(false);
  },
);

test('another order in between keeps the key of the one whose outcome is unknown', async () => {
  const keys = network(refused(500, 'internal_error'), placed, placed);
  await expect(submit()).rejects.toBeInstanceOf(ApiError);
  await submitOnce(scope, { request: { ...request, amount: '2' }, send: placeLimit });
  await submit();
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[0]);
});

test.each(['service_unavailable', 'exchange_halted', 'overloaded'])(
  '%s says that nothing was changed',
  async (code) => {
    const keys = network(refused(503, code), placed);
    await expect(submit()).rejects.toMatchObject({ outcomeUnknown: false });
    await submit();
    expect(keys[1]).not.toBe(keys[0]);
  },
);

test('nothing is sent while a submission of the same scope is under way', async () => {
  const answers: ((response: Response) => void)[] = [];
  const keys = network(() => new Promise((resolve) => answers.push(resolve)));
  const first = submit();
  expect(await submit()).toBeNull();
  answers[0]?.(await placed());
  expect(await first).toEqual({ id: 7 });
  expect(keys).toHaveLength(1);
});

test('an answer that does not come ends as a time-out, and the form can be sent again', async () => {
  vi.useFakeTimers();
  try {
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    const failure = submit().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(answerTimeoutMs);
    expect(await failure).toMatchObject({ code: 'timeout', outcomeUnknown: true });
    const keys = network(placed);
    expect(await submit()).toEqual({ id: 7 });
    expect(keys).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
