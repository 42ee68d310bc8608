/** The whole exchange, started by the same script as `npm start`, for tests that use it from the outside. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');
const startTimeoutMs = 240_000;
const run = promisify(execFile);

export interface RunningExchange {
  url: string;
  dataDir: string;
  /** `npm run ops -- ...`; answers what it printed. */
  ops(...args: string[]): Promise<string>;
  /** The process id of a part, as DATA_DIR/run tells it. */
  pidOf(part: string): Promise<number>;
  stop(): Promise<void>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts the exchange in a folder of its own and waits until it says that it is ready.
 * @throws Error with the output when it ends or takes longer than four minutes
 */
export async function startExchange(environment: Record<string, string> = {}): Promise<RunningExchange> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pelican-'));
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
  return {
    url: `http://localhost:${port}`,
    dataDir,
    ops: async (...args) => (await run(process.execPath, ['scripts/ops.ts', ...args], { cwd: root, env })).stdout,
    pidOf: async (part) => Number(await readFile(path.join(dataDir, 'run', `${part}.pid`), 'utf8')),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
