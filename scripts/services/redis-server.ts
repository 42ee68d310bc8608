/** Runs a Redis (or Valkey) of this machine as a child process of ours, with the durability that the journal needs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { Redis } from 'ioredis';
import { ended, findProgram, logTail, stopProcess, until, withLogFile } from './process.ts';

export interface RedisOptions {
  /** The folder of the append-only file; created on first use. */
  dataDir: string;
  port: number;
  password: string;
  /** The server's output is appended to this file. */
  logFile: string;
  /** Beyond this it refuses writes that need room; see `memoryMaxMbDefault`. */
  memoryMaxMb?: number | undefined;
}

export interface RedisServer {
  url: string;
  port: number;
  pid: number;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** The full path of redis-server or valkey-server, or undefined when the machine has neither. */
export function redisProgram(): string | undefined {
  return findProgram('redis-server', 'valkey-server');
}

/** Settings without which an acknowledged command could be lost: every write is on disk before it is answered. */
export const durableSettings = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' } as const;

/** Half of the machine's memory and at most 4 GB, so that the kernel has no reason to end the server. */
export function memoryMaxMbDefault(): number {
  return Math.min(4096, Math.floor(totalmem() / 2 ** 21));
}

/** Starts the server and waits until it has loaded its data and answers. */
export async function startRedisServer(options: RedisOptions): Promise<RedisServer> {
  const program = redisProgram();
  if (!program) throw new Error('Neither redis-server nor valkey-server is on the PATH');
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  // The configuration goes through stdin, so the password shows in no process list and no file.
  const child = withLogFile(options.logFile, (log) =>
    spawn(program, ['-'], { cwd: options.dataDir, detached: true, stdio: ['pipe', log, log] }),
  );
  child.stdin?.end(redisConfiguration(options));
  return awaitRedis(child, options);
}

/** The address of a server of ours. */
export function redisUrl(options: { port: number; password: string }): string {
  return `redis://:${options.password}@127.0.0.1:${options.port}/0`;
}

/** Waits until the process answers as a Redis. */
export async function awaitRedis(child: ChildProcess, options: RedisOptions): Promise<RedisServer> {
  const url = redisUrl(options);
  await waitUntilReady(child, url, () => logTail(options.logFile));
  const pid = child.pid;
  if (pid === undefined) throw new Error('Redis has no process id');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) await stopProcess(pid, 'SIGTERM', 20_000);
    await ended(child);
  };
  return { url, port: options.port, pid, child, stop };
}

/** The configuration file of a server of ours. */
export function redisConfiguration(options: RedisOptions, bind = '127.0.0.1'): string {
  const settings: Record<string, string> = {
    bind,
    port: String(options.port),
    dir: `"${options.dataDir.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
    requirepass: options.password,
    save: '""',
    maxmemory: `${options.memoryMaxMb ?? memoryMaxMbDefault()}mb`,
    ...durableSettings,
  };
  return `${Object.entries(settings)
    .map(([name, value]) => `${name} ${value}`)
    .join('\n')}\n`;
}

async function waitUntilReady(child: ChildProcess, url: string, log: () => string): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined);
  const answers = async () => {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`Redis ended at start:\n${log()}`);
    try {
      if (client.status === 'wait' || client.status === 'end') await client.connect();
      return (await client.ping()) === 'PONG';
    } catch {
      return false;
    }
  };
  try {
    // Loading a long append-only file after a crash takes long; the server answers LOADING meanwhile.
    await until('Redis answers', answers, 120_000);
  } finally {
    client.disconnect();
  }
}
