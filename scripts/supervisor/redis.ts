import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { installMissing } from '../services/install.ts';
import { findProgram } from '../services/process.ts';
import { startRedisContainer } from '../services/redis-container.ts';
import { redisProgram, redisUrl, startRedisServer } from '../services/redis-server.ts';
import type { SupervisorConfig } from './config.ts';
import type { Folders } from './folders.ts';
import { say } from './log.ts';
import { Part } from './part.ts';
import { keptPort } from './ports.ts';
import { StartError } from './start-error.ts';

const run = promisify(execFile);

/** The Redis that was given, or one of this machine as a part that is kept running. */
export async function provideRedis(
  config: SupervisorConfig,
  folders: Folders,
  password: string,
  log: Logger,
  started: (part: Part) => void,
): Promise<string> {
  if (config.redisUrl) return config.redisUrl;
  const start = await redisStarter();
  const port = await keptPort(config, 'redis');
  const logFile = join(folders.logs, 'redis.log');
  const options = {
    dataDir: join(config.dataDir, 'redis'),
    port,
    password,
    logFile,
    memoryMaxMb: config.redisMemoryMaxMb,
  };
  const part = new Part({
    name: 'redis',
    runDir: folders.run,
    logFile,
    log,
    launch: async () => (await start(options)).child,
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
    stopGraceMs: 30_000,
  });
  started(part);
  await part.start();
  say(`Redis is up on 127.0.0.1:${port}`);
  return redisUrl(options);
}

type RedisStarter = typeof startRedisServer;

/** How this machine can run a Redis: its own program, Debian's package, a container. */
async function redisStarter(): Promise<RedisStarter> {
  await installMissing({ 'redis-server': redisProgram() }, say);
  if (redisProgram()) return startRedisServer;
  const docker = findProgram('docker');
  if (docker && (await dockerAnswers(docker))) return startRedisContainer;
  throw new StartError(
    [
      'Pelican needs Redis and finds none. Any of these will do:',
      '  install redis-server or valkey-server, so that it is on the PATH (apt install redis-server, brew install redis)',
      '  start Docker',
      '  set REDIS_URL to a Redis that has appendonly yes, appendfsync always, maxmemory, maxmemory-policy noeviction',
    ].join('\n'),
  );
}

async function dockerAnswers(docker: string): Promise<boolean> {
  return run(docker, ['info'], { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
}
