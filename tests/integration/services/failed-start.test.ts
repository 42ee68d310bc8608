import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '../../support/processes.ts';
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
  const env = {
    DATABASE_URL: `postgresql://pelican@127.0.0.1:${port}/pelican`,
    REDIS_URL: redis.url,
    METRICS_PORT: '0',
  };
  const ended = runProgram('apps/api/src/processes/ticker.ts', [], env, 60_000);
  await expect(ended).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('timeout') });
}, 90_000);
