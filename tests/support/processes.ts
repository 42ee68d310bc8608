/** The parts of the exchange as child processes that a test may kill and start again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { PartRole } from '@pelican/prisma/roles/index.ts';
import { ended, logTail, sendSignal, until, withLogFile } from '../../scripts/services/process.ts';
import { programOf } from '../../scripts/supervisor/server-build.ts';
import { asPart } from './roles.ts';

const root = resolve(import.meta.dirname, '../..');

export interface PartProcess {
  readonly name: string;
  readonly logFile: string;
  /** The process id now; another one after a restart. */
  pid(): number;
  isRunning(): boolean;
  /** kill -9, and waits until the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and waits for the end. Answers the exit code, null after a signal. */
  stop(): Promise<number | null>;
  /** Starts it again with the same settings. */
  start(): void;
  /** Waits until it ends. */
  ended(): Promise<number | null>;
  log(): string;
}

export interface PartOptions {
  name: string;
  /** Path from the repository's root, whose bundle then runs, or an absolute one. */
  entry: string;
  dataDir: string;
  env: Record<string, string>;
}

/** Processes of ours that connect to Postgres, by their entries. */
const roleOf: Readonly<Record<string, PartRole>> = {
  'apps/api/src/processes/api/main.ts': 'api',
  'apps/api/src/processes/settlement.ts': 'settlement',
  'apps/api/src/processes/ticker.ts': 'ticker',
  'apps/api/src/processes/worker.ts': 'worker',
  'apps/api/src/processes/signer.ts': 'signer',
};

/** With the rights that it has in a deployment. */
function ownRole(entry: string, { DATABASE_URL }: Record<string, string>): Record<string, string> {
  const role = Object.entries(roleOf).find(([path]) => entry.endsWith(path))?.[1];
  return role && DATABASE_URL ? { DATABASE_URL: asPart(DATABASE_URL, role) } : {};
}

/**
 * Runs one of our own programs to its end. @returns what it prints
 * @param env beside that of the test
 * @param timeout after so many ms it is ended
 * @throws what `execFile` throws: an error with `code`, `stdout` and `stderr`
 */
export async function runProgram(
  entry: string,
  args: readonly string[],
  env: Record<string, string>,
  timeout?: number,
): Promise<string> {
  const options = { cwd: root, env: { ...process.env, ...env }, ...(timeout === undefined ? {} : { timeout }) };
  return (await promisify(execFile)(process.execPath, [programOf(entry), ...args], options)).stdout;
}

/** Starts one of our own processes, as its role in Postgres; its output goes to DATA_DIR/logs/<name>.log. */
export function startPart(options: PartOptions): PartProcess {
  const { name, dataDir } = options;
  const logFile = join(dataDir, 'logs', `${name}.log`);
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    DATA_DIR: dataDir,
    PART: name,
    ...options.env,
    ...ownRole(options.entry, options.env),
  };
  const program = isAbsolute(options.entry) ? options.entry : programOf(options.entry);
  const spawnPart = () =>
    withLogFile(logFile, (log) => spawn(process.execPath, [program], { cwd: root, env, stdio: ['ignore', log, log] }));
  let child: ChildProcess = spawnPart();
  const pid = () => {
    if (child.pid === undefined) throw new Error(`${name} could not be started`);
    return child.pid;
  };
  const end = async () => {
    await ended(child);
    return child.exitCode;
  };
  return {
    name,
    logFile,
    pid,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      sendSignal(pid(), 'SIGKILL');
      await ended(child);
    },
    stop() {
      sendSignal(pid(), 'SIGTERM');
      return end();
    },
    start() {
      child = spawnPart();
    },
    ended: end,
    log: () => readFileSync(logFile, 'utf8'),
  };
}

/** An engine of a shard. */
export function startEngine(options: {
  redisUrl: string;
  dataDir: string;
  shard?: string;
  name?: string;
  env?: Record<string, string>;
}): PartProcess {
  const shard = options.shard ?? 'spot';
  return startPart({
    name: options.name ?? `engine-${shard}`,
    entry: 'apps/engine/src/host/main.ts',
    dataDir: options.dataDir,
    env: { SHARD: shard, REDIS_URL: options.redisUrl, ...options.env },
  });
}

/** What an engine's GET /health answers. */
export interface EngineHealth {
  healthy: boolean;
  role: 'starting' | 'standby' | 'leader' | 'stopping';
  seq: number;
  position: string;
  published: string;
}

/** Asks an engine for its health; undefined while it does not answer. */
export async function engineHealth(dataDir: string, name = 'engine-spot'): Promise<EngineHealth | undefined> {
  try {
    return (await (await askEngine(dataDir, name, '/health')).json()) as EngineHealth;
  } catch {
    return undefined;
  }
}

/** What a running engine answers to GET /metrics. */
export async function engineMetrics(dataDir: string, name = 'engine-spot'): Promise<string> {
  return (await askEngine(dataDir, name, '/metrics')).text();
}

function askEngine(dataDir: string, name: string, path: string): Promise<Response> {
  const port = readFileSync(join(dataDir, 'run', `${name}.port`), 'utf8').trim();
  return fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(1_000) });
}

/** Waits until the engine has the role. @throws Error with the end of its log */
export async function awaitRole(part: PartProcess, dataDir: string, role: EngineHealth['role']): Promise<void> {
  const hasRole = async () => {
    if (!part.isRunning()) throw new Error('it has ended');
    return (await engineHealth(dataDir, part.name))?.role === role;
  };
  try {
    await until(`${part.name} is ${role}`, hasRole, 60_000);
  } catch (cause) {
    throw new Error(`${part.name} did not become ${role}:\n${logTail(part.logFile, 30)}`, { cause });
  }
}
