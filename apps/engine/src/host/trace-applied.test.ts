import { parentIn, type TracedCommand } from '@pelican/tracing/traced-commands.ts';
import { startTracing } from '@pelican/tracing/tracing.ts';
import { expect, onTestFinished, test } from 'vitest';
import { traceApplied } from './trace-applied.ts';

const traceIds = ['a1', 'a2'].map((byte) => byte.repeat(16));
const traced = traceIds.map((traceId, at): TracedCommand => {
  const parent = parentIn(`00-${traceId}-${'b2'.repeat(8)}-01`);
  if (!parent) throw new Error('the header was not read');
  return { index: at * 7, parent };
});
const entry = { position: '1790000000000-0', bytes: new Uint8Array(), traced };

test('traces go on below the spans of the leader, each in its own trace', async () => {
  // Nobody listens there: what cannot be sent is dropped.
  const options = { url: 'http://127.0.0.1:9/v1/traces', headers: {}, ratio: 0, sendEveryMs: 60_000 };
  const log = { warn: () => undefined };
  onTestFinished(await startTracing(options, { service: 'engine', part: 'engine-test', log }));
  const next = traceApplied(entry, Date.now(), 'leader');
  expect(next.map(({ index, parent }) => [index, parent.traceId])).toEqual([
    [0, traceIds[0]],
    [7, traceIds[1]],
  ]);
  for (const { parent } of next) expect(parent.spanId).not.toBe('b2'.repeat(8));
  expect(traceApplied(entry, Date.now(), 'standby')).toBe(traced);
});

test('an engine that traces nothing passes traces on', () => {
  expect(traceApplied(entry, Date.now(), 'leader')).toBe(traced);
});
