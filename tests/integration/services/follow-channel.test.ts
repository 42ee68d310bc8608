/** Subscriptions to channels of Redis over breaks and refusals; the connection is as impatient as that of an API process. */
import { followChannel } from '@pelican/api/src/platform/redis/index.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';

const waitMs = 30_000;
let service: Service;
let redis: Redis;
beforeAll(async () => {
  service = await startRedis();
  redis = new Redis(service.url, { maxRetriesPerRequest: 1, commandTimeout: 2_000 });
});
afterAll(async () => {
  redis.disconnect();
  await service.stop();
});

async function follow(channel: string) {
  const seen = { messages: [] as unknown[], gaps: 0, errors: [] as string[] };
  const feed = await followChannel(redis, channel, {
    onMessage: (text) => seen.messages.push(JSON.parse(text)),
    onGap: () => seen.gaps++,
    onError: (error) => seen.errors.push(String(error)),
  });
  onTestFinished(() => feed.stop());
  return seen;
}

/** Connections that are subscribed to the channel. */
const subscribers = async (channel: string) => Number((await redis.pubsub('NUMSUB', channel))[1]);

test('a connection that breaks again and again is subscribed again, and each break and return is a gap', async () => {
  const seen = await follow('flapping');
  for (let time = 0; time < 5; time++) {
    const { gaps } = seen;
    await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await until('it is subscribed again', () => seen.gaps >= gaps + 2, waitMs);
  }
  expect(await redis.publish('flapping', '1')).toBe(1);
  await until('a message arrives', () => seen.messages.length === 1, waitMs);
});

test('a refused subscription is reported and asked for again', async () => {
  const seen = await follow('refused');
  await redis.call('ACL', 'SETUSER', 'default', 'resetchannels');
  await until('the subscription is refused', () => seen.errors.some((text) => text.includes('NOPERM')), waitMs);
  const { gaps } = seen;
  await redis.call('ACL', 'SETUSER', 'default', 'allchannels');
  await until('it is subscribed again', () => seen.gaps > gaps, waitMs);
  expect(await subscribers('refused')).toBe(1);
});

test('a message that cannot be read is reported and ends nothing', async () => {
  const seen = await follow('unreadable');
  await redis.publish('unreadable', 'nonsense');
  await redis.publish('unreadable', '2');
  await until('the next message arrives', () => seen.messages.includes(2), waitMs);
  expect(seen.errors).toEqual([expect.stringContaining('SyntaxError')]);
});
