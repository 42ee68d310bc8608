/** Deposit addresses after a restore of Postgres and after a promotion of a replica: none that a user may have is given to another. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChains } from '@pelican/api/src/chains/index.ts';
import { memosOf } from '@pelican/api/src/modules/deposits/address-floors.ts';
import { provideAddress } from '@pelican/api/src/modules/deposits/addresses.ts';
import { watchNetworks } from '@pelican/api/src/modules/deposits/jobs.ts';
import { readFloor } from '@pelican/api/src/modules/payments/index.ts';
import type { DepositAddress } from '@pelican/shared/contracts/deposits';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { giveRights, ops, withPool } from '../../support/backup.ts';
import { silent } from '../../support/jobs-of-a-test.ts';
import { startTestNetwork, type TestNetwork } from '../../support/networks.ts';
import { createDatabase, startRedis } from '../../support/services.ts';
import type { TestUser } from '../../support/test-api.ts';
import { openWorkerPool } from '../../support/worker.ts';

vi.setConfig({ testTimeout: 120_000 });

let network: TestNetwork;
let networkId: number;
let people: TestUser[];

beforeAll(async () => {
  network = await startTestNetwork();
  people = await Promise.all(['alice', 'bob', 'carol'].map((name) => network.api.signUp(`${name}@test.local`)));
  await network.watch();
  const { rows } = await network.api.parts.pool.query<{ id: number }>('SELECT network_id AS id FROM chain_cursors');
  networkId = rows[0]?.id ?? 0;
});
afterAll(() => network.close());

const person = (place: number) => people[place] as TestUser;
const addressOf = async (user: TestUser, ticker = 'BTC') =>
  (await user.get<DepositAddress>(`/v2/profile/address/${ticker}`)).body;
const send = (to: string) => network.chain.faucet({ to, memo: '', contract: 'BTC', units: '100000000' });

/** Takes an address that was made just now: its row is in no backup of before. */
async function takeNewest(user: TestUser): Promise<string> {
  await network.watch();
  const { rows } = await network.api.parts.pool.query<{ address: string }>(
    `UPDATE deposit_addresses SET user_id = $1, taken_at = now() WHERE derivation_index = (
       SELECT max(derivation_index) FROM deposit_addresses) RETURNING address`,
    [user.id],
  );
  return rows[0]?.address ?? '';
}

/** Those that somebody has, and those that were ready. */
async function allAddresses(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ address: string }>('SELECT address FROM deposit_addresses');
  return rows.map(({ address }) => address);
}

test('a restore gives nobody an address that was given since the backup, and what arrives there is kept for an operator', async () => {
  const [alice, bob, carol] = [person(0), person(1), person(2)];
  const kept = await addressOf(alice);
  const folder = mkdtempSync(join(tmpdir(), 'pelican-deposits-backup-'));
  const dataDir = mkdtempSync(join(tmpdir(), 'pelican-deposits-data-'));
  const { databaseUrl, redisUrl } = network.api;
  expect((await ops({ databaseUrl, redisUrl, dataDir }, 'backup', folder)).output).toContain('OK: written to');
  const spare = (await addressOf(bob)).address;
  const lost = await takeNewest(carol);
  const ofBefore = await allAddresses(network.api.parts.pool);
  expect(ofBefore).toEqual(expect.arrayContaining([spare, lost]));

  const [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  const place = { databaseUrl: database.url, redisUrl: redis.url, dataDir };
  expect((await ops(place, 'restore', folder)).output).toContain('OK: restored');
  await giveRights(place);
  const workerPool = openWorkerPool(place.databaseUrl);
  const watch = () =>
    watchNetworks({
      pool: workerPool,
      signer: network.signer,
      chains: openChains({ sandbox: network.chain, evm: new Map() }),
      log: silent,
    });
  try {
    await withPool(place.databaseUrl, async (pool) => {
      const provide = (user: TestUser, isMemo = false) =>
        provideAddress(pool, { userId: user.id, networkId, isMemo }, { isNew: false });
      expect(await provide(bob), 'not before the worker has made the new floor').toBeUndefined();
      expect(await provide(bob, true)).toBeUndefined();
      for (const to of [kept.address, spare, lost]) await send(to);
      await network.chain.mine(5);
      for (let run = 0; run < 3; run += 1) await watch();

      const { rows: unclaimed } = await pool.query('SELECT address FROM unclaimed_transfers ORDER BY reference');
      expect(new Set(unclaimed.map(({ address }) => address))).toEqual(new Set([spare, lost]));
      const { rows: deposits } = await pool.query('SELECT user_id, address, status FROM deposits');
      expect(deposits).toEqual([{ user_id: String(alice.id), address: kept.address, status: 3 }]);
      expect(await provide(alice)).toMatchObject({ address: kept.address });
      for (const user of [bob, carol]) {
        const row = await provide(user);
        expect(row).toMatchObject({ address: expect.stringMatching(/^sbx1/), isUsed: false });
        expect(ofBefore).not.toContain((row as { address: string }).address);
      }
      const { min, max } = memosOf((await readFloor(pool)) ?? 0);
      const memo = Number(((await provide(bob, true)) as { memo: string }).memo);
      expect(memo).toBeGreaterThanOrEqual(min);
      expect(memo).toBeLessThanOrEqual(max);
    });
  } finally {
    await workerPool.end();
    await redis.stop();
    await database.drop();
    for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true });
  }
});

test('a Postgres that was promoted gives none of the addresses that were ready before', async () => {
  const { pool } = network.api.parts;
  const dave = await network.api.signUp('dave@test.local');
  const ready = await allAddresses(pool);
  await pool.query(`UPDATE address_floors SET timeline = '00000000'`);
  expect(await dave.get('/v2/profile/address/BTC')).toMatchObject({
    status: 503,
    body: { code: 'deposit_address_failed' },
  });
  await network.watch();
  await network.watch();
  const { address } = await addressOf(dave);
  expect(address).toMatch(/^sbx1/);
  expect(ready).not.toContain(address);
});
