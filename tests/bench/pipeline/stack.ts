/** The real parts in a folder of their own: Postgres, Redis, engine, settlement and API, each a process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { engineEnvironment, engineNodeArgs } from '@pelican/engine/src/process-settings.ts';
import { migrate } from '../../../prisma/migrate.ts';
import { installMissing } from '../../../scripts/services/install.ts';
import { connectionUrl, ensureDatabase, startPostgresServer } from '../../../scripts/services/postgres-server.ts';
import { ended, freePort } from '../../../scripts/services/process.ts';
import { redisProgram, startRedisServer } from '../../../scripts/services/redis-server.ts';
import { apiNodeArgs } from '../../../scripts/supervisor/applications.ts';
import { programOf } from '../../../scripts/supervisor/server-build.ts';

const startMsMax = 30_000;

/** Limits far beyond what a run can reach. */
const unlimited = {
  ORDERS_PER_SECOND: '100000000',
  REQUESTS_PER_SECOND_PER_IP: '100000000',
  PUBLIC_ROWS_PER_SECOND_PER_IP: '10000000',
  SOCKET_REQUESTS_PER_SECOND: '100000000',
  SOCKET_REQUEST_BURST: '100000000',
  SOCKET_CONNECTIONS_PER_IP: '100000',
};

export interface Stack {
  databaseUrl: string;
  redisUrl: string;
  port: number;
  /** Process ids by part. */
  pids: Record<string, number>;
  /** What a part has logged. */
  logOf(part: string): string;
  startApi(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts everything but the API, which boots when the listings are there. */
export async function startStack(environment: Record<string, string> = {}): Promise<Stack> {
  await installMissing({ 'redis-server': redisProgram() }, (line) => process.stderr.write(`${line}\n`));
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pelican-bench-'));
  const logs = path.join(dataDir, 'logs');
  mkdirSync(logs);
  const logFile = (part: string) => path.join(logs, `${part}.log`);
  const place = async (part: string) => ({
    dataDir: path.join(dataDir, part),
    port: await freePort(),
    password: 'bench',
    logFile: logFile(part),
  });
  const postgresPlace = await place('postgres');
  const postgres = await startPostgresServer(postgresPlace);
  await ensureDatabase(postgres.url, 'pelican');
  const databaseUrl = connectionUrl(postgresPlace, 'pelican');
  await migrate(databaseUrl);
  const redis = await startRedisServer(await place('redis'));
  const port = await freePort();
  const children = new Map<string, ChildProcess>();
  const pids: Record<string, number> = { postgres: postgres.pid, redis: redis.pid };

  function launch(part: string, entry: string, extra: Record<string, string> = {}, nodeArgs: string[] = []): void {
    const output = openSync(logFile(part), 'a');
    const env = {
      ...process.env,
      ...unlimited,
      NODE_ENV: 'development',
      LOG_LEVEL: 'info',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      WEB_DIST: 'apps/web/no-dist',
      PART: part,
      ...environment,
      ...extra,
    };
    const args = [...nodeArgs, programOf(entry)];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', output, output] });
    closeSync(output);
    children.set(part, child);
    pids[part] = child.pid as number;
  }

  launch('engine-spot', 'apps/engine/src/host/main.ts', { ...engineEnvironment, SHARD: 'spot' }, engineNodeArgs);
  launch('settlement-spot', 'apps/api/src/processes/settlement.ts', { SHARD: 'spot' });
  const logOf = (part: string) => readFileSync(logFile(part), 'utf8');
  return {
    databaseUrl,
    redisUrl: redis.url,
    port,
    pids,
    logOf,
    async startApi() {
      launch('api', 'apps/api/src/processes/api/main.ts', {}, apiNodeArgs);
      const deadline = Date.now() + startMsMax;
      while (!(await answers(`http://127.0.0.1:${port}/health`))) {
        if (Date.now() > deadline) throw new Error(`the API does not answer:\n${logOf('api')}`);
        await delay(50);
      }
    },
    async stop() {
      for (const child of children.values()) child.kill('SIGTERM');
      await Promise.all([...children.values()].map(ended));
      await redis.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}
