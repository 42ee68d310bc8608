/** Users as operators see them: search, the page, the timeline, notes, and what is on record of each look. */
import { personSearch } from '@pelican/api/src/modules/operations/console/people/find-people.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let customer: TestUser;
let jane: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  customer = await api.signUp('customer@test.local');
  await api.signUp('other@test.local');
  jane = await signUpOperator(api, 'jane');
  await api.parts.pool.query(`UPDATE users SET phone = '+919876543210' WHERE id = $1`, [customer.id]);
});
afterAll(() => api.close());

interface Line {
  kind: string;
  id: string;
  time: number;
  facts: Record<string, unknown>;
}
interface Page {
  result: Line[];
  next: string | null;
}

async function timeline(query: string): Promise<Page> {
  const { status, body } = await jane.get<Page>(`/v2/ops/users/${customer.id}/timeline${query}`);
  expect([status, body]).toEqual([200, body]);
  return body;
}

test('a user is found by id, phone, and the beginning of an e-mail or a nickname; each search is on record', async () => {
  const found = async (search: string) =>
    (
      await jane.get<{ result: { id: number }[] }>(`/v2/ops/users?search=${encodeURIComponent(search)}`)
    ).body.result.map(({ id }) => id);
  for (const search of [String(customer.id), '+919876543210', 'custo', 'CUSTOMER@TEST.local'])
    expect(await found(search), search).toEqual([customer.id]);
  expect(await found('%')).toEqual([]);
  expect((await jane.get('/v2/ops/users?search=')).status).toBe(422);
  const { rows } = await api.parts.pool.query(
    `SELECT actor, details ->> 'search' AS search FROM audit_records WHERE action = 'users.searched' ORDER BY id LIMIT 2`,
  );
  expect(rows).toEqual([
    { actor: 'ops:jane', search: String(customer.id) },
    { actor: 'ops:jane', search: '+919876543210' },
  ]);
});

test('a search reads indexes, not all users', async () => {
  // Taken back at the end: to delete so many rows asks every table that names users.
  const client = await api.parts.pool.connect();
  onTestFinished(async () => {
    await client.query('ROLLBACK');
    client.release();
  });
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO users (email, password_hash, nickname) SELECT 'crowd' || n || '@crowd.test', '', 'crowd' || n FROM generate_series(1, 20000) n`,
  );
  await client.query('ANALYZE users');
  for (const search of [String(customer.id), '+919876543210', 'custo', 'crowd1999', 'a%_\\']) {
    const { condition, values } = personSearch(search);
    const { rows } = await client.query<Record<string, string>>(
      `EXPLAIN SELECT id FROM users u WHERE ${condition} ORDER BY u.id DESC LIMIT 50`,
      values,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan, search).toContain('BitmapOr');
    expect(plan, search).not.toMatch(/Seq Scan/);
  }
});

test('the page of a user shows the account, and that it was looked at is on record', async () => {
  const { body, status } = await jane.get(`/v2/ops/users/${customer.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    email: customer.email,
    phone: '+919876543210',
    status: 'active',
    sessions: [{ ip: '127.0.0.1' }],
    api_keys: [],
    notes: [],
  });
  expect(JSON.stringify(body)).not.toMatch(/argon2|secret|refresh/);
  const { rowCount } = await api.parts.pool.query(
    `SELECT FROM audit_records WHERE action = 'user.viewed' AND actor = 'ops:jane' AND subject = $1`,
    [`user:${customer.id}`],
  );
  expect(rowCount).toBe(1);
  expect((await jane.get('/v2/ops/users/999999')).status).toBe(404);
  expect((await jane.get('/v2/ops/users/999999/timeline')).status).toBe(404);
});

test('notes are added, shown, and never changed', async () => {
  const note = (text: string) => jane.post(`/v2/ops/users/${customer.id}/notes`, { text });
  expect((await note('  ')).status).toBe(422);
  expect((await note('x'.repeat(2001))).status).toBe(422);
  expect((await note('Called from the number on file.\nWants to keep the account.')).status).toBe(200);
  expect((await jane.get(`/v2/ops/users/${customer.id}`)).body).toMatchObject({
    notes: [{ author: 'jane', text: 'Called from the number on file.\nWants to keep the account.' }],
  });
  await expect(api.parts.pool.query(`UPDATE operator_notes SET text = ''`)).rejects.toThrow();
  await expect(api.parts.pool.query('DELETE FROM operator_notes')).rejects.toThrow();
});

test('the timeline merges all that happened, page by page, without a gap or a repeat', async () => {
  const { pool } = api.parts;
  // Many at the very same moment, of two kinds.
  await pool.query(
    `INSERT INTO notices (user_id, kind, payload, in_app, created_at)
      SELECT $1, 'password_changed', '{}', true, '2026-01-02T03:04:05.678Z' FROM generate_series(1, 23)`,
    [customer.id],
  );
  await pool.query(
    `INSERT INTO audit_records (actor, action, subject, details, created_at)
      SELECT 'system', 'test.happened', 'user:' || $1::bigint, '{}', '2026-01-02T03:04:05.678Z' FROM generate_series(1, 23)`,
    [customer.id],
  );
  const all = await timeline('?limit=100');
  expect(all.next).toBeNull();
  expect(new Set(all.result.map(({ kind }) => kind))).toEqual(new Set(['sign_in', 'note', 'notice', 'audit']));
  expect(all.result.map(({ time }) => time)).toEqual(all.result.map(({ time }) => time).toSorted((a, b) => b - a));
  const paged: Line[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: Page = await timeline(`?kinds=notice,audit,sign_in,note&limit=7${next && `&before=${next}`}`);
    paged.push(...page.result);
    next = page.next;
  }
  // Each look at the timeline is a record of its own subject, newer than the page: those come in front.
  const older = (lines: Line[]) =>
    lines.filter(({ facts }) => !String(facts.action).startsWith('user.')).map(({ kind, id }) => `${kind} ${id}`);
  expect(older(paged)).toEqual(older(all.result));
  expect(new Set(older(paged)).size).toBe(older(paged).length);
  expect((await timeline('?kinds=note')).result).toMatchObject([{ kind: 'note', facts: { author: 'jane' } }]);
  expect((await timeline('?kinds=nothing')).result).toEqual([]);
  expect((await jane.get(`/v2/ops/users/${customer.id}/timeline?before=x`)).status).toBe(422);
});

test('changes of what guards the account, and what became of its verification, have kinds of their own', async () => {
  const actions = ['two_factor.disabled', 'api_key.created', 'user.password_reset', 'factor_recovery.asked'];
  const looks = ['kyc.submitted', 'kyc.resubmission', 'kyc.file_looked_at', 'kyc.approved', 'kyc.rejected'];
  await api.parts.pool.query(
    `INSERT INTO audit_records (actor, action, subject, details) SELECT 'system', unnest($2::text[]), 'user:' || $1::bigint, '{}'`,
    [customer.id, [...actions, ...looks, 'user.blocked']],
  );
  const of = async (kind: string) =>
    (await timeline(`?kinds=${kind}&limit=100`)).result.map(({ facts }) => facts.action);
  expect((await of('security')).toSorted()).toEqual(actions.toSorted());
  expect((await of('kyc')).toSorted()).toEqual(looks.toSorted());
  const others = await of('audit');
  expect(others).toContain('user.blocked');
  for (const action of [...actions, ...looks]) expect(others).not.toContain(action);
});

test('the audit trail is searched page by page and exported, which is on record', async () => {
  const first = await jane.get<{ result: { id: number; action: string }[]; next: number | null }>(
    '/v2/ops/records?action=test.&limit=20',
  );
  expect(first.body.result).toHaveLength(20);
  const second = await jane.get<typeof first.body>(`/v2/ops/records?action=test.&limit=20&before=${first.body.next}`);
  expect(second.body.result).toHaveLength(3);
  expect(second.body.next).toBeNull();
  await api.parts.pool.query(
    `INSERT INTO audit_records (actor, action, subject, details) VALUES ('system', 'test.formula', '=HYPERLINK("x")', '{"a":"b,\\"c"}')`,
  );
  const asked = async (body: object) => {
    const answer = await jane.post<{ path: string }>('/v2/ops/records/exports', body);
    const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
    return { path: answer.body.path, cookie, setCookie: String(answer.headers['set-cookie']) };
  };
  const read = (path: string, cookie: string) => api.call<string>('GET', path, { headers: { cookie } });
  const { path, cookie, setCookie } = await asked({ action: 'test.' });
  expect(setCookie).toMatch(new RegExp(`Path=${path}; HttpOnly; SameSite=Strict`));
  expect(path).not.toContain(cookie.split('=')[1]);
  const other = await asked({ action: 'test.' });
  // The cookie of another export opens nothing, and ends this one.
  expect((await read(other.path, cookie)).status).toBe(404);
  expect((await read(other.path, other.cookie)).status).toBe(404);
  expect((await api.call('GET', path)).status).toBe(404);
  const lines = await read(path, cookie);
  expect((await read(path, cookie)).status).toBe(404);
  expect(lines.headers['content-disposition']).toContain('audit-records.ndjson');
  const exported = lines.body.trim().split('\n');
  expect(exported).toHaveLength(24);
  expect(JSON.parse(exported[0] as string)).toMatchObject({ action: 'test.formula', details: { a: 'b,"c' } });
  const formulas = await asked({ action: 'test.formula', format: 'csv' });
  const csv = await read(formulas.path, formulas.cookie);
  expect(csv.body).toContain(`"'=HYPERLINK(""x"")"`);
  const { rows } = await api.parts.pool.query(
    `SELECT details ->> 'format' AS format FROM audit_records WHERE action = 'records.exported' ORDER BY id`,
  );
  expect(rows).toEqual([{ format: 'ndjson' }, { format: 'ndjson' }, { format: 'csv' }]);
});
