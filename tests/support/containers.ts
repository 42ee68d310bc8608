import { existsSync } from 'node:fs';
import { request } from 'node:http';
import type { Service } from './service.ts';

const socketPath = '/var/run/docker.sock';

let answer: Promise<boolean> | undefined;

/** True when a Docker engine answers on this machine; asked once a process. */
export function containersAnswer(): Promise<boolean> {
  answer ??= process.env.DOCKER_HOST ? Promise.resolve(true) : ping();
  return answer;
}

function ping(): Promise<boolean> {
  if (!existsSync(socketPath)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const call = request({ socketPath, path: '/_ping', timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve(false));
    call.end();
  });
}

/** Loading testcontainers takes about a second, so it is loaded only where it is used. */
export async function startPostgresContainer(): Promise<Service> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = await new PostgreSqlContainer('postgres:18')
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
    .start();
  return { url: container.getConnectionUri(), stop: async () => void (await container.stop()) };
}

/** Redis in a container, with the same settings as everywhere. */
export async function startRedisContainer(): Promise<Service> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const { durableSettings } = await import('../../scripts/services/redis-server.ts');
  const flags = Object.entries(durableSettings).flatMap(([name, value]) => [`--${name}`, value]);
  const container = await new GenericContainer('redis:8')
    .withCommand(['redis-server', ...flags])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
    .start();
  const url = `redis://${container.getHost()}:${container.getMappedPort(6379)}/0`;
  return { url, stop: async () => void (await container.stop()) };
}
