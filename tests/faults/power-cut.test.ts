import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { type LocalServer, startLocalRedis } from '../support/local-servers.ts';
import { canCutPower, lengthOnDisk, watchWrites } from '../support/power-cut.ts';

const acknowledgedBeforeTheCut = 300;
const cutsMax = 10;

describe.skipIf(!canCutPower)('after a power cut', () => {
  let server: LocalServer;

  beforeEach(async () => {
    server = await startLocalRedis();
  });

  afterEach(() => server.stop());

  /** Adds entries one after the other until the power is cut. @returns how many of the acknowledged ones are lost */
  async function lostEntries(): Promise<number> {
    const redis = new Redis(server.url, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined);
    await redis.xadd('journal', '*', 'c', 'the file to append to exists');
    const cutPower = await watchWrites(server);
    let acknowledged = 1;
    const adding = (async () => {
      for (;;) {
        await redis.xadd('journal', '*', 'c', 'x'.repeat(100));
        acknowledged++;
      }
    })().catch(() => undefined);
    await until('entries are acknowledged', () => acknowledged > acknowledgedBeforeTheCut, 60_000);
    await cutPower();
    await adding;
    await server.restart();
    const again = new Redis(server.url);
    const kept = await again.xlen('journal');
    again.disconnect();
    return acknowledged - kept;
  }

  test('every acknowledged entry is there with appendfsync always', async () => {
    expect(await lostEntries()).toBeLessThanOrEqual(0);
  });

  test('acknowledged entries are lost with appendfsync everysec, so this test can tell the two apart', async () => {
    const redis = new Redis(server.url);
    await redis.config('SET', 'appendfsync', 'everysec');
    redis.disconnect();
    // The power may be cut just after Redis has synchronised by itself.
    let lost = 0;
    for (let cuts = 0; lost <= 0 && cuts < cutsMax; cuts++) lost = await lostEntries();
    expect(lost).toBeGreaterThan(0);
  });
});

test('what counts as on the disk is what was written before a completed fdatasync began', () => {
  const traced = [
    '10 write(8</a.aof>, ""..., 100) = 100',
    '10 fdatasync(8</a.aof>) = 0',
    '10 write(9</other>, ""..., 7) = 7',
    '10 write(8</a.aof>, ""..., 50) = 50',
    '11 fdatasync(8</a.aof> <unfinished ...>',
    '10 write(8</a.aof>, ""..., 30 <unfinished ...>',
    '11 <... fdatasync resumed>) = 0',
    '10 <... write resumed>) = 30',
    '11 fdatasync(8</a.aof> <unfinished ...>',
  ];
  expect(lengthOnDisk(traced.slice(0, 2).join('\n'), '/a.aof', 5)).toBe(105);
  expect(lengthOnDisk(traced.slice(0, 6).join('\n'), '/a.aof', 5)).toBe(105);
  expect(lengthOnDisk(traced.join('\n'), '/a.aof', 5)).toBe(155);
});
