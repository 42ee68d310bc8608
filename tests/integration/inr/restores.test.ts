/** Rupees after a restore of Postgres and after a promotion of a replica: nothing is paid twice, and nothing that was paid is returned. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeInrBatch } from '@pelican/api/src/modules/inr/withdrawals/operator-actions.ts';
import { ensureFloor } from '@pelican/api/src/modules/payments/index.ts';
import { methodResumption, resumeMethodPayouts } from '@pelican/api/src/modules/payouts/index.ts';
import { cancelWithdrawal } from '@pelican/api/src/modules/withdrawals/end.ts';
import { endExpired } from '@pelican/api/src/modules/withdrawals/jobs.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { InrPayoutCase } from '@pelican/shared/contracts/inr';
import type { WithdrawalView } from '@pelican/shared/contracts/withdrawals';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { giveRights, ops, withPool } from '../../support/backup.ts';
import {
  confirmedRupees,
  demandInrAudited,
  type RupeeHolder,
  rupeeHolder,
  rupeesOf,
  tradeRupees,
  transferId,
} from '../../support/inr.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { asPart } from '../../support/roles.ts';
import { createDatabase, startRedis } from '../../support/services.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { lastMail, statusOf } from '../../support/withdrawals.ts';
import { openWorkerPool } from '../../support/worker.ts';

vi.setConfig({ testTimeout: 180_000 });

let api: TestApi;
let first: TestUser;
let second: TestUser;
let holder: RupeeHolder;

beforeAll(async () => {
  api = await startTestApi();
  tradeRupees(api);
  await demandTwoPersons(api.databaseUrl);
  first = await signUpOperator(api, 'payer', ['money']);
  second = await signUpOperator(api, 'payer2', ['money']);
  holder = await rupeeHolder(api);
});
afterAll(() => api.close());
afterEach(() => demandInrAudited(api));

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const take = () => first.post('/v2/ops/inr-payout-batches');
const cancel = (id: number) => holder.user.post<WithdrawalView>(`/v2/profile/withdrawals/${id}/cancel`);
const listed = async () =>
  (await first.get<{ result: InrPayoutCase[]; stopped_at: number | null }>('/v2/ops/inr-payouts?state=ready')).body;
const stopped = { status: 503, body: { code: 'payouts_stopped' } };

/** What the answer of a request is approved with. */
async function approve({ body }: { body: unknown }): Promise<void> {
  const answer = await approveRequest(second, (body as Asked).request);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

test('a restored Postgres pays no rupees and returns none until it was compared, and gives no number a second time', async () => {
  const { id: paidSince } = await confirmedRupees(api, holder, { amount: '5000' });
  const unconfirmed = (await holder.request({ amount: '300' })).body.id;
  const [folder, dataDir] = ['backup', 'data'].map((name) => mkdtempSync(join(tmpdir(), `pelican-inr-${name}-`)));
  const { databaseUrl, redisUrl } = api;
  const source = { databaseUrl, redisUrl, dataDir: dataDir ?? '' };
  expect((await ops(source, 'backup', folder ?? '')).output).toContain('OK: written to');
  // After the backup: a batch of one, another withdrawal that the backup has not, and both paid.
  expect((await take()).status).toBe(200);
  const { id: lost } = await confirmedRupees(api, holder, { amount: '700' });

  const [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  const place = { databaseUrl: database.url, redisUrl: redis.url, dataDir: dataDir ?? '' };
  expect((await ops(place, 'restore', folder ?? '')).output).toContain('OK: restored');
  await giveRights(place);
  const workerPool = openWorkerPool(place.databaseUrl);
  try {
    await withPool(asPart(place.databaseUrl, 'operator'), async (pool) => {
      const act = { actor: 'ops:jane', reason: 'Compared' };
      const method = Number(
        (await pool.query('SELECT method_id FROM withdrawals WHERE id = $1', [paidSince])).rows[0].method_id,
      );
      const batch = () => inTransaction(pool, (tx) => takeInrBatch.run(tx, act, { method }));
      const cancelIn = (id: number) => inTransaction(workerPool, (tx) => cancelWithdrawal(tx, holder.user.id, id));
      const remains = async () => {
        await expect(batch()).rejects.toMatchObject({ code: 'request_closed' });
        for (const id of [paidSince, unconfirmed])
          await expect(cancelIn(id)).rejects.toMatchObject({ code: 'payouts_stopped' });
        await endExpired(workerPool);
        const { rows } = await pool.query('SELECT status FROM withdrawals ORDER BY id');
        expect(rows.map(({ status }) => status)).toEqual([11, 5]);
      };
      await withPool(place.databaseUrl, (owner) =>
        owner.query(`UPDATE withdrawals SET expires_at = now() - interval '1 hour' WHERE id = $1`, [unconfirmed]),
      );
      await remains();
      expect((await ops(place, 'status')).output).toContain('INR by INR');
      await ensureFloor(workerPool);
      await ensureFloor(workerPool);
      await remains();
      const { rows: numbers } = await pool.query(
        `SELECT (SELECT last_value FROM withdrawals_id_seq)::int AS withdrawal, (SELECT last_value FROM inr_payout_batches_id_seq)::int AS batch`,
      );
      expect(numbers[0].withdrawal).toBeGreaterThan(lost + 1_000_000);
      expect(numbers[0].batch).toBeGreaterThan(1_000_000);

      const payload = await methodResumption(pool, { ticker: 'INR', method: 'INR' });
      const resume = (wanted: typeof payload) => inTransaction(pool, (tx) => resumeMethodPayouts.run(tx, act, wanted));
      await expect(resume({ ...payload, floor: payload.floor - 1 })).rejects.toMatchObject({ code: 'request_closed' });
      await resume(payload);
      await expect(resume(payload)).rejects.toMatchObject({ code: 'request_closed' });
      await endExpired(workerPool);
      await cancelIn(paidSince);
      expect((await pool.query('SELECT status FROM withdrawals ORDER BY id')).rows.map(({ status }) => status)).toEqual(
        [4, 4],
      );
      expect((await ops(place, 'audit')).code).toBe(0);
    });
  } finally {
    await workerPool.end();
    await redis.stop();
    await database.drop();
    for (const path of [folder, dataDir]) rmSync(path ?? '', { recursive: true, force: true });
  }
});

test('after a promotion operators report what the statement has, resume by two, and the rest goes on', async () => {
  const [isPaid, isPaidUnconfirmed, isOpen] = [
    (await confirmedRupees(api, holder, { amount: '4000' })).id,
    (await holder.request({ amount: '400' })).body.id,
    (await confirmedRupees(api, holder, { amount: '600' })).id,
  ];
  expect((await listed()).stopped_at).toBeNull();
  // A batch of which the bank may have the file, although the row does not say so.
  const { id: inBatch } = await confirmedRupees(api, holder, { amount: '350' });
  await sql('UPDATE withdrawals SET taken_at = now() WHERE id = ANY ($1)', [isPaid, isOpen]);
  const { batch } = (await first.post<{ batch: { id: number } }>('/v2/ops/inr-payout-batches')).body;
  await sql('UPDATE withdrawals SET taken_at = NULL WHERE id = ANY ($1)', [isPaid, isOpen]);
  const file = () => first.post(`/v2/ops/inr-payout-batches/${batch.id}/file`, {});
  expect(await statusOf(api, inBatch)).toBe(14);
  await sql(`UPDATE address_floors SET timeline = '00000000'`);
  // The ids that are given now may have been given before.
  expect(await holder.request({ amount: '500' })).toMatchObject(stopped);
  const workerPool = openWorkerPool(api.databaseUrl);
  await Promise.all([ensureFloor(workerPool), ensureFloor(workerPool)]);
  await workerPool.end();

  expect(await cancel(isOpen)).toMatchObject(stopped);
  expect((await take()).body).toMatchObject({ code: 'request_closed' });
  expect(await file()).toMatchObject(stopped);
  const shown = await listed();
  expect(shown.stopped_at).toBeGreaterThan(0);
  expect(shown.result.filter(({ may_be_paid: may }) => may).map(({ id }) => id)).toEqual(
    expect.arrayContaining([isPaid, isPaidUnconfirmed, isOpen]),
  );
  const failing = await first.post(`/v2/ops/inr-payouts/${isOpen}/fail`, { reason: 'The bank says so.' });
  expect(failing).toMatchObject(stopped);
  // One that is requested now cannot have been paid.
  const { id: later } = await confirmedRupees(api, holder, { amount: '900' });
  expect(later).toBeGreaterThan(1_000_000);
  expect(await cancel(later)).toMatchObject({ status: 200, body: { status: 4 } });

  for (const id of [isPaid, isPaidUnconfirmed]) {
    const utr = transferId();
    await approve(await first.post(`/v2/ops/inr-payouts/${id}/pay`, { utr, reason: 'On the statement' }));
    expect(await statusOf(api, id)).toBe(3);
    const again = await first.post(`/v2/ops/inr-payouts/${id}/pay`, { utr: transferId(), reason: 'On the statement' });
    expect(again.body).toMatchObject({ code: 'request_closed' });
  }
  expect((await cancel(isPaid)).body).toMatchObject({ code: 'withdrawal_closed' });
  const { code } = await lastMail(api, isPaidUnconfirmed);
  const confirmed = await holder.user.post('/confirmWithdraw', { id: isPaidUnconfirmed, code });
  expect(confirmed.body).toMatchObject({ code: 'withdrawal_closed' });

  await approve(await first.post('/v2/ops/inr-payouts/resume', { reason: 'Compared with the statement' }));
  expect(await first.post('/v2/ops/inr-payouts/resume', { reason: 'Again' })).toMatchObject({ status: 409 });
  expect((await listed()).stopped_at).toBeNull();
  expect((await file()).status).toBe(200);
  const { held } = await rupeesOf(api, holder);
  const [canceled] = await Promise.all([cancel(isOpen), take()]);
  // One of both has it.
  expect(await statusOf(api, isOpen)).toBe(canceled.status === 200 ? 4 : 14);
  expect((await rupeesOf(api, holder)).held).toBe(canceled.status === 200 ? held - 600 : held);
});
