/** The health check of the containers asks each part where it answers. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const parts = [...compose.matchAll(/\bPART: ([\w-]+)/g)].map(([, part = '']) => part);
const servers = ['api', 'api-2', 'console'];

/** The paths that were asked for at a part whose health is checked. */
async function pathsOf(part: string): Promise<string[]> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  // An API has its own port, the others have that of their metrics.
  const ports = servers.includes(part) ? { PORT: port } : { METRICS_PORT: port };
  try {
    await promisify(execFile)('bash', [join(root, 'scripts/health.sh')], {
      env: { PATH: process.env.PATH, PART: part, ...ports },
    });
  } finally {
    server.close();
  }
  return paths;
}

test('every part that docker compose starts is asked, the processes of the API whether they can serve', async () => {
  expect(parts).toEqual(expect.arrayContaining([...servers, 'worker', 'engine-spot']));
  for (const part of parts)
    expect(await pathsOf(part), part).toEqual([servers.includes(part) ? '/health/ready' : '/metrics']);
});
