/** A market that has not opened, XYZ_USDT, whose coin is traded nowhere else. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliverOutbox } from '@pelican/api/src/shards/index.ts';
import { pageMetaFile } from '@pelican/shared/client-paths';
import { expect } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { signUpOperator } from './operators.ts';
import type { TradingApi } from './trading-api.ts';

const market = {
  name: 'XYZ_USDT',
  priceStep: '0.01',
  amountStep: '0.01',
  amountMin: '0.01',
  amountMax: '1000',
  totalMin: '1',
  priceMax: '10000',
  priceBandPpm: 50_000,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
  serviceFeePpm: 750,
  serviceFeeBuyPpm: 750,
  gstPpm: 180_000,
  tdsPpm: 10_000,
  tax: 'none',
  selfTrade: 'cancelResting',
  isNew: true,
};

/** A build of the client with one page, the one of a market. @returns its folder */
export async function makeMarketClient(): Promise<string> {
  const webDist = await mkdtemp(join(tmpdir(), 'pelican-unopened-'));
  await writeFile(join(webDist, 'index.html'), '<html><head><title>Pelican</title></head><body></body></html>');
  const texts = { en: { title: 'Trade {{pair}}', description: '' } };
  const pages = [{ path: '/trade/:pair', index: true, market: { venue: 'spot', elsewhere: '/trade' }, texts }];
  await writeFile(join(webDist, pageMetaFile), JSON.stringify({ site: 'Pelican', languages: ['en'], texts, pages }));
  return webDist;
}

/** As the worker does. */
async function deliver({ parts }: TradingApi): Promise<void> {
  const { pool } = parts;
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM outbox_commands WHERE done_at IS NULL');
  const subjects = rows.map(({ key }) => key.split(':').slice(0, 2).join(':'));
  await deliverOutbox({ pool, redis: async () => parts.redis, shards: parts.config.shards }, subjects);
}

/**
 * Lists it, and waits until the process of the API knows it.
 * @returns closes a market, and waits likewise
 */
export async function listUnopened(exchange: TradingApi): Promise<(market: string) => Promise<void>> {
  const marketOf = (name: string) => exchange.parts.spot.catalog().marketByName(name);
  const jane = await signUpOperator(exchange, 'jane', ['listings']);
  const body = { market, asset: { ticker: 'XYZ', label: 'Xyz Coin', scale: 6 }, reason: 'test' };
  expect(await jane.post('/v2/ops/markets', body)).toMatchObject({ status: 200, body: { status: 'done' } });
  await deliver(exchange);
  await until('this process knows it', () => marketOf('XYZ_USDT') !== undefined, 60_000);
  return async (name) => {
    const change = { status: 'closed', reason: 'test' };
    expect(await jane.post(`/v2/ops/markets/${name}/status`, change)).toMatchObject({ status: 200 });
    await deliver(exchange);
    await until(`${name} is closed`, () => marketOf(name)?.status === 'closed', 60_000);
  };
}
