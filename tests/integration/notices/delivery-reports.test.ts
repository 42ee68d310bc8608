import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeTestOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

const secret = 'a secret of thirty-two characters';
let api: TestApi;
let jane: TestUser;
let id: string;
beforeAll(async () => {
  api = await startTestApi({ DELIVERY_REPORT_SECRET: secret });
  jane = await api.signUp('jane@test.local');
  await makeTestOperator(api.parts.pool, jane, ['system']);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.parts.pool.query('DELETE FROM messages');
  const { rows } = await api.parts.pool.query<{ id: string }>(
    `INSERT INTO messages (recipient, subject, text, sent_at) VALUES ('asha@example.org', 'Hello', 'Hello', now()) RETURNING id`,
  );
  id = String(rows[0]?.id);
});

interface Signing {
  key?: string;
  timestamp?: string;
  /** In place of the one that was signed. */
  body?: string;
}

function report(message: object, { key = secret, timestamp, body }: Signing = {}) {
  const signed = JSON.stringify(message);
  const time = timestamp ?? String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${time}.${signed}`).digest('hex');
  const headers = { 'x-report-timestamp': time, 'x-report-signature': signature };
  return api.call('POST', '/v2/delivery-reports', { body: body ?? signed, headers });
}

const bounce = () => ({
  message_id: `<message-${id}@pelican>`,
  recipient: 'Asha@example.org',
  outcome: 'bounced',
  reason: '550 no such mailbox',
});

async function row() {
  const { rows } = await api.parts.pool.query('SELECT outcome, outcome_reason, outcome_at FROM messages');
  return rows[0];
}

test('a mail that came back stands in the console with its reason, and a repeat changes nothing', async () => {
  expect(await report(bounce())).toMatchObject({ status: 200, body: { status: 'success' } });
  const marked = await row();
  expect(marked).toMatchObject({ outcome: 'bounced', outcome_reason: '550 no such mailbox' });
  expect((await report({ ...bounce(), reason: 'again' })).status).toBe(200);
  expect((await report({ ...bounce(), outcome: 'delivered' })).status).toBe(200);
  expect(await row()).toEqual(marked);
  expect((await jane.get('/v2/ops/messages')).body).toMatchObject({
    total: 1,
    result: [{ id, recipient: 'asha@example.org', outcome: 'bounced', next: null, error: '550 no such mailbox' }],
  });
});

test('of reports that come at once the last of their order is kept', async () => {
  const outcomes = ['delivered', 'complained', 'bounced', 'delivered'];
  const answers = await Promise.all(outcomes.map((outcome) => report({ ...bounce(), outcome, reason: outcome })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await row()).toMatchObject({ outcome: 'complained', outcome_reason: 'complained' });
});

test('what was delivered is in no list of failures; a text message goes by the id of its gateway', async () => {
  await api.parts.pool.query(`UPDATE messages SET channel = 'text', recipient = '+919876543210'`);
  const delivered = { message_id: `message-${id}`, recipient: '+919876543210', outcome: 'delivered' };
  expect((await report(delivered)).status).toBe(200);
  expect(await row()).toMatchObject({ outcome: 'delivered', outcome_reason: '' });
  expect((await jane.get('/v2/ops/messages')).body).toMatchObject({ total: 0, result: [] });
});

test('what came back is dropped, and is not sent again', async () => {
  await report(bounce());
  const act = { which: id, reason: 'seen' };
  expect((await jane.post('/v2/ops/messages/repeat', act)).status).toBe(404);
  expect((await jane.post('/v2/ops/messages/drop', act)).body).toMatchObject({ status: 'done', count: 1 });
  expect(await row()).toBeUndefined();
});

test('what came back waits for nobody, and is dropped with what was given up, not with what is tried again', async () => {
  await report(bounce());
  await api.parts.pool.query(
    `INSERT INTO messages (recipient, subject, text, error, attempts, next_attempt_at) VALUES
      ('later@example.org', 'Later', '', 'no answer', 3, now() + interval '1 hour'), ('never@example.org', 'Never', '', 'no answer', 300, NULL)`,
  );
  const { body } = await jane.get<{ result: { queue: string; count: number }[] }>('/v2/ops/queues');
  expect(body.result.find(({ queue }) => queue === 'messages')).toMatchObject({ count: 2 });
  const act = { which: 'all', reason: 'cleaned' };
  expect((await jane.post('/v2/ops/messages/drop', act)).body).toMatchObject({ status: 'done', count: 2 });
  const { rows } = await api.parts.pool.query('SELECT recipient FROM messages');
  expect(rows).toEqual([{ recipient: 'later@example.org' }]);
});

test('without a right signature of this minute nothing is said of the body, and nothing changes', async () => {
  const refused = { status: 401, body: { code: 'invalid_signature' } };
  const now = Math.floor(Date.now() / 1000);
  expect(await report(bounce(), { key: 'another secret of many characters' })).toMatchObject(refused);
  expect(await report(bounce(), { body: JSON.stringify({ ...bounce(), reason: 'other' }) })).toMatchObject(refused);
  for (const timestamp of [String(now - 301), String(now + 301), 'now', ''])
    expect(await report(bounce(), { timestamp })).toMatchObject(refused);
  expect(await api.call('POST', '/v2/delivery-reports', { body: {} })).toMatchObject(refused);
  expect(await report({}, { key: 'another secret of many characters' })).toMatchObject(refused);
  expect(await row()).toMatchObject({ outcome: null });
});

test('a message of somebody else, an unknown one and a wrong form are refused', async () => {
  expect((await report({ ...bounce(), recipient: 'bob@example.org' })).status).toBe(404);
  expect((await report({ ...bounce(), message_id: 'message-999999' })).status).toBe(404);
  for (const change of [{ outcome: 'lost' }, { message_id: '<17@elsewhere>' }, { reason: 'a\nb' }])
    expect(await report({ ...bounce(), ...change })).toMatchObject({ status: 422, body: { code: 'invalid_argument' } });
  expect(await row()).toMatchObject({ outcome: null });
});

test('where no secret is configured there is no such call', async () => {
  const bare = await startTestApi();
  expect((await bare.call('POST', '/v2/delivery-reports', { body: {} })).status).toBe(404);
  await bare.close();
});
