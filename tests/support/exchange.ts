/** The whole exchange, started by the same script as `npm start`, for tests that use it from the outside. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { freePort, until } from '../../scripts/services/process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const startTimeoutMs = 240_000;
const restartMsMax = 60_000;
/** The supervisor takes two signals within a second for one. */
const secondSignalMs = 1_200;
const run = promisify(execFile);

export interface RunningExchange {
  url: string;
  dataDir: string;
  /** `npm run ops -- ...`; answers what it printed. */
  ops(...args: string[]): Promise<string>;
  /** The process id of a part, from DATA_DIR/run. */
  pidOf(part: string): Promise<number>;
  /** kill -9 of a part; answers the process id that died. */
  kill(part: string): Promise<number>;
  /** Resolves when a part runs again under another process id. @throws Error when it does not within a minute */
  restarted(part: string, before: number): Promise<void>;
  /** Runs `work` while ended parts are not restarted. */
  whileUnwatched(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Settings with which another exchange begins than the run's prepared demo. */
const settingsOfTheBeginning = ['DATABASE_URL', 'REDIS_URL', 'SHARDS', 'NODE_ENV', 'API_KEY_ENCRYPTION_KEY'];

/** A folder for an exchange: a copy of the run's demo where that is what these settings would make, else empty. */
async function makeDataDir(environment: Record<string, string>): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pelican-'));
  const demo = inject('preparedDemo');
  const isDemo = environment.DEMO !== '0' && !settingsOfTheBeginning.some((name) => name in environment);
  // With the owners of its files: Postgres runs under an account of its own.
  if (demo !== undefined && isDemo) await run('cp', ['-a', `${demo}/.`, dataDir]);
  return dataDir;
}

/**
 * Starts the exchange and waits until it prints that it is ready.
 * @param environment its settings; with DATA_DIR it runs in that folder, which stays, else in one of its own
 * @throws Error with the output when it ends or takes longer than four minutes
 */
export async function startExchange(environment: Record<string, string> = {}): Promise<RunningExchange> {
  const dataDir = environment.DATA_DIR ?? (await makeDataDir(environment));
  const port = await freePort();
  const env = { ...process.env, NODE_ENV: '', ...environment, DATA_DIR: dataDir, PORT: String(port) };
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`the exchange did not start (${reason}):\n${output}`));
    const timeout = setTimeout(() => fail('no answer in time'), startTimeoutMs);
    const listen = (chunk: Buffer) => {
      output += String(chunk);
      if (!output.includes('Pelican is ready')) return;
      clearTimeout(timeout);
      resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => fail(`it ended with ${code}`));
  });
  const pidOf = async (part: string) => Number(await readFile(path.join(dataDir, 'run', `${part}.pid`), 'utf8'));
  return {
    url: `http://localhost:${port}`,
    dataDir,
    pidOf,
    kill: async (part) => {
      const pid = await pidOf(part);
      process.kill(pid, 'SIGKILL');
      return pid;
    },
    restarted: async (part, before) => {
      const isBack = async () => {
        const pid = await pidOf(part).catch(() => before);
        return pid !== before && pid > 0;
      };
      await until(`${part} is started again`, isBack, restartMsMax).catch((cause) => {
        throw new Error(output, { cause });
      });
    },
    whileUnwatched: async (work) => {
      child.kill('SIGSTOP');
      try {
        await work();
      } finally {
        child.kill('SIGCONT');
      }
    },
    ops: async (...args) => (await run(process.execPath, ['scripts/ops.ts', ...args], { cwd: root, env })).stdout,
    stop: async () => {
      child.kill('SIGTERM');
      if (environment.DATA_DIR === undefined) {
        // Nobody reads this folder again, so nothing need be put in order: a second signal does not wait for the parts.
        await Promise.race([ended, delay(secondSignalMs)]);
        child.kill('SIGTERM');
      }
      await ended;
      if (environment.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
