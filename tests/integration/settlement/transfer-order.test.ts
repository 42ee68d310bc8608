/** After a restore the shards' parts of a transfer may be settled in any order: the money is where it would have been. */
import { randomUUID } from 'node:crypto';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { writeTransfers } from '@pelican/api/src/settlement/transfers/write-transfers.ts';
import { transferKey } from '@pelican/api/src/shards/index.ts';
import { registerShards } from '@pelican/api/src/shards/register-shards.ts';
import type { Shard } from '@pelican/shared/engine';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { credit, insertUser } from '../../support/ledger-users.ts';
import { insertListings } from '../../support/listings.ts';
import { createDatabase, type TestDatabase } from '../../support/services.ts';
import { perpetualShard, shards, spotShard } from '../../support/shards.ts';

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
beforeEach(async () => {
  userId = await insertUser(pool, `restored${people++}@test.local`);
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

type Wallet = 'main' | 'trade' | 'futures';

function begin(from: Wallet, to: Wallet = 'futures'): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const begun = await requestTransfer(tx, { userId, assetId, amount, from, to, idempotencyKey: randomUUID() });
    return Number(begun?.transfer.id);
  });
}

/** What one transaction of a shard's settlement writes: each transfer with whether it left the shard. */
function settle(shard: Shard, ...steps: [transferId: number, out: boolean][]): Promise<void> {
  const applied = steps.map(([transferId, out]) => ({ transferId, userId, assetId, amount, out }));
  return inTransaction(pool, (tx) => writeTransfers(tx, shard, applied, []));
}

function refuse(shard: Shard, transferId: number): Promise<void> {
  const refusal = { transferId, out: false, code: 'insufficient_balance' } as const;
  return inTransaction(pool, (tx) => writeTransfers(tx, shard, [], [refusal]));
}

async function statuses(...ids: number[]): Promise<string[]> {
  const { rows } = await pool.query('SELECT status FROM transfers WHERE id = ANY ($1::bigint[]) ORDER BY id', [ids]);
  return rows.map(({ status }) => status);
}

async function commandsWaiting(transferId: number, shard: Shard): Promise<number> {
  const text = 'SELECT 1 FROM outbox_commands WHERE key = $1 AND done_at IS NULL';
  return (await pool.query(text, [transferKey(transferId, shard)])).rows.length;
}

test('what arrives before it is seen to leave takes nobody’s money, and is sent no second time', async () => {
  await credit(pool, { userId, assetId, amount });
  const waiting = await begin('main');
  const between = await begin('trade');
  await settle(perpetualShard, [between, false]);
  expect(await balances()).toEqual({ futures_perpetual: 10, transit_perpetual: 10, unexplained: -10 });
  await settle(spotShard, [between, true]);
  expect(await balances()).toEqual({ futures_perpetual: 10, trade_spot: -10, transit_perpetual: 10 });
  expect(await commandsWaiting(between, perpetualShard)).toBe(0);
  await settle(perpetualShard, [waiting, false]);
  expect(await balances()).toEqual({ futures_perpetual: 20, trade_spot: -10 });
});

test.each([
  ['spot', spotShard, perpetualShard],
  ['perpetual', perpetualShard, spotShard],
])('two that cross each other are settled, each shard in one transaction, %s first', async (_name, first, second) => {
  const [fromFirst, fromSecond] = [first, second].map(({ kind }): [Wallet, Wallet] =>
    kind === 'spot' ? ['trade', 'futures'] : ['futures', 'trade'],
  ) as [[Wallet, Wallet], [Wallet, Wallet]];
  const there = await begin(...fromFirst);
  const back = await begin(...fromSecond);
  await settle(first, [there, true], [back, false]);
  const early = await balances();
  expect(early).toMatchObject({ unexplained: -10 });
  expect(early).not.toHaveProperty('main');
  await settle(second, [back, true], [there, false]);
  expect(await balances()).toEqual({});
  expect(await statuses(there, back)).toEqual(['completed', 'completed']);
  expect(await commandsWaiting(back, first)).toBe(0);
  // Both settlements again, as after the restore of a cursor.
  await settle(second, [back, true], [there, false]);
  await settle(first, [there, true], [back, false]);
  expect(await balances()).toEqual({});
});

test('what is refused before it is seen to leave is in the main wallet once', async () => {
  const between = await begin('trade');
  await refuse(perpetualShard, between);
  expect(await balances()).toEqual({ main: 10, unexplained: -10 });
  await settle(spotShard, [between, true]);
  expect(await balances()).toEqual({ main: 10, trade_spot: -10 });
  expect(await statuses(between)).toEqual(['rejected']);
  expect(await commandsWaiting(between, perpetualShard)).toBe(0);
});

test('in the order in which it happens the money waits in transit', async () => {
  const between = await begin('trade');
  await settle(spotShard, [between, true]);
  expect(await balances()).toEqual({ trade_spot: -10, transit_perpetual: 10 });
  expect(await commandsWaiting(between, perpetualShard)).toBe(1);
  await settle(perpetualShard, [between, false]);
  expect(await balances()).toEqual({ futures_perpetual: 10, trade_spot: -10 });
  expect(await statuses(between)).toEqual(['completed']);
});
