/** Indexes of the worker, by the events of the perpetual shard: what it cannot read does not end them for good. */
import { loadInstruments } from '@pelican/api/src/catalog/index.ts';
import { seedInstruments } from '@pelican/api/src/demo/seed-instruments.ts';
import { openIndexFeed } from '@pelican/api/src/modules/loans/watch/index-feed.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { ByteWriter, eventField, eventHeaderLength, type Shard, shardKeys } from '@pelican/shared/engine';
import { MarketState, marketPriced } from '@pelican/shared/engine/perpetual';
import { afterAll, beforeAll, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { silent } from '../../support/jobs-of-a-test.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

/** Of this test alone: the events of the exchange have readers that what follows would end. */
const shard: Shard = { id: 9, name: 'indexes-of-a-test', kind: 'perpetual' };

test('an entry that cannot be read costs some seconds of prices, and no more', async () => {
  const { pool } = api.parts;
  await seedInstruments(pool);
  const { instruments } = await loadInstruments(pool);
  const instrument = instruments.find(({ name }) => name === 'BTC_USDT');
  if (!instrument) throw new Error('BTC_USDT is not listed');
  const redis = connectRedis(api.redisUrl, silent);
  const { events } = shardKeys(shard);
  const writer = new ByteWriter();
  const say = async (indexTicks: number) => {
    writer.reset();
    writer.reserve(eventHeaderLength);
    const prices = { indexTicks, markTicks: indexTicks, maxBuyTicks: 0, minSellTicks: 0, openInterestLots: 0 };
    marketPriced.write(writer, 0, { market: instrument.id, state: MarketState.open, ...prices });
    await redis.xadd(events, '*', eventField, Buffer.from(writer.copy()));
  };
  await say(1_000);
  const feed = await openIndexFeed({ pool, redis, shard, log: silent });
  const isFresh = async (indexTicks: number) => {
    await say(indexTicks);
    const { price } = feed.prices.of('BTC', 'USDT');
    return price.isFresh && price.index > 0n;
  };
  try {
    await until('there is a price', () => isFresh(2_000), 20_000);
    const { price: first } = feed.prices.of('BTC', 'USDT');
    await redis.xadd(events, '*', 'unknown', 'nonsense');
    const isNewer = async () => {
      await say(3_000);
      const { price } = feed.prices.of('BTC', 'USDT');
      return price.isFresh && first.isFresh && price.index > first.index;
    };
    await until('indexes are followed again', isNewer, 30_000);
  } finally {
    feed.close();
    redis.disconnect();
  }
});
