import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { canInstallPackages, installPackages } from '../services/install.ts';
import { findProgram } from '../services/process.ts';
import { startRedisContainer } from '../services/redis-container.ts';
import { durableSettings, redisProgram, redisUrl, startRedisServer } from '../services/redis-server.ts';
import { StartError, type SupervisorConfig } from './config.ts';
import type { Folders } from './folders.ts';
import { say } from './log.ts';
import { Part } from './part.ts';
import { keptPort } from './ports.ts';

const run = promisify(execFile);

/** The Redis that was given, or one of this machine as a part that is kept running. */
export async function provideRedis(
  config: SupervisorConfig,
  folders: Folders,
  password: string,
  log: Logger,
  started: (part: Part) => void,
): Promise<string> {
  if (config.redisUrl) {
    await checkDurability(config.redisUrl, config.production, log);
    return config.redisUrl;
  }
  const start = await redisStarter();
  const port = await keptPort(config.dataDir, 'redis');
  const logFile = join(folders.logs, 'redis.log');
  const options = { dataDir: join(config.dataDir, 'redis'), port, password, logFile };
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
  if (redisProgram()) return startRedisServer;
  if (canInstallPackages()) {
    say("Installing Debian's redis-server ...");
    await installPackages('redis-server').catch((error: Error) => say(`apt-get could not: ${error.message}`));
    if (redisProgram()) return startRedisServer;
  }
  const docker = findProgram('docker');
  if (docker && (await dockerAnswers(docker))) return startRedisContainer;
  throw new StartError(
    [
      'Pelican needs Redis and finds none. Any of these will do:',
      '  install redis-server or valkey-server, so that it is on the PATH (apt install redis-server, brew install redis)',
      '  start Docker',
      '  set REDIS_URL to a Redis that has appendonly yes, appendfsync always, maxmemory-policy noeviction',
    ].join('\n'),
  );
}

async function dockerAnswers(docker: string): Promise<boolean> {
  return run(docker, ['info'], { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
}

/** A given Redis that may forget acknowledged writes is refused in production and complained about elsewhere. */
async function checkDurability(url: string, production: boolean, log: Logger): Promise<void> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const faults: string[] = [];
    for (const [name, wanted] of Object.entries(durableSettings)) {
      const [, value] = (await client.config('GET', name)) as string[];
      if (value !== wanted) faults.push(`${name} is ${value}, and must be ${wanted}`);
    }
    if (faults.length === 0) return;
    const text = `The Redis of REDIS_URL could lose acknowledged orders:\n  ${faults.join('\n  ')}`;
    if (production) throw new StartError(text);
    log.warn({ faults }, 'redis is not durable');
    say(text);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`REDIS_URL does not answer: ${(error as Error).message}`);
  } finally {
    client.disconnect();
  }
}
