import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ReadQueue } from './read-queue.ts';

const limits = { rowsPerSecond: 1, rowsBurst: 100, runningMax: 2, waitingMaxOfReader: 2, waitingMax: 3 };

/** Reads that end when the test says so. */
function createReads(queue: ReadQueue) {
  const started: string[] = [];
  const endings = new Map<string, () => void>();
  return {
    started,
    run: (reader: string, name: string) =>
      queue.run(reader, () => {
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

it('runs the reads of one reader one after the other, and readers in turns', async () => {
  const reads = createReads(new ReadQueue(limits));
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

it('refuses what would wait too long, and takes more when reads have ended', async () => {
  const reads = createReads(new ReadQueue(limits));
  void reads.run('a', 'a1');
  void reads.run('a', 'a2');
  void reads.run('a', 'a3');
  expect(() => reads.run('a', 'a4')).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  void reads.run('b', 'b1');
  void reads.run('c', 'c1');
  expect(() => reads.run('d', 'd1')).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  await reads.end('a1');
  void reads.run('d', 'd1');
});

it('goes on after a read that fails', async () => {
  const queue = new ReadQueue({ ...limits, runningMax: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await queue.run('a', async () => 'rows')).toBe('rows');
});

it('counts rows against the budget of their reader alone, and says when there will be enough again', () => {
  const queue = new ReadQueue(limits);
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
