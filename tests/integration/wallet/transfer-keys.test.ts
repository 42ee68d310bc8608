/** Keys that users choose for their transfers, made to look like those of the exchange itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exchangeKey, mainAccount, outside, postEntry } from '@pelican/api/src/ledger/index.ts';
import { beginTransfer } from '@pelican/api/src/modules/wallet/begin-transfer.ts';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { writeTransfers } from '@pelican/api/src/settlement/transfers/write-transfers.ts';
import { transferKey } from '@pelican/api/src/shards/index.ts';
import { registerShards } from '@pelican/api/src/shards/register-shards.ts';
import { walletEndpoints } from '@pelican/shared/contracts/wallet';
import type { Shard } from '@pelican/shared/engine';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrationsDir } from '../../../prisma/read-migrations.ts';
import { credit, insertUser } from '../../support/ledger-users.ts';
import { insertListings } from '../../support/listings.ts';
import { createDatabase, type TestDatabase } from '../../support/services.ts';
import { perpetualShard, shards, spotShard } from '../../support/shards.ts';

const { headers: transferHeaders } = walletEndpoints['POST /v2/profile/balance-transfer'];
const assetId = 2;
const amount = '10';
let database: TestDatabase;
let pool: pg.Pool;
let userId: number;
let people = 0;

beforeAll(async () => {
  database = await createDatabase();
  await insertListings(database.url);
  pool = new pg.Pool({ connectionString: database.url });
  await registerShards(pool, shards);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  userId = await insertUser(pool, `person${people++}@test.local`);
  await credit(pool, { userId, assetId, amount: '100' });
});

/** As a user's request does it, under a key that the route accepts. */
function begin(from: 'main' | 'trade', to: 'trade' | 'futures', key: string): Promise<number> {
  const { 'idempotency-key': idempotencyKey = '' } = transferHeaders.parse({ 'idempotency-key': key });
  const order = { userId, asset: { id: assetId, scale: 8 }, units: 1_000_000_000, from, to, idempotencyKey };
  return inTransaction(pool, async (tx) => Number((await beginTransfer(tx, order))?.transfer.id));
}

function settle(shard: Shard, transferId: number, out: boolean): Promise<void> {
  return inTransaction(pool, (tx) => writeTransfers(tx, shard, [{ transferId, userId, assetId, amount, out }], []));
}

async function balances(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ kind: string; balance: string }>(
    'SELECT kind, balance FROM ledger_accounts WHERE user_id = $1 AND balance <> 0 ORDER BY kind',
    [userId],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]));
}

async function transfer(id: number): Promise<object> {
  const { rows } = await pool.query(
    `SELECT from_wallet AS "from", to_wallet AS "to", status, adopted FROM transfers WHERE id = $1`,
    [id],
  );
  return rows[0];
}

const hostile = ['adopted:1', 'adopted:', 'exchange_adopted:1', 'gather:1', 'ops:credit:1', 'fund:demo', 'demo:USDT'];

test.each(hostile)('from trade to futures with the key %s, the money goes on into futures', async (key) => {
  const id = await begin('trade', 'futures', key);
  await settle(spotShard, id, true);
  expect(await balances()).toEqual({ main: 100, trade_spot: -10, transit_perpetual: 10 });
  expect(await transfer(id)).toMatchObject({ status: 'pending', adopted: false });
  const { rows } = await pool.query('SELECT 1 FROM outbox_commands WHERE key = $1', [transferKey(id, perpetualShard)]);
  expect(rows, 'the perpetual engine is told').toHaveLength(1);
  await settle(perpetualShard, id, false);
  expect(await balances()).toEqual({ futures_perpetual: 10, main: 100, trade_spot: -10 });
  expect(await transfer(id)).toMatchObject({ status: 'completed', adopted: false });
});

test.each(hostile)('from main to trade with the key %s, the main wallet pays once', async (key) => {
  const id = await begin('main', 'trade', key);
  await settle(spotShard, id, false);
  expect(await balances()).toEqual({ main: 90, trade_spot: 10 });
  expect(await transfer(id)).toMatchObject({ status: 'completed', adopted: false });
});

test('whoever uses the key of a transfer that is adopted later stops nothing; both halves of that one make one transfer', async () => {
  const id = await next();
  await begin('main', 'trade', `adopted:${id}`);
  await settle(spotShard, id, true);
  expect(await transfer(id)).toEqual({ from: 'trade', to: 'main', status: 'completed', adopted: true });
  await settle(perpetualShard, id, false);
  expect(await transfer(id)).toEqual({ from: 'trade', to: 'futures', status: 'completed', adopted: true });
  expect(await balances()).toEqual({ futures_perpetual: 10, main: 90, trade_spot: -10, transit_spot: 10 });
});

test('whoever uses the key of a transfer that the exchange begins later does not prevent it', async () => {
  await begin('main', 'trade', 'ops:credit:later');
  const request = { userId, assetId, amount, from: 'main', to: 'trade', idempotencyKey: 'ops:credit:later' } as const;
  const begun = await inTransaction(pool, (tx) => requestTransfer(tx, request));
  expect(begun?.transfer).toMatchObject({ amount, status: 'pending' });
});

test('no header is a key of the exchange', () => {
  const headers = { 'idempotency-key': exchangeKey('ops:credit:1') };
  expect(transferHeaders.safeParse(headers).success).toBe(false);
});

/** A transfer id that is given to nobody else. */
async function next(): Promise<number> {
  const { rows } = await pool.query<{ id: string }>('SELECT next_transfer_id() AS id');
  return Number(rows[0]?.id);
}

test('rows of the release before are told apart by what was written with them', async () => {
  const adopted = await next();
  await settle(spotShard, adopted, true);
  await pool.query(`UPDATE transfers SET adopted = false, idempotency_key = 'adopted:' || id WHERE id = $1`, [adopted]);
  const chosen = await begin('trade', 'futures', 'any');
  await pool.query(`UPDATE transfers SET idempotency_key = 'adopted:' || id WHERE id = $1`, [chosen]);
  await settle(spotShard, chosen, true);
  const credited = await inTransaction(pool, async (tx) => {
    const legs = [
      { account: outside(assetId), amount: `-${amount}` },
      { account: mainAccount({ userId, assetId }), amount },
    ];
    await postEntry(tx, { kind: 'credit', reference: 'r', idempotencyKey: 'ops:credit:r', legs });
    const request = { userId, assetId, amount, from: 'main', to: 'trade', idempotencyKey: 'any' } as const;
    return Number((await requestTransfer(tx, request))?.transfer.id);
  });
  await pool.query(`UPDATE transfers SET idempotency_key = 'ops:credit:r' WHERE id = $1`, [credited]);
  const lookalike = await begin('main', 'trade', 'ops:credit:other');

  await pool.query(readFileSync(join(migrationsDir, '20261123055100_exchange_keys/migration.sql'), 'utf8'));

  const { rows } = await pool.query(
    'SELECT id::float8, adopted, idempotency_key AS key FROM transfers WHERE user_id = $1 ORDER BY id',
    [userId],
  );
  expect(rows).toEqual([
    { id: adopted, adopted: true, key: `adopted:${adopted}` },
    { id: chosen, adopted: false, key: `adopted:${chosen}` },
    { id: credited, adopted: false, key: exchangeKey('ops:credit:r') },
    { id: lookalike, adopted: false, key: 'ops:credit:other' },
  ]);
});
