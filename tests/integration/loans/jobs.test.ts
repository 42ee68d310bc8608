/** Jobs of loans: one object that fails holds up no other, and a run that finds nothing writes nothing. */
import { loanJobs, runDays } from '@pelican/api/src/modules/loans/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createOrder,
  dayMs,
  type LoansApi,
  loanOf,
  madeOffer,
  offerOf,
  startLoansApi,
  takenCredit,
} from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startLoansApi();
  api.setIndex({ BTC_USDT: '100000' });
});
afterAll(() => api?.close());
beforeEach(async () => {
  alice = await api.person('alice', { USDT: '2000' });
  bob = await api.person('bob', { BTC: '1' });
});
afterEach(() => api.demandAudited());

const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);

/** Each job once, as the worker runs them: what one throws is its own. */
async function runJobs(): Promise<unknown[]> {
  const runs = loanJobs({ pool: api.worker }).flatMap((job) => (job.kind === 'interval' ? [job.work] : []));
  const settled = await Promise.allSettled(runs.map((work) => work(new AbortController().signal)));
  return settled.flatMap((run) => (run.status === 'rejected' ? [run.reason] : []));
}

test('an offer that cannot be ended holds up neither other offers nor requests', async () => {
  const [broken, whole, other] = [
    await madeOffer(alice),
    await madeOffer(alice),
    await madeOffer(await api.person('carol', { USDT: '1000' })),
  ];
  const { id } = await takenCredit(bob, other);
  await sql('UPDATE p2p_offers SET expires_at = now() WHERE id = ANY ($1)', [broken, whole]);
  await sql('UPDATE p2p_loans SET expires_at = now() WHERE id = $1', id);
  await sql(
    `CREATE FUNCTION refuse_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$`,
  );
  await sql(
    `CREATE TRIGGER refuse_it BEFORE UPDATE ON p2p_offers FOR EACH ROW WHEN (OLD.id = ${broken}) EXECUTE FUNCTION refuse_it()`,
  );
  try {
    expect(await runJobs()).toHaveLength(1);
  } finally {
    await sql('DROP FUNCTION refuse_it CASCADE');
  }
  expect(await offerOf(alice, whole)).toMatchObject({ state: 'closed' });
  expect(await loanOf(bob, id)).toMatchObject({ state: 'expired' });
  expect(await runJobs()).toEqual([]);
  expect(await offerOf(alice, broken)).toMatchObject({ state: 'closed' });
});

test('an overdue loan is written when something happens to it, and not by each run', async () => {
  const loan = await takenCredit(bob, await madeOffer(alice, { auto_approve: true }), { days: 3 });
  await api.take(bob, 'USDT', '400');
  const due = (loan.date_start ?? 0) * 1000 + 3 * dayMs;
  await runDays(api.worker, due + 1_000);
  const row = async () => (await sql('SELECT *, xmin FROM p2p_loans WHERE id = $1', loan.id)).rows[0];
  const overdue = await row();
  expect(overdue).toMatchObject({ state: 'overdue' });
  for (let minute = 1; minute <= 3; minute++) await runDays(api.worker, due + minute * 60_000);
  expect(await row()).toEqual(overdue);
  // The first late day, and then the money.
  await runDays(api.worker, due + 1_000 + dayMs);
  expect(await row()).toMatchObject({ version: overdue.version + 1, late_days_charged: 1 });
  await api.give(bob, 'USDT', '500');
  await runDays(api.worker, due + 1_000 + dayMs + 60_000);
  expect(await row()).toMatchObject({ state: 'repaid', next_run_at: null });
});

test('calls are forgotten after a month, and repeated until then', async () => {
  const headers = { 'idempotency-key': 'kept' };
  const offer = async () => (await createOrder(alice, {}, headers)).body.id;
  const id = await offer();
  await runJobs();
  expect(await offer()).toBe(id);
  await sql(`UPDATE p2p_calls SET created_at = now() - interval '31 days' WHERE user_id = $1`, alice.id);
  await runJobs();
  expect((await sql('SELECT FROM p2p_calls WHERE user_id = $1', alice.id)).rowCount).toBe(0);
});
