/** The engines and the settlements of a test, and a perpetual shard's ticker, as real processes over its own Postgres and Redis. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ended } from '../../scripts/services/process.ts';

const root = resolve(import.meta.dirname, '../..');

export interface ShardProcesses {
  /** Where the engine keeps snapshots and archives. */
  dataDir: string;
  stop(): Promise<void>;
}

const settlement = 'apps/api/src/processes/settlement.ts';
const engine = 'apps/engine/src/host/main.ts';
const parts = {
  spot: [
    { part: 'engine-spot', entry: engine },
    { part: 'settlement-spot', entry: settlement },
  ],
  perpetual: [
    { part: 'engine-perpetual', entry: engine },
    { part: 'settlement-perpetual', entry: settlement },
    { part: 'ticker', entry: 'apps/api/src/processes/ticker.ts' },
  ],
};

/** Starts them; they wait for each other by themselves. What they log is shown when they end by themselves. */
export function startShardProcesses(
  services: { databaseUrl: string; redisUrl: string },
  shard: keyof typeof parts = 'spot',
): ShardProcesses {
  const dataDir = mkdtempSync(join(tmpdir(), 'pelican-shard-'));
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    SHARD: shard,
  };
  const children = parts[shard].map(({ part, entry }) =>
    spawn(process.execPath, [join(root, entry)], {
      cwd: root,
      env: { ...env, PART: part },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  return {
    dataDir,
    async stop() {
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(children.map((child) => ended(child)));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
