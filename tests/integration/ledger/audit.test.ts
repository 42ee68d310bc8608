import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import {
  accountOf,
  type DomainAudit,
  hold,
  ledgerAudit,
  mainAccount,
  outside,
  postEntry,
} from '@pelican/api/src/ledger/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertListings } from '../../support/listings.ts';
import { createDatabase, type TestDatabase } from '../../support/services.ts';
import { shards } from '../../support/shards.ts';

const usdt = 2;
const wallet = mainAccount({ userId: 5001, assetId: usdt });
const burned = accountOf(
  { name: 'test_burned', owner: 'house', assets: 'fiat', mayBeNegative: false, figure: 'burned' },
  { assetId: usdt },
);
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  await insertListings(database.url);
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  const legs = [
    { account: outside(usdt), amount: '-10' },
    { account: wallet, amount: '10' },
  ];
  await inTransaction(pool, async (tx) => {
    await postEntry(tx, { kind: 'credit', reference: 'test', idempotencyKey: 'credit', legs });
    await hold(tx, { account: wallet, amount: '4', kind: 'test', reference: 'test', idempotencyKey: 'held' });
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Changes rows as no statement of ours can, audits, and puts them back. */
async function checksThatFailAfter(change: string, undo: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query(`SET session_replication_role = replica; ${change}`);
    const { differences } = await audit(pool, shards);
    await client.query(undo);
    return differences.map(({ check }) => check);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

test('books in order have no difference, and every asset sums to zero over the figures of all domains', async () => {
  const { assets, differences, checks } = await audit(pool, shards);
  expect(differences).toEqual([]);
  expect(checks).toBeGreaterThan(15);
  const row = assets.find(({ ticker }) => ticker === 'USDT');
  expect(row).toMatchObject({ sum: '0', figures: { main: '10', outside: '-10' } });
});

test.each([
  [
    'what is held of an account is what remains of its holds',
    'UPDATE ledger_accounts SET held = 3 WHERE held = 4',
    'UPDATE ledger_accounts SET held = 4 WHERE held = 3',
  ],
  [
    'what remains of a hold is its amount less what was released and captured',
    'UPDATE ledger_holds SET amount = 5',
    'UPDATE ledger_holds SET amount = 4',
  ],
  [
    'no hold is open a day after its expiry',
    `UPDATE ledger_holds SET expires_at = now() - interval '25 hours'`,
    'UPDATE ledger_holds SET expires_at = NULL',
  ],
  [
    "an account's balance is the sum of its legs",
    `UPDATE ledger_accounts SET balance = 9 WHERE kind = 'main'`,
    `UPDATE ledger_accounts SET balance = 10 WHERE kind = 'main'`,
  ],
])('a difference is found: %s', async (check, change, undo) => {
  expect(await checksThatFailAfter(change, undo)).toContain(check);
});

test('a kind of account is a figure of its own, and an asset that it must not hold is reported', async () => {
  const legs = [
    { account: wallet, amount: '-2' },
    { account: burned, amount: '2' },
  ];
  await inTransaction(pool, (tx) => postEntry(tx, { kind: 'burn', reference: 'test', idempotencyKey: 'burn', legs }));
  const { assets, differences } = await audit(pool, shards);
  expect(assets.find(({ ticker }) => ticker === 'USDT')).toMatchObject({
    sum: '0',
    figures: { main: '8', burned: '2' },
  });
  expect(differences.map(({ check }) => check)).toEqual(['an account holds an asset that its kind allows']);
});

test("a domain's own checks and holdings are run with the others", async () => {
  const domain: DomainAudit = {
    checks: [{ name: 'no stake is open', sql: `SELECT 'stake 1' AS what, 0 AS expected, 5 AS found` }],
    holdings: `SELECT ${usdt} AS asset_id, 'stakes' AS figure, 5 AS amount`,
  };
  const { assets, figures, differences } = await audit(pool, shards, [ledgerAudit, domain]);
  expect(figures.at(-1)).toBe('stakes');
  expect(assets.find(({ ticker }) => ticker === 'USDT')).toMatchObject({ sum: '5', figures: { stakes: '5' } });
  expect(differences).toContainEqual({ check: 'no stake is open', what: 'stake 1', expected: '0', found: '5' });
  expect(differences).toContainEqual({ check: 'an asset sums to zero', what: 'USDT', expected: '0', found: '5' });
});
