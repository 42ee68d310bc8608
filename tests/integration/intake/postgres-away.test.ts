/** Postgres is away for longer than settlement may lag, or has no room left: intake stops, what was taken stays, and all goes on by itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { shardKeys } from '@pelican/shared/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import { ensureDatabase } from '../../../scripts/services/postgres-server.ts';
import { isAlive, until } from '../../../scripts/services/process.ts';
import { configureEngine, fund } from '../../support/fund-engine.ts';
import type { LocalServer } from '../../support/local-servers.ts';
import { databaseUrl, startLocalPostgres } from '../../support/services.ts';
import { type ShardProcesses, startShardProcesses } from '../../support/shard-processes.ts';
import { spotShard } from '../../support/shards.ts';
import { canMountDisks, mountDisk, type SmallDisk } from '../../support/small-disk.ts';
import { SocketClient } from '../../support/socket-client.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

const waitMsMax = 90_000;

let postgres: LocalServer;
let folder: string;
/** Where Postgres keeps its data; absent where no disk can be mounted. */
let disk: SmallDisk | undefined;
let api: TestApi;
let shard: ShardProcesses;
let alice: TestUser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pelican-postgres-'));
  disk = canMountDisks ? mountDisk(join(folder, 'disk')) : undefined;
  postgres = await startLocalPostgres({ settings: { fsync: 'off' }, dataDir: join(folder, 'disk', 'data') });
  await ensureDatabase(postgres.url, 'pelican');
  const url = databaseUrl(postgres.url, 'pelican');
  await migrate(url);
  api = await startTestApi(
    { INTAKE_LAG_SECONDS: '8', ORDERS_PER_SECOND: '1000000' },
    { url, drop: async () => undefined },
  );
  shard = startShardProcesses(api);
  const leads = async () => (await api.parts.redis.exists(shardKeys(spotShard).lease)) === 1;
  await until('the engine leads', leads, waitMsMax);
  await configureEngine(api);
  alice = await api.signUp('alice@test.local');
  await fund(api, alice, { USDT: '100000' });
  await until('orders are taken', async () => (await place()).status === 200, waitMsMax);
}, 240_000);

afterAll(async () => {
  await shard?.stop();
  // Before the API, whose pool waits for the queries that are under way.
  await postgres?.stop();
  await api?.close();
  disk?.unmount();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

/** Tries orders until one is refused. @returns those that were taken, and the refusal */
async function placeUntilRefused() {
  const taken: number[] = [];
  let refused = await place();
  const isRefused = async () => {
    refused = await place();
    if (refused.status === 200) taken.push(refused.body.id);
    return refused.status !== 200;
  };
  await until('an order is refused', isRefused, waitMsMax);
  return { taken, refused };
}

/** Orders are taken again, and each of these is settled. */
async function expectAllGoesOn(taken: readonly number[]): Promise<void> {
  await until('orders are taken again', async () => (await place()).status === 200, waitMsMax);
  const [{ settled, live }] = api.parts.spot.shards;
  await settled.waitUntilSettled(live.view.seq, waitMsMax);
  const { rows } = await api.parts.pool.query<{ id: string }>('SELECT id FROM spot_orders WHERE id = ANY($1)', [taken]);
  expect(rows).toHaveLength(taken.length);
}

function place() {
  return alice.post<SpotOrder>('/v2/order', { pair: 'LTC_USDT', direction: 'buy', price: '10', amount: '0.1' });
}

async function health() {
  return (await api.call<{ parts: Record<string, { ok: boolean; detail?: string }> }>('GET', '/health')).body.parts;
}

test('orders are taken until settlement lags too much; cancels go on; after Postgres is back so do orders', async () => {
  await postgres.kill();

  const { taken, refused } = await placeUntilRefused();
  expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '2' } });
  expect(taken.length).toBeGreaterThan(0);
  expect((await health())['intake-spot']).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/takes no new orders: settlement of spot is .* s behind \(limit 8 s\)/),
  });

  const first = taken[0] as number;
  expect(await alice.delete(`/v2/order/${first}`)).toMatchObject({ status: 200, body: { status: 'canceled' } });

  await postgres.restart();
  await expectAllGoesOn(taken);
  expect((await health())['intake-spot']).toEqual({ ok: true });
}, 240_000);

test.skipIf(!canMountDisks)(
  'the same while the disk of Postgres is full',
  async () => {
    disk?.fill();
    const { taken, refused } = await placeUntilRefused();
    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } });
    expect(taken.length).toBeGreaterThan(0);
    expect(await alice.delete(`/v2/order/${taken[0]}`)).toMatchObject({ status: 200 });
    disk?.free();
    // Without room for its log it ends, and is started again by its supervisor.
    const answers = async () => {
      if (!isAlive(postgres.pid())) await postgres.restart();
      return api.parts.pool.query('SELECT 1').then(
        () => true,
        () => false,
      );
    };
    await until('Postgres answers', answers, waitMsMax);
    await expectAllGoesOn(taken);
  },
  240_000,
);

test('the socket refuses with the same code and says when to try again', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as { port: number };
  const client = await SocketClient.open(`ws://127.0.0.1:${port}/socket`);
  await client.call('server.auth', alice.accessToken, 'test');
  await postgres.kill();
  let error = (await client.ask('order.put_limit', ['LTC_USDT', 2, '0.1', '10'])).error;
  await until(
    'an order is refused',
    async () => {
      error = (await client.ask('order.put_limit', ['LTC_USDT', 2, '0.1', '10'])).error;
      return error !== null;
    },
    waitMsMax,
  );
  expect(error).toMatchObject({ name: 'overloaded', retry_after: 2 });
  client.close();
  await postgres.restart();
}, 120_000);
