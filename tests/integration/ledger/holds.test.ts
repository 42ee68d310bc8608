import {
  type AccountKind,
  type AccountName,
  accountOf,
  type Capture,
  capture,
  findHold,
  hold,
  mainAccount,
  outside,
  postEntry,
  release,
  transitAccount,
} from '@pelican/api/src/ledger/index.ts';
import { inTransaction, type Transaction } from '@pelican/api/src/platform/database/index.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertListings } from '../../support/listings.ts';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

const usdt = 2;
const btc = 3;
let database: TestDatabase;
let pool: pg.Pool;
let lastUser = 4000;
let wallet: AccountName;

beforeAll(async () => {
  database = await createDatabase();
  await insertListings(database.url);
  pool = new pg.Pool({ connectionString: database.url, max: 12 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  lastUser++;
  wallet = mainAccount({ userId: lastUser, assetId: usdt });
  await inTransaction(pool, (tx) => postEntry(tx, move(outside(usdt), wallet, '10')));
});

let moves = 0;
function move(from: AccountName, to: AccountName, amount: string) {
  const legs = [
    { account: from, amount: `-${amount}` },
    { account: to, amount },
  ];
  moves++;
  return { kind: 'test', reference: 'test', idempotencyKey: `move:${moves}`, legs };
}

const key = (name: string) => `${lastUser}:${name}`;

function holdMoney(name: string, amount: string, account = wallet) {
  const wanted = { account, amount, kind: 'withdrawal', reference: `withdrawal:${name}`, idempotencyKey: key(name) };
  return inTransaction(pool, (tx) => hold(tx, wanted));
}

function releaseMoney(name: string, amount?: string, idempotencyKey = `${name}:release:${amount ?? 'all'}`) {
  const part = amount === undefined ? {} : { amount };
  return inTransaction(pool, (tx) => release(tx, { hold: key(name), idempotencyKey: key(idempotencyKey), ...part }));
}

function captureMoney(name: string, to: Capture['to'], idempotencyKey = `${name}:capture`) {
  const entry = { kind: 'withdrawal', reference: `withdrawal:${name}`, idempotencyKey: key(idempotencyKey) };
  return inTransaction(pool, (tx) => capture(tx, { hold: key(name), to, ...entry }));
}

const spend = (amount: string) =>
  inTransaction(pool, (tx) => postEntry(tx, move(wallet, mainAccount({ userId: 3999, assetId: usdt }), amount)));

async function figures(account = wallet): Promise<{ balance: string; held: string }> {
  const { rows } = await pool.query<{ balance: string; held: string }>(
    `SELECT trim_scale(balance)::text AS balance, trim_scale(held)::text AS held FROM ledger_accounts
      WHERE kind = $1 AND user_id = $2 AND object_id = $3 AND asset_id = $4`,
    [account.kind.name, account.userId, account.objectId, account.assetId],
  );
  return rows[0] ?? { balance: '0', held: '0' };
}

describe('a hold', () => {
  test('leaves the balance and takes from what can be spent: by a posting, and by another hold', async () => {
    await holdMoney('one', '7');
    expect(await figures()).toEqual({ balance: '10', held: '7' });
    await expect(spend('3.00000001')).rejects.toMatchObject({
      code: 'insufficient_balance',
      details: { required: '3.00000001', available: '3' },
    });
    await expect(holdMoney('two', '4')).rejects.toMatchObject({ code: 'insufficient_balance' });
    await spend('3');
    expect(await figures()).toEqual({ balance: '7', held: '7' });
  });

  test('is released in parts and then in whole, and frees exactly that', async () => {
    await holdMoney('one', '7');
    expect(await releaseMoney('one', '2.5')).toEqual({ amount: '2.5', repeated: false });
    expect(await figures()).toEqual({ balance: '10', held: '4.5' });
    expect(await releaseMoney('one')).toEqual({ amount: '4.5', repeated: false });
    expect(await releaseMoney('one', undefined, 'again')).toEqual({ amount: '0', repeated: false });
    expect(await figures()).toEqual({ balance: '10', held: '0' });
    await spend('10');
  });

  test('is captured in parts, each to several accounts, by entries of the ledger', async () => {
    const fees = mainAccount({ userId: 3998, assetId: usdt });
    const feesBefore = Number((await figures(fees)).balance);
    await holdMoney('one', '7');
    const posted = await captureMoney('one', [
      { account: outside(usdt), amount: '3' },
      { account: fees, amount: '0.5' },
    ]);
    expect(posted.repeated).toBe(false);
    expect(await figures()).toEqual({ balance: '6.5', held: '3.5' });
    expect(Number((await figures(fees)).balance) - feesBefore).toBe(0.5);
    await captureMoney('one', [{ account: outside(usdt), amount: '3.5' }], 'rest');
    expect(await figures()).toEqual({ balance: '3', held: '0' });
    const found = await findHold(pool, key('one'));
    expect(found).toMatchObject({ account: wallet, remaining: 0n, reference: 'withdrawal:one' });
  });

  test('gives no more than remains of it', async () => {
    await holdMoney('one', '7');
    await expect(releaseMoney('one', '7.1')).rejects.toThrow('7 remain of the hold');
    await expect(captureMoney('one', [{ account: outside(usdt), amount: '7.1' }])).rejects.toThrow('7 remain');
    await expect(captureMoney('one', [{ account: outside(btc), amount: '1' }])).rejects.toThrow('is off by');
    await expect(captureMoney('one', [{ account: wallet, amount: '1' }])).rejects.toThrow('twice');
    await expect(releaseMoney('one', '-1')).rejects.toThrow('not above zero');
    await expect(releaseMoney('none', '1')).rejects.toThrow('there is no hold');
    expect(await figures()).toEqual({ balance: '10', held: '7' });
  });

  test('answers repeats of each step with the first result, and refuses them with other content', async () => {
    const first = await holdMoney('one', '7');
    expect(await holdMoney('one', '7.0')).toEqual({ ...first, repeated: true });
    await expect(holdMoney('one', '6')).rejects.toMatchObject({ code: 'repeated_with_other_content' });
    const other = mainAccount({ userId: lastUser, assetId: btc });
    await inTransaction(pool, (tx) => postEntry(tx, move(outside(btc), other, '7')));
    await expect(holdMoney('one', '7', other)).rejects.toMatchObject({ code: 'repeated_with_other_content' });

    await releaseMoney('one', '1', 'step');
    expect(await releaseMoney('one', '1', 'step')).toEqual({ amount: '1', repeated: true });
    await expect(releaseMoney('one', '2', 'step')).rejects.toMatchObject({ code: 'repeated_with_other_content' });
    const to = [{ account: outside(usdt), amount: '1' }];
    await expect(captureMoney('one', to, 'step')).rejects.toMatchObject({ code: 'repeated_with_other_content' });

    const captured = await captureMoney('one', to);
    expect(await captureMoney('one', to)).toEqual({ ...captured, repeated: true });
    await expect(captureMoney('one', [{ account: outside(usdt), amount: '2' }])).rejects.toMatchObject({
      code: 'repeated_with_other_content',
    });
    expect(await figures()).toEqual({ balance: '9', held: '5' });
  });

  test('of one key, made by many at once, is one hold', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => holdMoney('one', '7')));
    expect(made.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(made.map(({ holdId }) => holdId)).size).toBe(1);
    expect(await figures()).toEqual({ balance: '10', held: '7' });
  });

  test('is refused of an account that may be negative or is a shard’s', async () => {
    await expect(holdMoney('one', '1', outside(usdt))).rejects.toThrow('nothing can be held');
    const transit = transitAccount({ id: 1, kind: 'spot' }, { userId: lastUser, assetId: usdt });
    await expect(holdMoney('one', '1', transit)).rejects.toThrow('nothing can be held');
  });

  test('Postgres itself refuses more than there is, and every way around releases and captures', async () => {
    const { holdId } = await holdMoney('one', '7');
    const refused = (sql: string) => expect(pool.query(sql)).rejects;
    await refused(`INSERT INTO ledger_holds (account_id, kind, reference, idempotency_key, content_hash, amount)
      SELECT account_id, 'x', 'x', 'raw', '', 3.1 FROM ledger_holds WHERE id = ${holdId}`).toThrow('balance_check');
    await refused(`INSERT INTO ledger_hold_changes (hold_id, kind, idempotency_key, content_hash, amount)
      VALUES (${holdId}, 'release', 'raw', '', 7.1)`).toThrow('remaining_check');
    await refused(`INSERT INTO ledger_hold_changes (hold_id, kind, idempotency_key, content_hash, amount)
      VALUES (${holdId}, 'capture', 'raw', '', 1)`).toThrow('entry_check');
    await refused('UPDATE ledger_accounts SET held = 0 WHERE held > 0').toThrow('follows from');
    await refused('UPDATE ledger_holds SET remaining = 0').toThrow('follows from');
    await refused('DELETE FROM ledger_holds').toThrow('follows from');
    await releaseMoney('one', '1');
    await refused('UPDATE ledger_hold_changes SET amount = 2').toThrow('append-only');
    expect(await figures()).toEqual({ balance: '10', held: '6' });
  });
});

describe('a crash between any two statements', () => {
  /** The connection breaks after that many statements of the work. */
  function breakAfter(statements: number, work: (tx: Transaction) => Promise<unknown>): Promise<unknown> {
    return inTransaction(pool, async (tx) => {
      let done = 0;
      const { query } = tx;
      const counted = Object.create(tx, {
        query: {
          value: (...parameters: unknown[]) => {
            if (done === statements) throw new Error('the process ended');
            done++;
            return Reflect.apply(query, tx, parameters);
          },
        },
      });
      await work(counted as Transaction);
    });
  }

  test('leaves nothing behind, and a repeat does the whole', async () => {
    const steps: ((tx: Transaction) => Promise<unknown>)[] = [
      (tx) => hold(tx, { account: wallet, amount: '7', kind: 'x', reference: 'x', idempotencyKey: key('h') }),
      (tx) => release(tx, { hold: key('h'), amount: '2', idempotencyKey: key('r') }),
      (tx) =>
        capture(tx, {
          hold: key('h'),
          to: [{ account: outside(usdt), amount: '5' }],
          kind: 'x',
          reference: 'x',
          idempotencyKey: key('c'),
        }),
    ];
    const after = [
      { balance: '10', held: '7' },
      { balance: '10', held: '5' },
      { balance: '5', held: '0' },
    ];
    for (const [at, step] of steps.entries()) {
      const before = await figures();
      let crashes = 0;
      while (
        await breakAfter(crashes, step).then(
          () => false,
          () => true,
        )
      ) {
        expect(await figures()).toEqual(before);
        crashes++;
        expect(crashes).toBeLessThan(30);
      }
      expect(crashes).toBeGreaterThan(2);
      expect(await figures()).toEqual(after[at]);
      expect(await inTransaction(pool, step)).toMatchObject({ repeated: true });
      expect(await figures()).toEqual(after[at]);
    }
  });
});

describe('a kind of account that a domain declares', () => {
  const fund: AccountKind = {
    name: 'test_fund',
    owner: 'house',
    isPerObject: true,
    assets: 'every',
    mayBeNegative: false,
    figure: 'funds',
  };

  test('has accounts of each object, which money is posted to, held of and captured from', async () => {
    const first = accountOf(fund, { objectId: 1, assetId: usdt });
    const second = accountOf(fund, { objectId: 2, assetId: usdt });
    await inTransaction(pool, (tx) => postEntry(tx, move(wallet, first, '4')));
    await inTransaction(pool, (tx) => postEntry(tx, move(first, second, '1')));
    await holdMoney('reserve', '3', first);
    await captureMoney('reserve', [{ account: wallet, amount: '2' }]);
    expect([await figures(first), await figures(second), await figures()]).toEqual([
      { balance: '1', held: '1' },
      { balance: '1', held: '0' },
      { balance: '8', held: '0' },
    ]);
  });

  test('is named by the ids that its owner calls for, and by no others', () => {
    expect(() => accountOf(fund, { assetId: usdt })).toThrow(RangeError);
    expect(() => accountOf(fund, { objectId: 1, userId: 1, assetId: usdt })).toThrow(RangeError);
    expect(() => mainAccount({ userId: 0, assetId: usdt })).toThrow(RangeError);
  });

  test('is not used with other rules than it began with', async () => {
    const rules = { ...fund, mayBeNegative: true };
    const posting = inTransaction(pool, (tx) =>
      postEntry(tx, move(wallet, accountOf(rules, { objectId: 3, assetId: usdt }), '1')),
    );
    await expect(posting).rejects.toThrow('other rules');
  });
});
