/** Forms of people without an account: what is asked, what is refused, how often, and whom a mail reaches. */

import { createHash } from 'node:crypto';
import { startJobs } from '@pelican/api/src/jobs/index.ts';
import { openNoticeJobs } from '@pelican/api/src/notices/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { signUpOperator } from '../../support/operators.ts';
import { verifyEmail } from '../../support/second-factors.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let jane: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  jane = await signUpOperator(api, 'jane', ['support']);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.parts.pool.query('TRUNCATE support_forms, opening_watches, notices, jobs, messages CASCADE');
  await api.parts.redis.flushdb();
});

const partnership = {
  telegram: '@pelican_fan',
  email: 'Partner@Example.org ',
  project_link: 'https://example.org/about',
  name: 'Asha Rao',
  message: 'We would like to bring our users to your exchange.',
};
const listing = {
  name: 'Asha Rao',
  project_name: 'Example Coin',
  contact_details: '+91 98 7654 3210',
  telegram_id: 'example_coin',
  project_website: 'https://coin.example.org',
  company_email: 'coin@example.org',
  blockchain: 'Ethereum',
  contract_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  country: 'IN',
  listed_elsewhere: true,
  exchange_links: ['https://exchange.example.com/coin'],
  has_burning: false,
  airdrop: true,
};

function send(path: string, body: object, ip = '192.0.2.1') {
  return api.call<{ id: number; message: string; code: string; errors: Record<string, string[]> }>('POST', path, {
    body,
    ip,
  });
}

async function forms() {
  const { rows } = await api.parts.pool.query(
    'SELECT id::int, kind, email, joins_id::int AS joins, fields FROM support_forms ORDER BY id',
  );
  return rows;
}

test('an application is received with its number, in the specification’s words', async () => {
  const { status, body } = await send('/v2/applyToPartnership', partnership);
  expect([status, body.message]).toEqual([200, 'Request submitted successfully']);
  expect(await forms()).toMatchObject([
    { id: body.id, kind: 'partnership', email: 'partner@example.org', joins: null, fields: { name: 'Asha Rao' } },
  ]);
});

test('everything is required but the comment, and each field is told what is wrong with it', async () => {
  const { status, body } = await send('/v2/applyToList', {});
  expect(status).toBe(422);
  const { message, ...fields } = body.errors;
  expect(message).toEqual(['Form is not valid']);
  const { exchange_links: _, ...demanded } = listing;
  expect(Object.keys(fields).sort()).toEqual(Object.keys(demanded).sort());
  for (const texts of Object.values(fields)) expect(texts).toEqual(['Field is required']);
  const wrong = async (change: object) => (await send('/v2/applyToList', { ...listing, ...change })).body.errors;
  expect(await wrong({ company_email: 'no mail' })).toMatchObject({ company_email: ['Email is not valid'] });
  for (const project_website of [
    'http://example.org',
    'javascript:alert(1)',
    'https://user:pass@example.org',
    'https://localhost',
    'https://exa mple.org',
  ])
    expect(await wrong({ project_website })).toMatchObject({ project_website: ['Link is not valid'] });
  expect(await wrong({ project_website: '@bob', contract_address: '1' })).toMatchObject({
    project_website: ['Link is not valid'],
  });
  expect(await wrong({ exchange_links: [] })).toMatchObject({ exchange_links: ['Field is required'] });
  expect(await wrong({ contract_address: '0x1234' })).toMatchObject({ contract_address: ['Invalid address'] });
  expect(await wrong({ comment: 'x'.repeat(2_001) })).toMatchObject({ comment: ['Max length is 2000'] });
  expect(await wrong({ telegram_id: 'a b' })).toMatchObject({ telegram_id: ['Current value is not supported'] });
  expect((await send('/v2/applyToPartnership', { ...partnership, message: 'Too short' })).body.errors).toMatchObject({
    message: ['Form is not valid', 'Min length is 20'],
  });
  expect(await forms()).toEqual([]);
});

test('the same account joins its own open case, also when both come at once; a decided case begins a new one', async () => {
  const user = await api.signUp('project@test.local');
  const apply = (change: object, ip: string) =>
    user.post<{ id: number }>('/v2/applyToList', { ...listing, ...change }, { ip });
  const answers = await Promise.all([apply({}, '192.0.2.1'), apply({ project_name: 'Example Coin 2' }, '192.0.2.2')]);
  const [first] = answers.map(({ body }) => body.id);
  expect(answers.map(({ body }) => body.id)).toEqual([first, first]);
  expect((await forms()).map(({ joins }) => joins)).toEqual([null, first]);
  await api.parts.pool.query(`UPDATE support_forms SET state = 'rejected'`);
  const { body } = await apply({}, '192.0.2.4');
  expect((await forms()).at(-1)).toMatchObject({ id: body.id, joins: null });
});

test('nobody joins the case of another by typing its e-mail, neither a visitor nor another account', async () => {
  const owner = await api.signUp('owner@test.local');
  const stranger = await api.signUp('stranger@test.local');
  const first = await owner.post<{ id: number }>('/v2/applyToList', listing, { ip: '192.0.2.1' });
  await send('/v2/applyToList', { ...listing, contact_details: 'evil' }, '192.0.2.2');
  await send('/v2/applyToList', { ...listing, contact_details: 'evil' }, '192.0.2.3');
  await stranger.post('/v2/applyToList', { ...listing, contact_details: 'evil' }, { ip: '192.0.2.4' });
  expect((await forms()).map(({ joins }) => joins)).toEqual([null, null, null, null]);
  const shown = await jane.get<{ joined: object[]; related: { email: string }[] }>(
    `/v2/ops/support/forms/${first.body.id}`,
  );
  expect(shown.body.joined).toEqual([]);
  expect(shown.body.related.map(({ email }) => email)).toEqual(Array(3).fill('coin@example.org'));
});

test('who applies first for a contract does not own it: another sender has a case and answers of the own', async () => {
  const squatter = await send('/v2/applyToList', { ...listing, company_email: 'squatter@example.net' }, '192.0.2.1');
  const project = await send('/v2/applyToList', listing, '192.0.2.2');
  const other = await send('/v2/applyToList', { ...listing, contract_address: `0x${'1'.repeat(40)}` }, '192.0.2.3');
  const ids = [squatter, project, other].map(({ body }) => body.id);
  expect(new Set(ids).size).toBe(3);
  expect(await forms()).toMatchObject([
    { id: ids[0], email: 'squatter@example.net', joins: null },
    { id: ids[1], email: 'coin@example.org', joins: null },
    { id: ids[2], email: 'coin@example.org', joins: null },
  ]);
  const related = async (id: number | undefined) =>
    (await jane.get<{ related: object[] }>(`/v2/ops/support/forms/${id}`)).body.related;
  expect(await related(ids[1])).toMatchObject([{ id: ids[0], email: 'squatter@example.net', state: 'new' }]);
  expect(await related(ids[2])).toEqual([]);
  await jane.post(`/v2/ops/support/forms/${ids[1]}/state`, { state: 'approved', reason: 'welcome', tell: true });
  const { rows } = await api.parts.pool.query(
    `SELECT payload->>'recipient' AS recipient FROM jobs WHERE name = 'notices.visitor-mail' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toEqual([{ recipient: 'coin@example.org' }]);
});

test('an address sends three forms an hour, over all forms, and an IPv6 network sixteen times as many', async () => {
  for (const path of ['/v2/feedback', '/v2/feedback', '/v2/applyToPartnership'])
    expect((await send(path, { ...partnership, text: 'Hello' })).status, path).toBe(200);
  expect((await send('/v2/feedback', { ...partnership, text: 'Hello' })).body.code).toBe('too_many_requests');
  expect((await send('/v2/feedback', { email: 'a@example.org', text: 'Hello' }, '192.0.2.9')).status).toBe(200);
  let sent = 0;
  for (let net = 0; net < 60; net++)
    if (
      (await send('/v2/feedback', { email: 'a@example.org', text: 'Hi' }, `2001:db8:1:${net.toString(16)}::1`))
        .status === 200
    )
      sent++;
  expect(sent).toBe(48);
});

test('feedback of a visitor needs an e-mail, that of a person is from the account', async () => {
  expect((await send('/v2/feedback', { text: 'Hello' })).body.errors).toMatchObject({ email: ['Field is required'] });
  const user = await api.signUp('fan@test.local');
  expect((await user.post('/v2/feedback', { text: 'Hello' })).status).toBe(200);
  expect(await forms()).toMatchObject([{ kind: 'feedback', email: 'fan@test.local' }]);
});

test('a receipt is mailed, three a day to one address at most, with nothing of the sender’s text in it', async () => {
  for (let at = 0; at < 5; at++)
    await send('/v2/feedback', { email: 'victim@example.org', name: 'evil', text: 'evil text' }, `192.0.2.${at}`);
  const log = pino({ level: 'silent' });
  const { pool } = api.parts;
  const redis = connectRedis(api.redisUrl, log);
  const notices = await openNoticeJobs({
    pool,
    redis,
    log,
    publicUrl: 'https://pelican.test',
    smtpUrl: undefined,
    textGatewayUrl: undefined,
    mailFrom: 'no-reply@pelican.test',
  });
  const running = startJobs({ pool, redis, jobs: notices.jobs, log });
  const mails = async () => (await pool.query(`SELECT recipient, subject, text || html AS body FROM messages`)).rows;
  await until('three mails are written', async () => (await mails()).length === 3, 60_000);
  await running.close();
  notices.close();
  redis.disconnect();
  for (const { recipient, subject, body } of await mails()) {
    expect([recipient, subject]).toEqual(['victim@example.org', 'We have your message']);
    expect(body).not.toContain('evil');
    expect(body).not.toContain('because you have an account');
  }
});

test('who wants to be told of an opening is remembered once', async () => {
  const wish = { feature: 'p2p', email: 'a@example.org' };
  expect((await send('/v2/notifyUser', wish)).body.message).toBe('Request submitted successfully');
  await Promise.all([
    send('/v2/notifyUser', wish),
    send('/v2/notifyUser', { market: 'XYZ_USDT', email: 'a@example.org' }),
  ]);
  const { rows } = await api.parts.pool.query('SELECT topic, email FROM opening_watches ORDER BY topic');
  expect(rows).toEqual([
    { topic: 'feature:p2p', email: 'a@example.org' },
    { topic: 'market:XYZ_USDT', email: 'a@example.org' },
  ]);
  for (const wrong of [{}, { feature: 'p2p', market: 'A_B' }, { feature: 'moon' }, { feature: 'p2p' }])
    expect((await send('/v2/notifyUser', wrong)).status).toBe(422);
});

test('people without an account, at one address with the sender, use up none of the forms of who is signed in', async () => {
  for (let n = 0; n < 3; n++) expect((await send('/v2/applyToPartnership', partnership)).status).toBe(200);
  expect((await send('/v2/applyToPartnership', partnership)).status).toBe(429);
  await verifyEmail(api, jane);
  const own = () => jane.post('/v2/applyToPartnership', partnership, { ip: '192.0.2.1' });
  for (let n = 0; n < 3; n++) expect((await own()).status).toBe(200);
  expect((await own()).status).toBe(429);
});

test('accounts without a confirmed e-mail are counted by their address, which has room for sixty of the others', async () => {
  const ip = '192.0.2.7';
  const users = await Promise.all(['one', 'two'].map((name) => api.signUp(`${name}@forms.test`)));
  const [one, two] = users as [TestUser, TestUser];
  const sendAs = async (user: TestUser) => (await user.post('/v2/applyToPartnership', partnership, { ip })).status;
  for (let n = 0; n < 3; n++) expect(await sendAs(n === 1 ? one : two)).toBe(200);
  expect(await sendAs(one)).toBe(429);
  await verifyEmail(api, one);
  const key = `limits:${createHash('sha256').update(`form-accounts:address:${ip}`).digest('base64url')}`;
  expect(await sendAs(one)).toBe(200);
  await api.parts.redis.set(key, 60, 'KEEPTTL');
  expect(await sendAs(one)).toBe(429);
});

test('an e-mail with a letter of another script is nobody’s', async () => {
  const { status, body } = await send('/v2/applyToPartnership', { ...partnership, email: 'mar\u212a@example.org' });
  expect([status, body.errors.email]).toEqual([422, ['Email is not valid']]);
});

test('a form that takes long to be written holds up those about something else, and no feedback', async () => {
  const other = await api.parts.pool.connect();
  try {
    await other.query('BEGIN');
    for (const name of ['partnership', 'feedback', 'partnership:other@example.org:https://example.org/about'])
      await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`form:${name}`]);
    expect((await send('/v2/applyToPartnership', partnership)).status).toBe(200);
    expect((await jane.post('/v2/feedback', { text: 'Hello' })).status).toBe(200);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
});
