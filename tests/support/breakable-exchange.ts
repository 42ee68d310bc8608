/** An exchange with standbys whose servers, links and clocks a test may break; everything else is as `npm start` runs it. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Shard, shardParts } from '@pelican/shared/engine';
import pg from 'pg';
import { ensureDatabase } from '../../scripts/services/postgres-server.ts';
import { until } from '../../scripts/services/process.ts';
import { type RunningExchange, startExchange } from './exchange.ts';
import { type LocalServer, startLocalPostgres, startLocalRedis } from './local-servers.ts';
import { engineHealth } from './processes.ts';
import { databaseUrl } from './services.ts';
import { shards } from './shards.ts';
import { canMountDisks, mountDisk, type SmallDisk } from './small-disk.ts';
import { openLink, type TcpLink } from './tcp-link.ts';

const database = 'pelican';
const leaderMsMax = 60_000;

/** The parts whose process ids are in the folder. */
function partsIn(runDir: string): string[] {
  const names = readdirSync(runDir).filter((name) => name.endsWith('.pid') && name !== 'supervisor.pid');
  return names.map((name) => name.slice(0, -'.pid'.length));
}

async function leaderOf(dataDir: string, shard: Shard): Promise<string> {
  const { engine, standby } = shardParts(shard);
  let leader: string | undefined;
  const isLed = async () => {
    for (const name of [engine, standby]) if ((await engineHealth(dataDir, name))?.role === 'leader') leader = name;
    return leader !== undefined;
  };
  await until(`the shard ${shard.name} has a leader`, isLed, leaderMsMax);
  return leader ?? '';
}

export interface BreakableExchange extends RunningExchange {
  redis: LocalServer;
  /** Where Redis keeps its data; absent where no disk can be mounted. */
  redisDisk: SmallDisk | undefined;
  postgres: LocalServer;
  /** Between all parts and the two servers. */
  links: { redis: TcpLink; postgres: TcpLink };
  /** Past the links. */
  database: pg.Pool;
  /** The engine that leads each shard; waits for one where none does. */
  leaders(): Promise<string[]>;
  /** Our own processes by name. */
  parts(): string[];
  pidsOf(names: readonly string[]): Promise<number[]>;
  /** Sets the clock of all our processes this far from the machine's, which Redis and Postgres go on using. */
  shiftClocks(milliseconds: number): void;
}

export async function startBreakableExchange(environment: Record<string, string>): Promise<BreakableExchange> {
  const folder = mkdtempSync(join(tmpdir(), 'pelican-breakable-'));
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  const redisDisk = canMountDisks ? mountDisk(join(folder, 'redis')) : undefined;
  const [redis, postgres] = await Promise.all([
    startLocalRedis(redisDisk ? { dataDir: redisDisk.folder } : {}),
    startLocalPostgres({ settings: { max_connections: '200' } }),
  ]);
  await ensureDatabase(postgres.url, database);
  const pool = new pg.Pool({ connectionString: databaseUrl(postgres.url, database), max: 4 });
  // Postgres is one of the parts that are broken.
  pool.on('error', () => undefined);
  const links = { redis: await openLink(redis.url), postgres: await openLink(postgres.url) };
  const exchange = await startExchange({
    ENGINE_STANDBY: '1',
    REDIS_URL: links.redis.url,
    DATABASE_URL: databaseUrl(links.postgres.url, database),
    NODE_OPTIONS: `--import ${new URL('./shifted-clock.ts', import.meta.url).href}`,
    CLOCK_SHIFT_FILE: clockFile,
    ...environment,
  });
  return {
    ...exchange,
    redis,
    redisDisk,
    postgres,
    links,
    database: pool,
    leaders: () => Promise.all(shards.map((shard) => leaderOf(exchange.dataDir, shard))),
    parts: () => partsIn(join(exchange.dataDir, 'run')),
    pidsOf: (names) => Promise.all(names.map((name) => exchange.pidOf(name))),
    shiftClocks: (milliseconds) => writeFileSync(clockFile, String(milliseconds)),
    async stop() {
      await exchange.stop();
      await pool.end();
      await Promise.all([links.redis.close(), links.postgres.close(), redis.stop(), postgres.stop()]);
      redisDisk?.unmount();
      rmSync(folder, { recursive: true });
    },
  };
}
