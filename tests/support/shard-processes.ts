/** The engine and the settlement of a test, as real processes over its own Postgres and Redis. */
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

/** Starts both; they wait for each other by themselves. What they log is shown when they end by themselves. */
export function startShardProcesses(services: { databaseUrl: string; redisUrl: string }): ShardProcesses {
  const dataDir = mkdtempSync(join(tmpdir(), 'pelican-shard-'));
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    SHARD: 'spot',
  };
  const children = [
    { part: 'engine-spot', entry: 'apps/engine/src/host/main.ts' },
    { part: 'settlement', entry: 'apps/api/src/settlement/main.ts' },
  ].map(({ part, entry }) =>
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
