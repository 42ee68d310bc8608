/** A ticker process: one of several sends the seconds, the others are standbys. */

import { firstOfKind } from '@pelican/shared/engine';
import { perpetualWire } from '@pelican/shared/engine/perpetual';
import { Gauge, Registry } from 'prom-client';
import { ConfigError } from '../platform/config/index.ts';
import { createPool } from '../platform/database/index.ts';
import { createLogger } from '../platform/log/index.ts';
import { listenForMetrics } from '../platform/metrics/index.ts';
import { connectRedis } from '../platform/redis/index.ts';
import { JournalWriter, readCursor, startAgain } from '../shards/index.ts';
import { readTickerConfig, Ticker } from '../ticker/index.ts';

/** A command that takes longer would make the ticker miss a second. */
const redisTimeoutMs = 900;

async function main(): Promise<void> {
  const config = readTickerConfig(process.env);
  const log = createLogger(config.logLevel, config.part);
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  const pool = createPool({ databaseUrl: config.databaseUrl, databasePoolMax: 2 }, log);
  const journalRedis = connectRedis(config.redisUrl, log);
  const redis = journalRedis.duplicate({ maxRetriesPerRequest: 1, commandTimeout: redisTimeoutMs });
  redis.on('error', () => undefined);
  const shard = firstOfKind(config.shards, 'perpetual');
  const { position: known } = await readCursor(pool, shard);
  const journal = await JournalWriter.open(journalRedis, shard, perpetualWire, { known, onRecovered: startAgain });
  const { leaseMs, isIndexStill } = config;
  const ticker = new Ticker({ pool, redis, journal, shard, leaseMs, isIndexStill, log });
  const endpoint = await listenForMetrics(metricsOf(ticker), config.metrics);
  await ticker.run(stopping.signal);
  endpoint.close();
  journal.close();
  redis.disconnect();
  journalRedis.disconnect();
  await pool.end();
  log.info('ticker stopped');
}

function metricsOf(ticker: Ticker): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('ticker_leading', '1 while this process ticks', () => Number(ticker.isLeading));
  gauge('ticker_last_second', 'The newest second (Unix) that this process has sent', () => ticker.lastSecond);
  new Gauge({
    name: 'index_age_seconds',
    help: 'Time since the index price of a market was last known, of the process that ticks',
    labelNames: ['market'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { market, seconds } of ticker.indexAges(Date.now())) this.set({ market }, seconds);
    },
  });
  return registry;
}

await main().catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error.stack}\n`);
  // Open connections would keep the process from ending; its supervisor starts another.
  process.exit(1);
});
