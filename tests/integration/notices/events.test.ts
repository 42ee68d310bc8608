/** The notices that domains write, from their cause to the user's list, mailbox and socket. */
import { type NewNotice, writeNotices } from '@pelican/api/src/notices/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { NoticesResponse } from '@pelican/shared/contracts/notices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { SocketClient } from '../../support/socket-client.ts';
import { type TestUser, testPassword } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

let exchange: TradingApi;
let ops: CommandLine;
beforeAll(async () => {
  exchange = await startTradingApi({ DEV_MAILBOX: '1' });
  ops = commandLine({
    DATABASE_URL: exchange.databaseUrl,
    REDIS_URL: exchange.redisUrl,
    API_KEY_ENCRYPTION_KEY: exchange.config.apiKeyEncryptionKeys.map((key) => key.toString('hex')).join(),
  });
}, 180_000);
afterAll(() => exchange.close());

async function kindsOf(user: TestUser): Promise<string[]> {
  return (await user.get<NoticesResponse>('/v3/notices')).body.result.map(({ kind }) => kind);
}

interface Mail {
  subject: string;
  text: string;
  html: string;
}

async function mailsTo(email: string): Promise<Mail[]> {
  return (await exchange.call<{ result: Mail[] }>('GET', `/dev/mailbox?to=${email}`)).body.result;
}

function signIn(email: string, headers: Record<string, string>, ip = '127.0.0.1') {
  return exchange.call('POST', '/v2/login', { body: { email, password: testPassword }, headers, ip });
}

test('a sign-in from another browser or address is reported by mail and at the bell, a known one is not', async () => {
  const user = await exchange.signUp('devices@events.test');
  await signIn(user.email, { 'user-agent': 'Hostile <b>browser</b>' }, '10.9.9.9');
  await signIn(user.email, { 'user-agent': 'Hostile <b>browser</b>' }, '10.9.9.9');
  expect(await kindsOf(user)).toEqual(['new_device_sign_in']);
  const [mail, ...others] = await mailsTo(user.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Sign-in from a new device');
  expect(mail?.text).toContain('10.9.9.9 (an unknown device)');
  expect(`${mail?.text}${mail?.html}`).not.toContain('Hostile');
});

test('nor is a sign-in forgotten to be one from elsewhere when all sessions of the account are deleted', async () => {
  const user = await exchange.signUp('dormant@events.test');
  await exchange.parts.pool.query('DELETE FROM sessions WHERE user_id = $1', [user.id]);
  const old = `UPDATE users SET created_at = now() - interval '100 days' WHERE id = $1`;
  await exchange.parts.pool.query(old, [user.id]);
  await signIn(user.email, {}, '10.9.9.10');
  expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual(['Sign-in from a new device']);
});

test('a user is notified of what an operator decides and credits, once a decision and once a credit', async () => {
  const user = await exchange.signUp('operator@events.test', { kycApproved: false });
  for (let round = 0; round < 2; round++) {
    expect(await ops('approve-kyc', user.email, '--country', 'DE')).toMatchObject({ code: 0 });
    expect(await ops('credit', user.email, 'USDT', '12.50', '--reference', 'once')).toMatchObject({ code: 0 });
  }
  expect(await ops('reject-kyc', user.email)).toMatchObject({ code: 0 });
  expect(await kindsOf(user)).toEqual(['kyc_rejected', 'wallet_credited', 'kyc_approved']);
  expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
    'Identity not verified',
    '12.5 USDT credited',
    'Identity verified',
  ]);
});

test('a transfer that has arrived is in the list once settlement has seen it', async () => {
  const user = await exchange.signUp('transfer@events.test');
  await ops('credit', user.email, 'USDT', '100', '--reference', 'second');
  const transfer = { ticker: 'USDT', amount: '40.5', from: 'main', to: 'trade' };
  expect(await user.post('/v2/profile/transfer', transfer)).toMatchObject({ status: 200 });
  await expect.poll(() => kindsOf(user), { timeout: 30_000 }).toEqual(['transfer_completed', 'wallet_credited']);
  const { body } = await user.get<NoticesResponse>('/v3/notices');
  expect(body.result[0]?.text).toBe('40.5 USDT moved from the main wallet to the trade wallet.');
});

test('a push reaches the sockets of the user that are signed in by a session, and nobody else', async () => {
  const [alice, bob] = [await exchange.signUp('alice@events.test'), await exchange.signUp('bob@events.test')];
  const open = async ({ accessToken }: TestUser) => {
    const client = await SocketClient.open(exchange.socketUrl);
    await client.call('server.auth', accessToken, 'test');
    await client.call('notice.subscribe');
    return client;
  };
  const [hers, his] = [await open(alice), await open(bob)];
  const notice = (userId: number): NewNotice => ({ userId, kind: 'password_changed', payload: {} });
  await inTransaction(exchange.parts.pool, (tx) => writeNotices(tx, [notice(alice.id), notice(bob.id)]));
  await mailsTo(alice.email);
  const pushes = (client: SocketClient) => client.notifications.filter(({ method }) => method === 'notice.update');
  await expect.poll(() => [pushes(hers).length, pushes(his).length], { timeout: 30_000 }).toEqual([1, 1]);
  const { body } = await alice.get<NoticesResponse>('/v3/notices');
  const [pushed] = pushes(hers);
  const { kind, ...view } = body.result[0] ?? {};
  expect(pushed?.params).toEqual([{ ...view, kind: 'message', message: kind, quiet: false }]);
  hers.close();
  his.close();
});
