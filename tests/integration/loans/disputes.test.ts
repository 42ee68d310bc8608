/** Disputes: opened by either side, with what both show, and a release of pledge that waits for their end. */
import type { DisputeView, LoanView } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendForm } from '../../support/kyc.ts';
import { type LoansApi, loanOf, madeOffer, startLoansApi, takenCredit } from '../../support/loans.ts';
import { pngOf } from '../../support/sample-files.ts';
import type { Answer, TestUser } from '../../support/test-api.ts';

let api: LoansApi;
let alice: TestUser;
let bob: TestUser;
let loan: LoanView;

beforeAll(async () => {
  api = await startLoansApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  api.holdIndex({ BTC_USDT: '100000' });
  alice = await api.person('alice', { USDT: '1000' });
  bob = await api.person('bob', { BTC: '1', USDT: '600' });
  loan = await takenCredit(bob, await madeOffer(alice, { auto_approve: true }));
});
afterEach(() => api.demandAudited());

const text = 'The price of that minute was a mistake.';
const open = (
  by: TestUser,
  sent: object = { reason: 'price', text },
): Promise<Answer<DisputeView & { code: string }>> => by.post(`/p2p/dispute/${loan.id}`, sent);
const disputesOf = async (by: TestUser) =>
  (await by.get<{ result: DisputeView[] }>(`/p2p/dispute/${loan.id}`)).body.result;

test('either side opens one dispute at a time, and both add to it', async () => {
  const opened = await open(bob);
  expect(opened, JSON.stringify(opened.body)).toMatchObject({
    status: 200,
    body: { state: 'open', reason: 'price', opened_by: 'borrow', decision: null, evidence: [{ by: 'borrow', text }] },
  });
  expect(await loanOf(alice, loan.id)).toMatchObject({ dispute: true });
  expect((await open(alice)).body).toMatchObject({ code: 'dispute_open' });
  const answer = await alice.post(`/p2p/dispute/${loan.id}/evidence`, { text: 'It was the price of every market.' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  for (const side of [alice, bob])
    expect((await disputesOf(side))[0]?.evidence.map(({ by }) => by)).toEqual(['borrow', 'lend']);
  const { body } = await bob.get<{ data: LoanView[] }>('/p2p/deals-history?tab=arbitration');
  expect(body.data.map(({ id }) => id)).toEqual([loan.id]);
});

test('nothing of the pledge is released in a dispute; repayment, top-ups and days go on', async () => {
  await bob.post(`/p2p/top-up/${loan.id}`, { amount: '0.1' });
  await open(alice, { reason: 'other', text });
  expect((await bob.post(`/p2p/release-pledge/${loan.id}`, { amount: '0.05' })).body).toMatchObject({
    code: 'release_blocked',
  });
  expect((await bob.post(`/p2p/top-up/${loan.id}`, { amount: '0.1' })).status).toBe(200);
  const repaid = await bob.post<LoanView>(`/p2p/repay-loan/${loan.id}`, {});
  expect(repaid.body).toMatchObject({ state: 'repaid', dispute: true });
  expect((await disputesOf(bob))[0]).toMatchObject({ state: 'open' });
});

test('a session that has ended in Postgres says nothing in a dispute, whatever this process knows of it', async () => {
  await open(bob);
  await api.parts.pool.query(
    `UPDATE sessions SET ended_at = now(), end_reason = 'test' WHERE user_id = ANY ($1::bigint[])`,
    [[alice.id, bob.id]],
  );
  const refused = { status: 401, body: { code: 'invalid_token' } };
  expect(await open(alice)).toMatchObject(refused);
  expect(await bob.post(`/p2p/dispute/${loan.id}/evidence`, { text })).toMatchObject(refused);
  expect(await bob.post(`/p2p/dispute/${loan.id}/extension`, { days: 5 })).toMatchObject(refused);
});

test('who has no part in a loan sees and opens nothing, and a week later nobody does', async () => {
  const carol = await api.person('carol');
  expect((await open(carol)).body).toMatchObject({ code: 'loan_not_found' });
  expect((await carol.get(`/p2p/dispute/${loan.id}`)).body).toMatchObject({ code: 'loan_not_found' });
  expect((await carol.post(`/p2p/dispute/${loan.id}/evidence`, { text })).body).toMatchObject({
    code: 'loan_not_found',
  });
  expect((await bob.post(`/p2p/dispute/${loan.id}/evidence`, { text })).body).toMatchObject({
    code: 'dispute_not_open',
  });
  await bob.post(`/p2p/repay-loan/${loan.id}`, {});
  const { pool } = api.parts;
  await pool.query(`UPDATE p2p_loans SET ended_at = now() - interval '7 days 1 minute' WHERE id = $1`, [loan.id]);
  expect((await open(bob)).body).toMatchObject({ code: 'dispute_too_late' });
});

test('a text is ten letters to two thousand, and a reason one of the list', async () => {
  const faults = async (sent: object) => (await open(bob, sent)).body;
  expect(await faults({ reason: 'price', text: 'too short' })).toMatchObject({ code: 'invalid_argument' });
  expect(await faults({ reason: 'price', text: 'x'.repeat(2_001) })).toMatchObject({ code: 'invalid_argument' });
  expect(await faults({ reason: 'revenge', text })).toMatchObject({ code: 'invalid_argument' });
  // Plain text: nothing in it turns what others read, or has no place in a database.
  for (const odd of ['\u0000', '\u202e'])
    expect(await faults({ reason: 'price', text: `${text}${odd}` })).toMatchObject({ code: 'invalid_argument' });
  expect(await faults({})).toMatchObject({ code: 'invalid_argument' });
});

test('neither side can use up what the other may say', async () => {
  await open(bob);
  await api.parts.pool.query(
    `INSERT INTO p2p_evidence (dispute_id, user_id, text)
      SELECT id, opened_by, 'again' FROM p2p_disputes, generate_series(1, 49) WHERE loan_id = $1`,
    [loan.id],
  );
  const say = (by: TestUser) => by.post(`/p2p/dispute/${loan.id}/evidence`, { text });
  expect((await say(bob)).body).toMatchObject({ code: 'too_many_requests' });
  expect((await say(alice)).status).toBe(200);
});

test('pictures are seen by both sides and by nobody else', async () => {
  await api.parts.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [bob.id]);
  const parts = { reason: 'price', text, file: [[await pngOf(8, 8), 'screen.png']] as const };
  const opened = await sendForm<DisputeView>(api, bob, `/p2p/dispute/${loan.id}`, parts);
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const [file] = opened.body.evidence[0]?.files ?? [];
  const path = `/p2p/dispute/${loan.id}/files/${file?.id}`;
  for (const side of [alice, bob]) expect(await side.get(path)).toMatchObject({ status: 200 });
  expect(await (await api.person('carol')).get(path)).toMatchObject({ status: 404 });
});
