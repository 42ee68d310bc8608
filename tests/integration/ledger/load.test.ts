/** Random work on the ledger: one step after the other beside a model, and by many clients at once. */
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { capture, hold, mainAccount, outside, postEntry, release } from '@pelican/api/src/ledger/index.ts';
import { inTransaction, type Transaction } from '@pelican/api/src/platform/database/index.ts';
import { formatUnits } from '@pelican/shared/money';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runLedgerLoad } from '../../support/ledger-load.ts';
import { insertListings } from '../../support/listings.ts';
import { createDatabase, type TestDatabase } from '../../support/services.ts';
import { shards } from '../../support/shards.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  await insertListings(database.url);
  pool = new pg.Pool({ connectionString: database.url, max: 20 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Nothing is negative, what is held is there, and every check of every domain holds. */
async function expectBooksInOrder(): Promise<void> {
  const { differences, assets } = await audit(pool, shards);
  expect(differences).toEqual([]);
  expect(assets.every(({ sum }) => sum === '0')).toBe(true);
  const { rows } = await pool.query(
    'SELECT id FROM ledger_accounts WHERE NOT may_be_negative AND (held < 0 OR held > balance)',
  );
  expect(rows).toEqual([]);
}

test('20 clients at once on one account, with transfers, holds, releases and captures: no deadlock, and the audit is clean', async () => {
  const { done, repeated } = await runLedgerLoad({ pool, clients: 20, goesOn: (begun) => begun < 600, seed: 7 });
  expect(repeated).toBe(0);
  expect(Object.keys(done).sort()).toEqual(['capture', 'hold', 'post', 'release', 'release in part', 'transfer']);
  await expectBooksInOrder();
});

const asset = 3;
const users = 3;

/** What the ledger should say of a few users, in units of 10^-8. */
class Model {
  readonly firstUser: number;
  readonly balances: number[] = new Array(users).fill(0);
  readonly holds: { key: string; user: number; remaining: number }[] = [];

  constructor(firstUser: number) {
    this.firstUser = firstUser;
  }

  account(user: number) {
    return mainAccount({ userId: this.firstUser + user, assetId: asset });
  }

  held(user: number): number {
    return this.holds.reduce((sum, one) => sum + (one.user === user ? one.remaining : 0), 0);
  }

  available(user: number): number {
    return (this.balances[user] ?? 0) - this.held(user);
  }

  add(user: number, units: number): void {
    this.balances[user] = (this.balances[user] ?? 0) + units;
  }
}

const step = fc.record({
  kind: fc.constantFrom('credit', 'spend', 'hold', 'release', 'capture'),
  user: fc.integer({ min: 0, max: users - 1 }),
  other: fc.integer({ min: 0, max: users - 1 }),
  units: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 2 ** 48 })),
  /** Which of the holds so far. */
  pick: fc.nat(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Planned {
  isAllowed: boolean;
  /** What it does to the model. */
  effect(): void;
  work(tx: Transaction): Promise<unknown>;
}

function plan(model: Model, { kind, user, other, units, pick }: Step, key: string): Planned {
  const amount = formatUnits(units, 8);
  const entry = { kind: 'test', reference: 'test', idempotencyKey: key };
  const picked = model.holds[pick % Math.max(1, model.holds.length)] ?? { key: 'none', user: 0, remaining: 0 };
  const isLeft = picked.remaining >= units;
  const destination = (from: number) => (other === from ? outside(asset) : model.account(other));
  const arrive = (from: number) => {
    model.add(from, -units);
    if (other !== from) model.add(other, units);
  };
  const move = (from: ReturnType<typeof outside>, to: ReturnType<typeof outside>) => (tx: Transaction) =>
    postEntry(tx, {
      ...entry,
      legs: [
        { account: from, amount: `-${amount}` },
        { account: to, amount },
      ],
    });
  const plans: Record<Step['kind'], () => Planned> = {
    credit: () => ({
      isAllowed: true,
      effect: () => model.add(user, units),
      work: move(outside(asset), model.account(user)),
    }),
    spend: () => ({
      isAllowed: model.available(user) >= units,
      effect: () => arrive(user),
      work: move(model.account(user), destination(user)),
    }),
    hold: () => ({
      isAllowed: model.available(user) >= units,
      effect: () => model.holds.push({ key, user, remaining: units }),
      work: (tx) => hold(tx, { ...entry, account: model.account(user), amount }),
    }),
    release: () => ({
      isAllowed: isLeft,
      effect: () => {
        picked.remaining -= units;
      },
      work: (tx) => release(tx, { hold: picked.key, amount, idempotencyKey: key }),
    }),
    capture: () => ({
      isAllowed: isLeft,
      effect: () => {
        picked.remaining -= units;
        arrive(picked.user);
      },
      work: (tx) => capture(tx, { ...entry, hold: picked.key, to: [{ account: destination(picked.user), amount }] }),
    }),
  };
  return plans[kind]();
}

/** True when it was done, false when it was refused for want of money. */
async function isDone(work: Planned['work']): Promise<boolean> {
  try {
    await inTransaction(pool, work);
    return true;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'insufficient_balance' || /remain of the hold|there is no hold/.test(message)) return false;
    throw error;
  }
}

test('any sequence of postings, holds, releases and captures does what a model of it does, and refuses what it refuses', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      runs++;
      const model = new Model(7_000 + runs * users);
      for (const [at, one] of steps.entries()) {
        const { isAllowed, effect, work } = plan(model, one, `model:${runs}:${at}`);
        expect(await isDone(work)).toBe(isAllowed);
        if (isAllowed) effect();
      }
      const { rows } = await pool.query<{ balance: string; held: string }>(
        `SELECT trim_scale(coalesce(balance, 0))::text AS balance, trim_scale(coalesce(held, 0))::text AS held
          FROM generate_series($1::bigint, $1 + $2 - 1) AS wanted
          LEFT JOIN ledger_accounts ON user_id = wanted AND kind = 'main' AND asset_id = $3 ORDER BY wanted`,
        [model.firstUser, users, asset],
      );
      const figures = model.balances.map((balance, user) => ({
        balance: formatUnits(balance, 8),
        held: formatUnits(model.held(user), 8),
      }));
      expect(rows).toEqual(figures);
    }),
    { numRuns: 25 },
  );
  await expectBooksInOrder();
});
