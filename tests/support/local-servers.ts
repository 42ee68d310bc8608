import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresServer } from '../../scripts/services/postgres-server.ts';
import { ended, freePort } from '../../scripts/services/process.ts';
import { startRedisServer } from '../../scripts/services/redis-server.ts';

/** A server of this machine that a fault test may kill and bring back. */
export interface LocalServer {
  url: string;
  port: number;
  dataDir: string;
  /** The process id now; another one after a restart. */
  pid(): number;
  /** kill -9, and waits until the process is gone. Of Postgres this is the postmaster. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

interface RunningServer {
  url: string;
  port: number;
  pid: number;
  child: Parameters<typeof ended>[0];
  stop(): Promise<void>;
}

/** npm's embedded Postgres in a folder of its own or the one given. */
export function startLocalPostgres(
  options: { settings?: Record<string, string>; dataDir?: string } = {},
): Promise<LocalServer> {
  const { dataDir, ...others } = options;
  const start = (place: Parameters<StartServer>[0]) => startPostgresServer({ ...place, password: 'test', ...others });
  return startLocalServer('postgres', start, dataDir === undefined ? {} : { dataDir });
}

/** The machine's redis-server or valkey-server in a folder of its own or the one given, durable as in production. */
export function startLocalRedis(options: { dataDir?: string } = {}): Promise<LocalServer> {
  return startLocalServer('redis', (place) => startRedisServer({ ...place, password: 'test', ...options }), options);
}

type StartServer = (place: { dataDir: string; logFile: string; port: number }) => Promise<RunningServer>;

async function startLocalServer(
  kind: string,
  start: StartServer,
  given: { dataDir?: string } = {},
): Promise<LocalServer> {
  const folder = mkdtempSync(join(tmpdir(), `pelican-${kind}-`));
  const place = { dataDir: join(folder, 'data'), logFile: join(folder, 'log'), port: await freePort(), ...given };
  let server = await start(place);
  return {
    url: server.url,
    port: server.port,
    dataDir: place.dataDir,
    pid: () => server.pid,
    async kill() {
      server.child.kill('SIGKILL');
      await ended(server.child);
    },
    async restart() {
      server = await start(place);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
