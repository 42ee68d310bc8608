/** A worker that dies between any two steps of a withdrawal by a payment provider, several workers at once, and a Postgres that has lost rows. */
import { claimDue } from '@pelican/api/src/modules/withdrawals/index.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demandInrAudited, rupeesOf, tradeRupees } from '../../support/inr.ts';
import { providerSecret } from '../../support/provider.ts';
import {
  confirmedPayout,
  decideAt,
  type PayingWorker,
  payee,
  payoutOf,
  reportPayout,
  startPaying,
} from '../../support/provider-payouts.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';
import { statusOf } from '../../support/withdrawals.ts';

let api: TestApi;
let worker: PayingWorker;
/** References that the provider was told to pay, each time. */
let orders: string[] = [];

beforeAll(async () => {
  api = await startTestApi({ SANDBOX_PROVIDER_SECRET: providerSecret });
  tradeRupees(api);
  worker = startPaying(api);
});
afterAll(async () => {
  await worker?.close();
  await api?.close();
});

interface Life {
  /** Steps that are done before it ends; each question to Postgres or to the provider is one. */
  left: number;
}

async function step<Value>(life: Life, work: () => Promise<Value>): Promise<Value> {
  if (life.left <= 0) throw new Error('died');
  const result = await work();
  life.left -= 1;
  // It was done, and nobody knows.
  if (life.left === 0) throw new Error('died');
  return result;
}

/** A pool whose connections end with the process, and its transactions with them. */
function mortal(pool: pg.Pool, life: Life): pg.Pool {
  return {
    query: (...given: unknown[]) => step(life, () => (pool.query as (...all: unknown[]) => Promise<unknown>)(...given)),
    async connect() {
      const client = await pool.connect();
      return new Proxy(client, {
        get(target, name) {
          if (name === 'release') return () => target.release(life.left <= 0);
          const value = Reflect.get(target, name);
          if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
          return (...given: unknown[]) => step(life, () => value.apply(target, given));
        },
      });
    },
  } as unknown as pg.Pool;
}

function countOrders(life?: Life): void {
  worker.breakWith((real) => ({
    find: (reference) => (life ? step(life, () => real.find(reference)) : real.find(reference)),
    pay: (payout) => {
      const pay = () => {
        orders.push(payout.reference);
        return real.pay(payout);
      };
      return life ? step(life, pay) : pay();
    },
  }));
}

test.each([
  ['paid', 1],
  // By the same steps up to the answer.
  ['declined', 3],
] as const)('a worker that dies after any step ends it once: %s', { timeout: 300_000 }, async (outcome, stride) => {
  let deaths = 0;
  for (let steps = 1; steps <= 90; steps += stride) {
    const from = await payee(api);
    const { id } = await confirmedPayout(api, from);
    orders = [];
    const life = { left: steps };
    countOrders(life);
    // The first life orders it; when it is still alive the provider decides, and it goes on.
    await worker.run(mortal(worker.pool, life)).catch(() => undefined);
    const isOrdered = life.left > 0;
    if (isOrdered) {
      await decideAt(api, id, outcome);
      await worker.run(mortal(worker.pool, life)).catch(() => undefined);
    }
    if (life.left <= 0) deaths++;
    countOrders();
    await worker.run();
    if (!isOrdered) {
      await decideAt(api, id, outcome);
      await worker.run();
    }
    expect(await statusOf(api, id), `after ${steps} steps`).toBe(outcome === 'paid' ? 3 : 12);
    expect(await rupeesOf(api, from)).toEqual({ balance: outcome === 'paid' ? 999_000 : 1_000_000, held: 0 });
    expect(new Set(orders).size).toBe(1);
    if (life.left > 0) break;
  }
  await demandInrAudited(api);
  // All of its steps were tried.
  expect(deaths).toBeGreaterThan(15 / stride);
  expect(deaths).toBeLessThan(90 / stride);
});

test('workers at once order it once', async () => {
  worker.repair();
  orders = [];
  countOrders();
  const from = await payee(api);
  const { id } = await confirmedPayout(api, from);
  await Promise.all([1, 2, 3, 4].map(() => worker.run()));
  await decideAt(api, id, 'paid');
  await Promise.all([1, 2, 3, 4].map(() => worker.run()));
  expect(await statusOf(api, id)).toBe(3);
  expect(new Set(orders).size).toBe(1);
  expect(await rupeesOf(api, from)).toEqual({ balance: 999_000, held: 0 });
  await demandInrAudited(api);
});

test('a Postgres that has lost the payout orders the same one, which the provider has paid', async () => {
  orders = [];
  countOrders();
  const from = await payee(api);
  const { id } = await confirmedPayout(api, from);
  await worker.run();
  const { reference } = await payoutOf(api, id);
  await decideAt(api, id, 'paid');
  await api.parts.pool.query('DELETE FROM provider_payouts WHERE withdrawal_id = $1', [id]);
  await api.parts.pool.query(
    `UPDATE withdrawals SET status = 11, taken_at = NULL, transaction_hash = '' WHERE id = $1`,
    [id],
  );
  await worker.run();
  expect(orders).toEqual([reference]);
  expect(await statusOf(api, id)).toBe(3);
  await demandInrAudited(api);
});

test('an answer that comes after another worker has claimed the payout changes nothing', async () => {
  const from = await payee(api);
  const { id } = await confirmedPayout(api, from);
  let answerLate: () => void = () => undefined;
  const isAsked = new Promise<void>((asked) => {
    let isFirst = true;
    worker.breakWith((real) => ({
      async find(reference) {
        const answer = await real.find(reference);
        if (!isFirst) return answer;
        isFirst = false;
        asked();
        // It was true when the provider wrote it.
        await new Promise<void>((resolve) => {
          answerLate = resolve;
        });
        return answer;
      },
    }));
  });
  const slow = worker.run(worker.pool, 60_000);
  await isAsked;
  await worker.run();
  expect(await statusOf(api, id)).toBe(14);
  const before = await payoutOf(api, id);
  answerLate();
  await slow;
  expect(await payoutOf(api, id)).toEqual(before);
  expect(worker.errors).toEqual([]);
  const { rows } = await api.parts.pool.query('SELECT payout_problem FROM withdrawals WHERE id = $1', [id]);
  expect(rows).toEqual([{ payout_problem: null }]);
  await decideAt(api, id, 'paid');
  await worker.run();
  expect(await rupeesOf(api, from)).toEqual({ balance: 999_000, held: 0 });
});

test('a report leaves a claim that is under way as it is, and the provider is asked again after it', async () => {
  const { id } = await confirmedPayout(api, await payee(api));
  const claim = () => claimDue(worker.pool, 'sandbox', 10);
  let during: unknown[] | undefined;
  worker.breakWith((real) => ({
    async pay(payout) {
      const answer = await real.pay(payout);
      for (let times = 0; times < 2; times++)
        expect((await reportPayout(api, payout.reference)).status, 'a report').toBe(200);
      during = await claim();
      return answer;
    },
  }));
  await worker.run();
  expect(during).toEqual([]);
  expect(await statusOf(api, id)).toBe(14);
  const after = await claim();
  expect(after.map((one) => one.id)).toEqual([id]);
  expect(await claim(), 'claimed').toEqual([]);
});

test('a claim outlasts two answers that are waited for to the end, and a round claims no more than it asks about at once', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 12; count++) ids.push((await confirmedPayout(api, await payee(api))).id);
  let open = 0;
  let claimed = 0;
  worker.breakWith((real) => ({
    async find(reference) {
      open++;
      const { rows } = await api.parts.pool.query<{ claimed: number; shortest: number }>(
        `SELECT count(*)::int AS claimed, extract(epoch FROM min(next_at) - now())::float AS shortest
          FROM provider_payouts WHERE withdrawal_id = ANY ($1) AND attempts > 0 AND accepted_at IS NULL`,
        [ids],
      );
      claimed = Math.max(claimed, rows[0]?.claimed ?? 0);
      expect(rows[0]?.shortest ?? 0).toBeGreaterThan(20);
      open--;
      return real.find(reference);
    },
  }));
  await worker.run(worker.pool, 10_000);
  expect(open).toBe(0);
  expect(claimed).toBeLessThanOrEqual(10);
  for (const id of ids) expect(await statusOf(api, id)).toBe(14);
});
