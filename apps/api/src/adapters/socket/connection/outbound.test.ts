import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FlushSchedule, Outbound } from './outbound.ts';

/** A reader that takes what was written when the test says so. */
function createReader() {
  const taken: (() => void)[] = [];
  const stream = new Duplex({
    highWaterMark: 10,
    read: () => undefined,
    write: (_chunk, _encoding, done) => taken.push(done),
  });
  const outbound = new Outbound(stream, { slowBytes: 100, waitingBytesMax: 10_000 }, new FlushSchedule());
  const seen = { drained: false };
  return {
    stream,
    outbound,
    seen,
    wait: () => void outbound.whenDrained().then(() => Object.assign(seen, { drained: true })),
    take: () => taken.shift()?.(),
  };
}

it('a reader that has taken everything is drained at once', async () => {
  await createReader().outbound.whenDrained();
});

it('a slow reader is drained when it has taken what was sent', async () => {
  const { outbound, seen, wait, take } = createReader();
  outbound.send('x'.repeat(500));
  wait();
  await setImmediate();
  await setImmediate();
  expect(seen.drained).toBe(false);
  take();
  await setImmediate();
  expect(seen.drained).toBe(true);
});

it('who waits for a reader that goes away waits no longer', async () => {
  const { stream, outbound, seen, wait } = createReader();
  outbound.send('x'.repeat(500));
  wait();
  stream.destroy();
  await setImmediate();
  await setImmediate();
  expect(seen.drained).toBe(true);
  await outbound.whenDrained();
});

it('names what a slow reader has not taken, and when that is gone', async () => {
  const { stream, outbound, take } = createReader();
  const backlog: number[] = [];
  outbound.onBacklog = (bytes) => backlog.push(bytes);
  outbound.send('x'.repeat(50));
  await setImmediate();
  expect(backlog).toEqual([]);
  outbound.send('x'.repeat(500));
  await setImmediate();
  expect(backlog).toHaveLength(1);
  expect(backlog[0]).toBeGreaterThan(550);
  take();
  take();
  await setImmediate();
  expect(backlog.at(-1)).toBe(0);
  outbound.send('x'.repeat(500));
  await setImmediate();
  stream.destroy();
  await setImmediate();
  await setImmediate();
  expect(backlog.at(-1)).toBe(0);
});
