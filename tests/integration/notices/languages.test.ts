/** In which language people are written to: from the sign-up to the mail, the list and the mails to visitors. */
import { muteUser } from '@pelican/api/src/modules/chat/moderation.ts';
import { changeFormState } from '@pelican/api/src/modules/support/form-actions.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { NoticesResponse } from '@pelican/shared/contracts/notices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ DEV_MAILBOX: '1' });
});
afterAll(() => api.close());

interface Mail {
  subject: string;
  text: string;
  html: string;
}

async function mailsTo(email: string): Promise<Mail[]> {
  return (await api.call<{ result: Mail[] }>('GET', `/dev/mailbox?to=${email}`)).body.result;
}

async function titlesOf(user: TestUser): Promise<string[]> {
  return (await user.get<NoticesResponse>('/v3/notices')).body.result.map(({ title }) => title);
}

const register = (email: string, headers: Record<string, string>) =>
  api.call('POST', '/v2/register', {
    body: { email, password: testPassword, country: 'IN', terms: true },
    headers,
  });
const act = { actor: 'ops:test', reason: 'आवेदन पूरा है' };

test.each([
  ['the browser’s own', { 'accept-language': 'fr, en;q=0.5, hi-IN;q=0.9' }, 'अपने ईमेल पते की पुष्टि करें'],
  ['the chosen one', { 'accept-language': 'en', cookie: 'pelican_locale=hi' }, 'अपने ईमेल पते की पुष्टि करें'],
  ['one that we do not have', { 'accept-language': 'fr-FR, *;q=0.1' }, 'Confirm your e-mail address'],
  ['nonsense', { 'accept-language': ';;q=hi,,hi;q=0,\u00ff' }, 'Confirm your e-mail address'],
])('the first mail is in the language of the client: %s', async (name, headers, subject) => {
  const email = `${name.replace(/\W/g, '')}@languages.test`.toLowerCase();
  expect(await register(email, headers)).toMatchObject({ status: 200 });
  expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual([subject]);
});

test('a change of the language changes mails and the list, what was written before too', async () => {
  const user = await api.signUp('changes@languages.test');
  await user.post('/v2/settings/general', { anti_phishing_code: 'heron7' });
  expect(await titlesOf(user)).toEqual(['Anti-phishing code changed']);
  expect(await user.post('/v2/settings/general', { locale: 'hi' })).toMatchObject({
    status: 200,
    body: { locale: 'hi' },
  });
  expect(await titlesOf(user)).toEqual(['एंटी-फ़िशिंग कोड बदला गया']);
  const [mail] = await mailsTo(user.email);
  expect(mail?.subject).toBe('एंटी-फ़िशिंग कोड बदला गया');
  expect(mail?.html).toContain('lang="hi"');
  expect(await user.post('/v2/settings/general', { locale: 'fr' })).toMatchObject({ status: 422 });
  expect((await user.get('/v2/settings/general')).body).toMatchObject({ locale: 'hi' });
});

test('a visitor is answered in the language of the form, also weeks later', async () => {
  const email = 'visitor@languages.test';
  const sent = await api.call<{ id: number }>('POST', '/v2/feedback', {
    body: { email, text: 'Hello there' },
    headers: { 'accept-language': 'hi' },
  });
  expect(sent).toMatchObject({ status: 200 });
  const change = { id: sent.body.id, state: 'approved' as const, tell: true };
  await inTransaction(api.parts.pool, (tx) => changeFormState.run(tx, act, change));
  const { rows } = await api.parts.pool.query(
    `SELECT payload FROM jobs WHERE name = 'notices.visitor-mail' AND payload->>'recipient' = $1 ORDER BY id`,
    [email],
  );
  expect(rows.map(({ payload }) => [payload.language, payload.title])).toEqual([
    ['hi', 'हमें आपका संदेश मिल गया है'],
    ['hi', `आपका आवेदन ${sent.body.id}: स्वीकृत`],
  ]);
});

test('who is muted in the chat, and whose devices are signed out, is told', async () => {
  const user = await api.signUp('told@languages.test');
  await inTransaction(api.parts.pool, (tx) => muteUser.run(tx, act, { userId: user.id, minutes: 60 }));
  const login = { email: user.email, password: testPassword };
  await api.call('POST', '/v2/login', { body: login, ip: '127.0.0.1' });
  expect(await user.post('/v2/settings/session/others/terminate')).toMatchObject({ body: { ended: 1 } });
  expect(await titlesOf(user)).toEqual(['Devices signed out', 'You cannot write in the chat']);
  expect(await user.post('/v2/settings/session/others/terminate')).toMatchObject({ body: { ended: 0 } });
  expect(await titlesOf(user)).toHaveLength(2);
});
