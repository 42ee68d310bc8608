import type { AccountName, LedgerEntry } from '@pelican/api/src/ledger/index.ts';
import { mainAccount, outside, postEntries, postEntry } from '@pelican/api/src/ledger/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { formatUnits } from '@pelican/shared/money';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOfBooks } from '../../support/books.ts';
import { insertListings } from '../../support/listings.ts';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;
let keys = 0;

beforeAll(async () => {
  database = await createDatabase();
  await insertListings(database.url);
  pool = new pg.Pool({ connectionString: database.url, max: 12 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const usdt = 2;
const main = (userId: number, assetId = usdt) => mainAccount({ userId, assetId });

function entry(from: AccountName, to: AccountName, amount: string, key = `test:${keys++}`): LedgerEntry {
  return {
    kind: 'test',
    reference: 'test',
    idempotencyKey: key,
    legs: [
      { account: from, amount: `-${amount}` },
      { account: to, amount },
    ],
  };
}

const post = (one: LedgerEntry) => inTransaction(pool, (tx) => postEntry(tx, one));

async function balance(account: AccountName): Promise<string> {
  const { rows } = await pool.query<{ balance: string }>(
    'SELECT trim_scale(balance)::text AS balance FROM ledger_accounts WHERE kind = $1 AND user_id = $2 AND asset_id = $3',
    [account.kind.name, account.userId, account.assetId],
  );
  return rows[0]?.balance ?? '0';
}

describe('the ledger', () => {
  test('moves money, and a repeated key answers the first posting', async () => {
    const credit = entry(outside(usdt), main(2001), '12.5', 'first');
    const posted = await post(credit);
    expect(posted.repeated).toBe(false);
    expect(await post(credit)).toEqual({ entryId: posted.entryId, repeated: true });
    expect(await balance(main(2001))).toBe('12.5');
  });

  test('refuses what does not sum to zero, names an account twice, or is no decimal', async () => {
    const unbalanced = entry(outside(usdt), main(2002), '1');
    unbalanced.legs[1] = { account: main(2002), amount: '1.000000000000000001' };
    await expect(post(unbalanced)).rejects.toThrow('off by 0.000000000000000001');
    const twoAssets = entry(outside(usdt), main(2002, 3), '1');
    await expect(post(twoAssets)).rejects.toThrow(RangeError);
    await expect(post(entry(main(2002), main(2002), '1'))).rejects.toThrow('twice');
    await expect(post(entry(outside(usdt), main(2002), '1e5'))).rejects.toThrow(RangeError);
    expect(await balance(main(2002))).toBe('0');
  });

  test('lets no wallet fall below zero, and leaves nothing behind when it refuses', async () => {
    await post(entry(outside(usdt), main(2003), '10'));
    const before = await pool.query('SELECT count(*)::int AS count FROM ledger_entries');
    await expect(post(entry(main(2003), outside(usdt), '10.00000001'))).rejects.toMatchObject({
      code: 'insufficient_balance',
      details: { required: '10.00000001', available: '10' },
    });
    const after = await pool.query('SELECT count(*)::int AS count FROM ledger_entries');
    expect(after.rows).toEqual(before.rows);
    await post(entry(main(2003), outside(usdt), '10'));
    expect(await balance(main(2003))).toBe('0');
  });

  test('of many postings at once that spend the same money, only as many succeed as there is money for', async () => {
    await post(entry(outside(usdt), main(2004), '5'));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => post(entry(main(2004), main(2005), '1'))),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(5);
    expect([await balance(main(2004)), await balance(main(2005))]).toEqual(['0', '5']);
  });

  test('one key posted by many at once moves money once', async () => {
    const same = entry(outside(usdt), main(2006), '3', 'raced');
    const posted = await Promise.all(Array.from({ length: 10 }, () => post(same)));
    expect(posted.filter((one) => !one.repeated)).toHaveLength(1);
    expect(new Set(posted.map((one) => one.entryId)).size).toBe(1);
    expect(await balance(main(2006))).toBe('3');
  });

  test('refuses a known key for anything but the same entry, however its amounts are written', async () => {
    const first = entry(outside(usdt), main(2007), '1.5', 'content');
    const { entryId } = await post(first);
    expect(await post(entry(outside(usdt), main(2007), '1.500', 'content'))).toEqual({ entryId, repeated: true });
    const others = [
      entry(outside(usdt), main(2007), '1.51', 'content'),
      entry(outside(usdt), main(2008), '1.5', 'content'),
      { ...first, kind: 'other' },
      { ...first, reference: 'other' },
    ];
    for (const other of others)
      await expect(post(other)).rejects.toMatchObject({ code: 'repeated_with_other_content' });
    const twice = [entry(outside(usdt), main(2008), '1', 'twice'), entry(outside(usdt), main(2008), '2', 'twice')];
    await expect(inTransaction(pool, (tx) => postEntries(tx, twice))).rejects.toMatchObject({
      code: 'repeated_with_other_content',
    });
    expect([await balance(main(2007)), await balance(main(2008))]).toEqual(['1.5', '0']);
  });

  test('Postgres itself refuses unbalanced legs, a wallet below zero, and a change of the past', async () => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query(
        `INSERT INTO ledger_entries (kind, reference, idempotency_key) VALUES ('x', 'x', 'raw') RETURNING id`,
      );
      await expect(
        client.query(
          `INSERT INTO ledger_legs (entry_id, account_id, amount) SELECT $1, id, 1 FROM ledger_accounts WHERE kind = 'outside'`,
          [rows[0].id],
        ),
      ).rejects.toThrow('is off by');
      await client.query('ROLLBACK');
    } finally {
      client.release();
    }
    await expect(pool.query(`UPDATE ledger_accounts SET balance = -1 WHERE kind = 'main'`)).rejects.toThrow('check');
    await expect(pool.query('UPDATE ledger_legs SET amount = amount * 2')).rejects.toThrow('append-only');
    await expect(pool.query('DELETE FROM ledger_entries')).rejects.toThrow('append-only');
  });

  test('any sequence of postings keeps every sum at zero and no wallet below it', async () => {
    const step = fc.record({
      from: fc.integer({ min: 0, max: 4 }),
      to: fc.integer({ min: 0, max: 4 }),
      asset: fc.constantFrom(2, 3),
      units: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 2 ** 50 })),
      together: fc.boolean(),
    });
    // Account 0 is the outside world; the others are people.
    const account = (user: number, assetId: number) => (user === 0 ? outside(assetId) : main(3000 + user, assetId));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const entries = steps
          .filter(({ from, to }) => from !== to)
          .map(({ from, to, asset, units, together }) => ({
            together,
            entry: entry(account(from, asset), account(to, asset), formatUnits(units, 8)),
          }));
        const pairs = entries.filter((one) => one.together).map((one) => one.entry);
        await inTransaction(pool, (tx) => postEntries(tx, pairs)).catch(ignoreInsufficient);
        await Promise.all(
          entries.filter((one) => !one.together).map((one) => post(one.entry).catch(ignoreInsufficient)),
        );
        expect(await faultsOfBooks(pool)).toEqual({
          // These accounts stand on the other side of trade wallets in earnest; there is no engine here.
        });
        const { rows } = await pool.query(`SELECT 1 FROM ledger_accounts WHERE kind = 'main' AND balance < 0`);
        expect(rows).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

function ignoreInsufficient(error: { code?: string }): void {
  if (error.code !== 'insufficient_balance') throw error;
}
