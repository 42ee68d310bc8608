import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLogFile } from './process.ts';
import { awaitRedis, type RedisOptions, type RedisServer, redisConfiguration } from './redis-server.ts';

/**
 * Runs Redis in a container for machines without a Redis program. Its process is the `docker run`, which passes signals
 * on; the data lies in the given folder as it would without the container.
 */
export async function startRedisContainer(options: RedisOptions): Promise<RedisServer> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(
    join(options.dataDir, 'redis.conf'),
    redisConfiguration({ ...options, dataDir: '/data', port: 6379 }, '0.0.0.0'),
    { mode: 0o600 },
  );
  const name = `pelican-redis-${createHash('sha256').update(options.dataDir).digest('hex').slice(0, 12)}`;
  // A run that was killed leaves its container; it works on the same data, so it goes first.
  spawnSync('docker', ['rm', '--force', name], { stdio: 'ignore' });
  const account = process.getuid ? ['--user', `${process.getuid()}:${process.getgid?.() ?? 0}`] : [];
  const place = ['--publish', `127.0.0.1:${options.port}:6379`, '--volume', `${options.dataDir}:/data`];
  const args = ['run', '--rm', '--name', name, ...account, ...place, 'redis:8', 'redis-server', '/data/redis.conf'];
  const child = withLogFile(options.logFile, (log) =>
    spawn('docker', args, { cwd: options.dataDir, detached: true, stdio: ['ignore', log, log] }),
  );
  return awaitRedis(child, options);
}
