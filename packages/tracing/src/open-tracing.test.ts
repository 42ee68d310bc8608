import { afterEach, expect, test, vi } from 'vitest';
import { openTracing } from './open-tracing.ts';

const log = { warn: () => undefined };
const options = { url: 'http://127.0.0.1:9/v1/traces', headers: {}, ratio: 0.01, sendEveryMs: 60_000 };
/** Samplers that go by the id take this one at any ratio. */
const lowest = `${'0'.repeat(31)}1`;

afterEach(() => vi.restoreAllMocks());

test.each([
  [0.5, undefined],
  [0.001, lowest],
])('a client that chooses its trace id is traced by chance alone: %d of 0.01', async (chance, traceId) => {
  const { tracing, stop } = openTracing(options, { service: 'pelican-api', part: 'api', log });
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const span = tracing.request('POST /v2/order', `00-${lowest}-${'b2'.repeat(8)}-01`, {});
  expect(span?.spanContext().traceId).toBe(traceId);
  await stop();
});
