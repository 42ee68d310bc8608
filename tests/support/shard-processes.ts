/** The processes beside an API that a test runs in its own process: a shard's engine and settlement, and its ticker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logTail } from '../../scripts/services/process.ts';
import { type PartProcess, startEngine, startPart } from './processes.ts';

export interface ShardProcesses {
  /** Where the engine keeps snapshots and archives. */
  dataDir: string;
  stop(): Promise<void>;
}

interface ShardProcessesOptions {
  databaseUrl: string;
  redisUrl: string;
  /** Of the default shards. */
  shard?: 'spot' | 'perpetual';
  /** Starts the process that ticks the perpetual shard. */
  hasTicker?: boolean;
  /** Settings beside the defaults of a test. */
  env?: Record<string, string>;
}

/** Starts them; they wait for each other by themselves. The log of one that ends by itself is shown by `stop`. */
export function startShardProcesses(options: ShardProcessesOptions): ShardProcesses {
  const { databaseUrl, redisUrl, shard = 'spot', hasTicker = false } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'pelican-shard-'));
  const env = { LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SHARD: shard, ...options.env };
  const start = (name: string, entry: string) => startPart({ name, entry, dataDir, env });
  const parts = [
    startEngine({ redisUrl, dataDir, shard, env }),
    start(`settlement-${shard}`, 'apps/api/src/processes/settlement.ts'),
    ...(hasTicker ? [start('ticker', 'apps/api/src/processes/ticker.ts')] : []),
  ];
  return {
    dataDir,
    async stop() {
      await Promise.all(parts.map(stopPart));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function stopPart(part: PartProcess): Promise<void> {
  if (part.isRunning()) await part.stop();
  else process.stderr.write(`${part.name} ended by itself:\n${logTail(part.logFile, 30)}\n`);
}
