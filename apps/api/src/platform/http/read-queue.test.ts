import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPrivateReadQueue, createPublicReadQueue, type ReadQueue } from './read-queue.ts';

const limits = { rowsPerSecond: 1, rowsBurst: 100, runningMax: 2, waitingMaxOfLane: 2, waitingMax: 3 };

/** Reads that end when the test says so. */
function createReads(queue: ReadQueue<string>) {
  const started: string[] = [];
  const endings = new Map<string, () => void>();
  return {
    started,
    run: (ip: string, name: string) =>
      queue.run(ip, () => {
        started.push(name);
        return new Promise<void>((resolve) => endings.set(name, resolve));
      }),
    async end(name: string): Promise<void> {
      endings.get(name)?.();
      await setImmediate();
      await setImmediate();
    },
  };
}

it('runs the reads of one site one after the other, and sites in turns', async () => {
  const reads = createReads(createPublicReadQueue(limits));
  const all = [reads.run('a', 'a1'), reads.run('a', 'a2'), reads.run('b', 'b1'), reads.run('c', 'c1')];
  expect(reads.started).toEqual(['a1', 'b1']);
  await reads.end('a1');
  expect(reads.started).toEqual(['a1', 'b1', 'c1']);
  await reads.end('b1');
  expect(reads.started).toEqual(['a1', 'b1', 'c1', 'a2']);
  await reads.end('c1');
  await reads.end('a2');
  await Promise.all(all);
});

const slowDown = expect.objectContaining({ code: 'too_many_requests' });

it('refuses what would wait too long, and takes more when reads have ended', async () => {
  const reads = createReads(createPublicReadQueue(limits));
  void reads.run('a', 'a1');
  void reads.run('a', 'a2');
  void reads.run('a', 'a3');
  expect(() => reads.run('a', 'a4')).toThrow(slowDown);
  await reads.end('a1');
  void reads.run('a', 'a4');
});

it('gives a site that comes late the place of the last read of the busiest site', async () => {
  const reads = createReads(createPublicReadQueue(limits));
  void reads.run('a', 'a1');
  void reads.run('b', 'b1');
  void reads.run('a', 'a2');
  const last = reads.run('a', 'a3');
  void reads.run('c', 'c1');
  void reads.run('d', 'd1');
  await expect(last).rejects.toEqual(slowDown);
  // Each site that waits has one read now: none of them gives up its place.
  expect(() => reads.run('e', 'e1')).toThrow(slowDown);
  await reads.end('a1');
  await reads.end('b1');
  expect(reads.started).toEqual(['a1', 'b1', 'c1', 'd1']);
});

it('takes all addresses of an IPv6 /48 for one site', async () => {
  const reads = createReads(createPublicReadQueue(limits));
  void reads.run('2001:db8:1:1::1', 'a1');
  void reads.run('2001:db8:1:2::1', 'a2');
  void reads.run('2001:db8:1:3::1', 'a3');
  expect(() => reads.run('2001:db8:1:4::1', 'a4')).toThrow(slowDown);
  expect(reads.started).toEqual(['a1']);
});

it('goes on after a read that fails', async () => {
  const queue = createPublicReadQueue({ ...limits, runningMax: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await queue.run('a', async () => 'rows')).toBe('rows');
});

it('counts rows against the budget of their address alone, and says when there will be enough again', () => {
  const queue = createPublicReadQueue(limits);
  queue.spend('a', 60);
  expect(() => queue.spend('a', 50)).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  try {
    queue.spend('a', 50);
  } catch (error) {
    const { retryAfterMs } = (error as { details: { retryAfterMs: number } }).details;
    expect(retryAfterMs).toBeGreaterThan(9_000);
    expect(retryAfterMs).toBeLessThanOrEqual(10_000);
  }
  queue.spend('b', 50);
});

it('takes all of a full budget for a read that costs more', () => {
  const queue = createPublicReadQueue(limits);
  queue.spend('a', 100_000);
  expect(() => queue.spend('a', 10)).toThrow(slowDown);
});

it('keeps the private reads of users apart, wherever they come from', async () => {
  const queue = createPrivateReadQueue({ ...limits, runningMax: 1 });
  queue.spend({ userId: 1, apiKeyId: 'reader' }, 100);
  expect(() => queue.spend({ userId: 1, apiKeyId: 'reader' }, 10)).toThrow(slowDown);
  queue.spend({ userId: 1 }, 100);
  expect(() => queue.spend({ userId: 1 }, 10)).toThrow(slowDown);
  queue.spend({ userId: 2 }, 100);
  const order: string[] = [];
  const read = (name: string) => async () => {
    order.push(name);
  };
  await Promise.all([
    queue.run({ userId: 1 }, read('first of 1')),
    queue.run({ userId: 1 }, read('second of 1')),
    queue.run({ userId: 2 }, read('first of 2')),
  ]);
  expect(order).toEqual(['first of 1', 'first of 2', 'second of 1']);
});

it('lets what an API key waits for take no place from its owner', async () => {
  const queue = createPrivateReadQueue({ ...limits, runningMax: 1, waitingMax: 100 });
  const key = { userId: 1, apiKeyId: 'reader' };
  const never = () => new Promise<void>(() => undefined);
  const order: string[] = [];
  let end: () => void = () => undefined;
  const running = queue.run(key, () => new Promise<void>((resolve) => (end = resolve)));
  for (let waiting = 0; waiting < limits.waitingMaxOfLane; waiting++) void queue.run(key, never);
  expect(() => queue.run(key, never)).toThrow(slowDown);
  const own = queue.run({ userId: 1 }, async () => void order.push('own'));
  end();
  await Promise.all([running, own]);
  expect(order).toEqual(['own']);
});
