/** The settlement process of the shard that SHARD names. */
import { startTracing } from '@pelican/tracing';
import { ConfigError } from '../platform/config/index.ts';
import { createLogger } from '../platform/log/index.ts';
import { listenForMetrics } from '../platform/metrics/index.ts';
import { connectRedis } from '../platform/redis/index.ts';
import {
  connectPostgres,
  openSettler,
  readSettlementConfig,
  Settlement,
  SettlementMetrics,
  yieldProcessor,
} from '../settlement/index.ts';

async function main(): Promise<void> {
  const config = readSettlementConfig(process.env);
  const log = createLogger(config.logLevel, config.part);
  const metrics = new SettlementMetrics(config.shard.name);
  yieldProcessor(process.pid);
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  const endpoint = await listenForMetrics(metrics.registry, config.metrics);
  const stopTracing = await startTracing(config.tracing, { service: 'pelican-settlement', part: config.part, log });
  try {
    const { shard, commandsMax, keptEventsMs, databaseUrl, redisUrl } = config;
    const settlement = new Settlement({
      shard,
      commandsMax,
      keptEventsMs,
      connectRedis: () => connectRedis(redisUrl, log),
      connectPostgres: () => connectPostgres(databaseUrl, `pelican-settlement-${shard.name}`, log),
      openSettler: openSettler[shard.kind],
      log,
      metrics,
    });
    await settlement.run(stopping.signal);
    log.info('settlement stopped');
  } catch (error) {
    log.fatal({ err: error }, 'settlement ends');
    process.exitCode = 1;
  } finally {
    endpoint.close();
    await stopTracing();
  }
}

await main().catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error.stack}\n`);
  // Open connections would keep the process from ending; its supervisor starts another.
  process.exit(1);
});
