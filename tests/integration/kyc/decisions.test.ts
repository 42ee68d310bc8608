import type { KycCaseDetail, KycCaseHead, KycStatus } from '@pelican/shared/contracts/kyc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aadhaar,
  confirmEmail,
  globalInfo,
  indianInfo,
  kycStatusOf,
  newPerson,
  sendForm,
  sendGlobalCase,
  sendIndianCase,
  unverifiedPerson,
} from '../../support/kyc.ts';
import { demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { jpegOf } from '../../support/sample-files.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let jane: TestUser;
let ravi: TestUser;
let numbers = 0;

beforeAll(async () => {
  api = await startTestApi();
  await demandTwoPersons(api.databaseUrl);
  [jane, ravi] = [await signUpOperator(api, 'jane'), await confirmEmail(api, await signUpOperator(api, 'ravi'))];
});
afterAll(() => api.close());

const person = () => unverifiedPerson(api);
const freshNumber = () => `C${String(++numbers).padStart(8, '0')}`;

/** Somebody whose case waits. */
async function waiting(
  number = freshNumber(),
  info: object = newPerson(globalInfo),
): Promise<{ user: TestUser; id: number; revision: number }> {
  const user = await person();
  const sent = await sendGlobalCase(api, user, number, info);
  expect(sent.status).toBe(200);
  return { user, ...(await caseOf(user)) };
}

async function caseOf(user: TestUser): Promise<{ id: number; revision: number }> {
  const { rows } = await api.parts.pool.query<{ id: string; revision: number }>(
    'SELECT id, revision FROM kyc_cases WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
    [user.id],
  );
  return { id: Number(rows[0]?.id), revision: rows[0]?.revision as number };
}

const decide = (
  operator: TestUser,
  { id, revision }: { id: number; revision: number },
  what: string,
  body: object = {},
) =>
  operator.post(`/v2/ops/kyc/${id}/${what}`, { revision, ...(what === 'approve' ? { reason: 'seen' } : {}), ...body });
const account = async (user: TestUser) =>
  (
    await api.parts.pool.query('SELECT kyc_status AS status, kyc_country AS country FROM users WHERE id = $1', [
      user.id,
    ])
  ).rows[0];
const noticesOf = async (user: TestUser) =>
  (
    await api.parts.pool.query<{ kind: string }>('SELECT kind FROM notices WHERE user_id = $1 ORDER BY id', [user.id])
  ).rows.map(({ kind }) => kind);

describe('an operator', () => {
  it('sees the queue, the case and its files, and every look is on record', async () => {
    const { user, id } = await waiting();
    const list = await jane.get<{ result: KycCaseHead[] }>('/v2/ops/kyc');
    expect(list.body.result.find((one) => one.id === id)).toMatchObject({
      email: user.email,
      status: 'submitted',
      attempt: 1,
    });
    const shown = (await jane.get<KycCaseDetail>(`/v2/ops/kyc/${id}`)).body;
    expect(shown).toMatchObject({ info: { last_name: 'Schmidt' }, risks: [], age: expect.any(Number) });
    expect(shown.files.map(({ field }) => field).sort()).toEqual(['passport_front', 'selfie', 'video']);
    const file = await jane.get(`/v2/ops/kyc/${id}/files/${shown.files[0]?.id}`);
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
    });
    expect(file.headers['content-security-policy']).toContain('sandbox');
    const { rows } = await api.parts.pool.query(
      'SELECT actor, action FROM audit_records WHERE subject = $1 ORDER BY id',
      [`user:${user.id}`],
    );
    expect(rows.slice(-2)).toEqual([
      { actor: 'ops:jane', action: 'kyc.looked_at' },
      { actor: 'ops:jane', action: 'kyc.file_looked_at' },
    ]);
    const other = await waiting();
    expect((await jane.get(`/v2/ops/kyc/${other.id}/files/${shown.files[0]?.id}`)).status).toBe(404);
    expect((await jane.get('/v2/ops/kyc/99999999')).status).toBe(404);
    expect((await user.get(`/v2/ops/kyc/${id}/files/${shown.files[0]?.id}`)).status).toBe(403);
  });

  it('never sees an Aadhaar number whole', async () => {
    const user = await person();
    const number = aadhaar('56789012345');
    await sendIndianCase(api, user, { pan: 'AAAPA0001A', aadhaar: number });
    const { id } = await caseOf(user);
    const shown = await jane.get<KycCaseDetail>(`/v2/ops/kyc/${id}`);
    expect(JSON.stringify(shown.body).replaceAll(' ', '')).not.toContain(number);
    expect(shown.body.document).toMatchObject({ number: 'AAAPA0001A', adhaarNumber: `XXXX XXXX ${number.slice(-4)}` });
  });

  it('verifies: the person may trade, is told, and Indian tax follows the country', async () => {
    const { user, ...kycCase } = await waiting();
    expect((await decide(jane, kycCase, 'approve')).body).toEqual({ status: 'done' });
    expect(await account(user)).toEqual({ status: 'approved', country: 'DE' });
    expect(await kycStatusOf(user)).toMatchObject({ state: 'verified', customer: { approved: true, submitted: true } });
    expect(await noticesOf(user)).toEqual(['kyc_submitted', 'kyc_approved']);
    const asha = await person();
    await sendIndianCase(api, asha, { pan: 'AAAPA0002A', aadhaar: aadhaar('67890123456') });
    expect((await decide(jane, await caseOf(asha), 'approve')).body).toEqual({ status: 'done' });
    const { rows } = await api.parts.pool.query(
      `SELECT command->'settings'->>'taxable' AS taxable FROM outbox_commands WHERE key LIKE $1`,
      [`user:${asha.id}:%`],
    );
    expect(rows[0]).toEqual({ taxable: 'true' });
    expect((await decide(jane, kycCase, 'approve')).body).toMatchObject({ code: 'kyc_state' });
  });

  it('decides on what was looked at, and not on what was sent since', async () => {
    const { user, ...kycCase } = await waiting();
    const stale = { ...kycCase, revision: kycCase.revision - 1 };
    for (const [what, body] of [
      ['approve', {}],
      ['reject', { code: 'expired' }],
      ['resubmission', { resubmit: ['selfie'], code: 'unreadable' }],
    ] as const)
      expect((await decide(jane, stale, what, body)).body).toMatchObject({ code: 'kyc_case_changed' });
    expect(await account(user)).toMatchObject({ status: 'pending' });
  });

  it('asks for one document again, and the case comes back with it alone', async () => {
    const { user, ...kycCase } = await waiting();
    const before = (await jane.get<KycCaseDetail>(`/v2/ops/kyc/${kycCase.id}`)).body.files;
    expect((await decide(jane, kycCase, 'resubmission', { resubmit: ['selfie'], code: 'unreadable' })).body).toEqual({
      status: 'done',
    });
    expect(await kycStatusOf(user)).toMatchObject({
      state: 'in_process',
      resubmit: ['selfie'],
      missing: ['selfie'],
      reason: expect.stringMatching(/not readable/),
    });
    const photo = await jpegOf(30, 30);
    expect((await sendForm(api, user, '/v2/kyc/update-documents', { passport_front: photo })).status).toBe(422);
    expect((await user.post('/v2/kyc/passport', globalInfo)).body.code).toBe('kyc_state');
    const again = await sendForm<{ kyc: KycStatus }>(api, user, '/v2/kyc/update-documents', { selfie: photo });
    expect(again.body.kyc).toMatchObject({ state: 'processing', resubmit: [] });
    const after = (await jane.get<KycCaseDetail>(`/v2/ops/kyc/${kycCase.id}`)).body.files;
    expect(after.filter((file) => !before.some(({ id }) => id === file.id)).map(({ field }) => field)).toEqual([
      'selfie',
    ]);
    expect(await noticesOf(user)).toEqual(['kyc_submitted', 'kyc_resubmission', 'kyc_submitted']);
  });

  it('accepts parts: the rest is asked for, and the person is partially verified', async () => {
    const { user, ...kycCase } = await waiting();
    const both = { approved: ['documents'], resubmit: ['selfie'], code: 'unreadable' };
    expect((await decide(jane, kycCase, 'partially-approve', both)).status).toBe(422);
    const body = { approved: ['info', 'documents'], resubmit: ['video'], code: 'video_unclear' };
    expect((await decide(jane, kycCase, 'partially-approve', body)).body).toEqual({ status: 'done' });
    expect(await kycStatusOf(user)).toMatchObject({
      state: 'partially_verified',
      customer: { partiallyApproved: true, approved: false },
      info: { submitted: true, approved: true },
      documents: { submitted: true, approved: true },
      video: { submitted: false, approved: false },
    });
    expect(await account(user)).toMatchObject({ status: 'pending' });
  });

  it('refuses with a reason from the list; a person who begins again has a second case', async () => {
    const { user, ...kycCase } = await waiting();
    expect((await decide(jane, kycCase, 'reject', { code: 'because' })).status).toBe(422);
    expect((await decide(jane, kycCase, 'reject', { code: 'expired' })).body).toEqual({ status: 'done' });
    expect(await account(user)).toMatchObject({ status: 'rejected' });
    expect(await kycStatusOf(user)).toMatchObject({ rejected: true, reason: 'The document has expired' });
    await user.post('/v2/kyc/intl-redoKyc');
    await sendGlobalCase(api, user, freshNumber());
    const { id } = await caseOf(user);
    const shown = (await jane.get<KycCaseDetail>(`/v2/ops/kyc/${id}`)).body;
    expect(shown).toMatchObject({ attempt: 2, history: [{ id: kycCase.id, status: 'rejected' }] });
  });

  it('works on what no other one has claimed', async () => {
    const { user: _, ...kycCase } = await waiting();
    expect((await ravi.post('/v2/ops/claims', { queue: 'kyc', id: String(kycCase.id) })).status).toBe(200);
    expect((await decide(jane, kycCase, 'reject', { code: 'expired' })).body).toMatchObject({ code: 'claimed' });
    expect((await decide(ravi, kycCase, 'reject', { code: 'expired' })).body).toEqual({ status: 'done' });
    const { rows } = await api.parts.pool.query(
      `SELECT details FROM audit_records WHERE action = 'kyc.rejected' ORDER BY id DESC LIMIT 1`,
    );
    // The code is the reason: none is made up for the trail.
    expect(rows[0]?.details).not.toHaveProperty('reason');
    const queues = await jane.get<{ result: { queue: string; claims: { id: string }[] }[] }>('/v2/ops/queues');
    const claims = queues.body.result.find(({ queue }) => queue === 'kyc')?.claims ?? [];
    expect(claims.map(({ id }) => id)).not.toContain(String(kycCase.id));
  });

  it('does not decide about themselves', async () => {
    await sendGlobalCase(api, ravi, freshNumber());
    await api.parts.pool.query(`UPDATE users SET kyc_status = 'none' WHERE id = $1`, [ravi.id]);
    expect((await sendGlobalCase(api, ravi, freshNumber())).status).toBe(200);
    const own = await caseOf(ravi);
    expect((await decide(ravi, own, 'approve')).body).toMatchObject({ code: 'forbidden' });
    expect((await decide(jane, own, 'approve')).body).toEqual({ status: 'done' });
  });
});

describe('one account a person', () => {
  it('a document passes once: the second account takes two operators, and is refused while the first is verified', async () => {
    const number = freshNumber();
    const first = await waiting(number);
    expect((await decide(jane, first, 'approve')).body).toEqual({ status: 'done' });
    const second = await waiting(number.toLowerCase().replace('c', 'c '));
    expect((await jane.get<KycCaseDetail>(`/v2/ops/kyc/${second.id}`)).body.risks).toContain('number_seen');
    expect((await decide(jane, second, 'approve')).body).toMatchObject({ code: 'kyc_identity_taken' });
    expect(await account(second.user)).toMatchObject({ status: 'pending' });
  });

  it('of two accounts with one document that two operators approve at once, one is verified', async () => {
    for (let round = 0; round < 5; round++) {
      const number = freshNumber();
      const [one, other] = [await waiting(number), await waiting(number)];
      // Two operators have asked before; now both requests are approved at the same moment.
      const asked = [await decide(jane, one, 'approve'), await decide(jane, other, 'approve')];
      expect(asked.map(({ status }) => status)).toEqual([202, 202]);
      const approve = async ({ body }: (typeof asked)[number]) => {
        const { id, hash } = (body as { request: { id: number; hash: string } }).request;
        const { approveRequest, twoPersonActions } = await import('@pelican/api/src/modules/operations/index.ts');
        const deps = {
          pool: api.parts.pool,
          redis: async () => api.parts.redis,
          deliver: async () => ({ kind: 'settled' as const }),
          warn: () => undefined,
        };
        const given = { id, caller: { actor: 'ops:ravi', twoPersons: true }, payloadHash: hash };
        return approveRequest(deps, twoPersonActions.approveKyc, given).then(
          () => 'done',
          (error: { code?: string }) => error.code,
        );
      };
      expect((await Promise.all(asked.map(approve))).toSorted()).toEqual(['done', 'kyc_identity_taken']);
    }
  });

  it('the same person may be verified again with the same document', async () => {
    const number = freshNumber();
    const { user, ...kycCase } = await waiting(number);
    await decide(jane, kycCase, 'approve');
    await api.parts.pool.query(`UPDATE users SET kyc_status = 'none' WHERE id = $1`, [user.id]);
    expect((await sendGlobalCase(api, user, number)).status).toBe(200);
    expect((await decide(jane, await caseOf(user), 'approve')).body).toEqual({ status: 'done' });
  });
});

it.each([
  ['older than 90', { birth_date: '1930-01-01' }, 'very_old'],
  ['from a watched country', { country: 'IR' }, 'watched_country'],
  [
    'younger than 19',
    { birth_date: new Date(Date.now() - 18.5 * 365.25 * 86_400_000).toISOString().slice(0, 10) },
    'very_young',
  ],
])('somebody %s is verified by two operators', async (_, info, risk) => {
  const { user, ...kycCase } = await waiting(freshNumber(), { ...newPerson(globalInfo), ...info });
  expect((await jane.get<KycCaseDetail>(`/v2/ops/kyc/${kycCase.id}`)).body.risks).toEqual([risk]);
  const asked = await decide(jane, kycCase, 'approve', { reason: 'the documents are genuine' });
  expect(asked).toMatchObject({ status: 202, body: { status: 'requested', request: { action: 'kyc.approve' } } });
  expect(await account(user)).toMatchObject({ status: 'pending' });
});

it('somebody whose PAN is in another name is verified by two operators', async () => {
  const user = await person();
  const info = { ...newPerson(indianInfo), full_name: 'Rahul Sharma' };
  await sendIndianCase(api, user, { pan: 'AAAPA0009A', aadhaar: aadhaar('78901234567'), info });
  const kycCase = await caseOf(user);
  expect((await jane.get<KycCaseDetail>(`/v2/ops/kyc/${kycCase.id}`)).body.risks).toEqual(['pan_name_mismatch']);
  expect((await decide(jane, kycCase, 'approve')).status).toBe(202);
});
