import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { programOf } from '../../../scripts/supervisor/server-build.ts';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';

let redis: Service;
const sockets = new Set<Socket>();
/** Takes connections and never answers, as a Postgres behind a broken network does. */
const silentPostgres = createServer((socket) => sockets.add(socket.on('error', () => undefined)));

beforeAll(async () => {
  redis = await startRedis();
  silentPostgres.listen(0, '127.0.0.1');
  await once(silentPostgres, 'listening');
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  silentPostgres.close();
  await redis.stop();
});

test('a ticker that cannot start ends, so that its supervisor starts another', async () => {
  const { port } = silentPostgres.address() as { port: number };
  const part = spawn(process.execPath, [programOf('apps/api/src/processes/ticker.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: `postgresql://pelican@127.0.0.1:${port}/pelican`,
      REDIS_URL: redis.url,
      METRICS_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  part.stderr.on('data', (text) => {
    errors += text;
  });
  onTestFinished(() => void part.kill('SIGKILL'));
  const [code] = await once(part, 'exit', { signal: AbortSignal.timeout(60_000) });
  expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining('timeout') });
}, 90_000);
