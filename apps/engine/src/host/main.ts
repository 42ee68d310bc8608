/** An engine process: `SHARD=spot REDIS_URL=... DATA_DIR=... node apps/engine/src/host/main.ts`. */
import { readDurability } from '@pelican/shared/engine';
import { ConfigError } from '@pelican/shared/settings';
import { startTracing } from '@pelican/tracing';
import { type Logger, pino } from 'pino';
import { applyV8Settings } from '../v8-settings.ts';
import { type EngineConfig, readConfig } from './config.ts';
import { controlConnection, engineConnections } from './connections.ts';
import { coreOf } from './cores.ts';
import { EngineHost } from './engine-host.ts';
import { startHousekeeping } from './housekeeping.ts';
import { JournalTail } from './journal-tail.ts';
import { EngineMetrics } from './metrics.ts';
import { startRegeneration } from './regeneration.ts';
import { startStatusServer } from './status-server.ts';

/** Redis could forget what it has acknowledged. */
class ForgetfulRedis extends Error {}

async function demandDurability(config: EngineConfig, log: Logger, signal: AbortSignal): Promise<void> {
  const redis = controlConnection(config.redisUrl, log);
  try {
    await new Promise((resolve) => {
      redis.once('ready', resolve);
      signal.addEventListener('abort', resolve);
    });
    if (signal.aborted) return;
    const { faults, unknown } = await readDurability(redis);
    if (unknown.length > 0)
      log.warn({ unknown }, 'Redis does not disclose its settings: see to it that they are as docs/operations.md says');
    if (faults.length === 0) return;
    const text = `Redis could lose acknowledged orders: ${faults.join('; ')}`;
    if (config.production) throw new ForgetfulRedis(text);
    log.warn({ faults }, text);
  } finally {
    redis.disconnect();
  }
}

async function main(): Promise<void> {
  applyV8Settings();
  const config = readConfig(process.env);
  const log = pino({ name: config.part, level: config.logLevel });
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());
  const metrics = new EngineMetrics(config.shard.name);
  const stopTracing = await startTracing(config.tracing, { service: 'pelican-engine', part: config.part, log });
  try {
    await demandDurability(config, log, stopping.signal);
    const core = coreOf(config.shard);
    const connections = engineConnections(config.redisUrl, log);
    const copies = new JournalTail(config.folders, config.part, log);
    const host = new EngineHost({
      ...{ config, core, connections, copies, startHousekeeping, startRegeneration, log, metrics },
    });
    const { registry } = metrics;
    const { metricsHost, metricsPort: port, portFile } = config;
    const health = () => host.health();
    const status = await startStatusServer({ host: metricsHost, port, portFile, registry, health });
    try {
      await host.run(stopping.signal);
      log.info('engine stopped');
    } finally {
      status.close();
    }
  } catch (error) {
    log.fatal({ err: error }, 'the engine cannot go on');
    process.exitCode = 1;
  } finally {
    await stopTracing();
  }
}

await main().catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error.stack}\n`);
  // Open connections would keep the process from ending; its supervisor starts another.
  process.exit(1);
});
