/** After a restore the shards' parts of a transfer may be settled in any order: the money is where it would have been. */
import { randomUUID } from 'node:crypto';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { writeTransfers } from '@pelican/api/src/settlement/transfers/write-transfers.ts';
import { transferKey } from '@pelican/api/src/shards/index.ts';
import { registerShards } from '@pelican/api/src/shards/register-shards.ts';
import type { Shard } from '@pelican/shared/engine';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { credit, insertUser } from '../../support/ledger-users.ts';
import { insertListings } from '../../support/listings.ts';
import { createDatabase, type TestDatabase } from '../../support/services.ts';
import { perpetualShard, shards, spotShard } from '../../support/shards.ts';

const assetId = 2;
const amount = '10';
let database: TestDatabase;
let pool: pg.Pool;
let userId: number;

beforeAll(async () => {
  database = await createDatabase();
  await insertListings(database.url);
  pool = new pg.Pool({ connectionString: database.url });
  await registerShards(pool, shards);
  userId = await insertUser(pool, 'restored@test.local');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function balances(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ kind: string; balance: string }>(
    'SELECT kind, balance FROM ledger_accounts WHERE user_id = $1 AND balance <> 0 ORDER BY kind',
    [userId],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]));
}

function begin(from: 'main' | 'trade'): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const begun = await requestTransfer(tx, {
      ...{ userId, assetId, amount, from, to: 'futures' as const },
      idempotencyKey: randomUUID(),
    });
    return Number(begun?.transfer.id);
  });
}

function settle(shard: Shard, transferId: number, out: boolean): Promise<void> {
  return inTransaction(pool, (tx) => writeTransfers(tx, shard, [{ transferId, userId, assetId, amount, out }], []));
}

test('what arrives before it is seen to leave takes nobody’s money, and is sent no second time', async () => {
  await credit(pool, { userId, assetId, amount });
  const waiting = await begin('main');
  const between = await begin('trade');
  await settle(perpetualShard, between, false);
  await settle(spotShard, between, true);
  expect(await balances()).toEqual({ futures_perpetual: 10, trade_spot: -10, transit_perpetual: 10 });
  const { rows } = await pool.query('SELECT 1 FROM outbox_commands WHERE key = $1 AND done_at IS NULL', [
    transferKey(between, perpetualShard),
  ]);
  expect(rows).toEqual([]);
  await settle(perpetualShard, waiting, false);
  expect(await balances()).toEqual({ futures_perpetual: 20, trade_spot: -10 });
});
