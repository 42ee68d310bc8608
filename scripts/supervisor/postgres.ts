import { join } from 'node:path';
import type { Logger } from 'pino';
import { connectionUrl, ensureDatabase, startPostgresServer } from '../services/postgres-server.ts';
import type { SupervisorConfig } from './config.ts';
import type { Folders } from './folders.ts';
import { say } from './log.ts';
import { Part } from './part.ts';
import { keptPort } from './ports.ts';

const database = 'pelican';

/** The database that was given, or our own server as a part that is kept running. */
export async function providePostgres(
  config: SupervisorConfig,
  folders: Folders,
  password: string,
  log: Logger,
  started: (part: Part) => void,
): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  const port = await keptPort(config, 'postgres');
  const logFile = join(folders.logs, 'postgres.log');
  const options = {
    dataDir: join(config.dataDir, 'postgres'),
    port,
    password,
    logFile,
    settings: { max_connections: '200' },
  };
  const part = new Part({
    name: 'postgres',
    runDir: folders.run,
    logFile,
    log,
    launch: async () => (await startPostgresServer(options)).child,
    // Fast shutdown; SIGTERM would wait for every client to leave.
    stopSignal: 'SIGINT',
    killSignal: 'SIGQUIT',
    stopGraceMs: 30_000,
  });
  started(part);
  await part.start();
  await ensureDatabase(connectionUrl(options, 'postgres'), database);
  say(`Postgres is up on 127.0.0.1:${port}`);
  return connectionUrl(options, database);
}
