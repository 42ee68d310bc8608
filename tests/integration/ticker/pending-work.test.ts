import { AnswerReader } from '@pelican/api/src/ticker/pending-work.ts';
import { EventWriter } from '@pelican/engine/src/core/kernel/event-writer.ts';
import { eventField, shardKeys } from '@pelican/shared/engine';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';
import { perpetualShard } from '../../support/shards.ts';

let server: Service;
let redis: Redis;
beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const writer = new EventWriter();

/** An event entry without records, as the answer to a sender's entry. */
async function publish(sender: number, counter: number): Promise<void> {
  writer.begin();
  writer.finish(perpetualShard.id, 0, sender, counter, 1, new Int32Array(2));
  const { events } = shardKeys(perpetualShard);
  await redis.xadd(events, '*', eventField, Buffer.from(writer.bytes.subarray(0, writer.length)));
}

test('an answer is found however many entries of others come behind it', async () => {
  const answers = new AnswerReader(redis, perpetualShard);
  await publish(7, 1);
  await answers.begin();
  expect(await answers.answerTo(7, 2)).toBe('unknown');
  for (let i = 0; i < 300; i++) await publish(8, i);
  await publish(7, 2);
  for (let i = 300; i < 900; i++) await publish(8, i);
  expect(await answers.answerTo(7, 2)).toBe('done');
});
