/** The rights of an open socket are those of its account. */

import { signRequest } from '@pelican/api/src/identity/api-signature.ts';
import { createApiKey } from '@pelican/api/src/identity/index.ts';
import type { Scope } from '@pelican/api/src/platform/http/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { SocketClient } from '../../support/socket-client.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

const ok = { status: 'success' };
const unauthorized = { code: 6 };
const limitBuy = ['BTC_USDT', 2, '0.01', '900'];

let exchange: TradingApi;
let ops: CommandLine;
const clients: SocketClient[] = [];

beforeAll(async () => {
  exchange = await startTradingApi();
  ops = commandLine({
    DATABASE_URL: exchange.databaseUrl,
    REDIS_URL: exchange.redisUrl,
    API_KEY_ENCRYPTION_KEY: exchange.config.apiKeyEncryptionKeys.map((key) => key.toString('hex')).join(),
  });
}, 180_000);

afterAll(async () => {
  for (const client of clients) client.close();
  await exchange.close();
});

async function open(): Promise<SocketClient> {
  const client = await SocketClient.open(exchange.socketUrl);
  clients.push(client);
  return client;
}

async function withSession(user: TestUser): Promise<SocketClient> {
  const client = await open();
  expect(await client.call('server.auth', user.accessToken, 'test')).toEqual(ok);
  return client;
}

async function createKey(user: TestUser, scopes: Scope[] = ['read', 'trade']) {
  const settings = { userId: user.id, label: 'bot', scopes };
  return createApiKey(exchange.parts.pool, settings, exchange.config.apiKeyEncryptionKeys);
}

async function sign(client: SocketClient, { key, secret }: { key: string; secret: string }): Promise<void> {
  const timestampMs = Date.now();
  const signature = signRequest(secret, { timestampMs, method: 'GET', path: '/socket', body: '' });
  expect(await client.call('server.sign', key, signature, timestampMs)).toEqual(ok);
}

async function withKey(user: TestUser, ...scopes: Scope[]) {
  const key = await createKey(user, scopes.length > 0 ? scopes : undefined);
  const client = await open();
  await sign(client, key);
  return { client, key };
}

describe('a socket that is open', () => {
  it('places no order once the KYC was rejected, and places them again once it was approved', async () => {
    const user = await exchange.trader('kyc@rights.test', { USDT: '1000' });
    const sockets = [await withSession(user), (await withKey(user)).client];
    for (const client of sockets)
      expect(await client.call('order.put_limit', ...limitBuy)).toMatchObject({ status: 'open' });
    expect(await ops('reject-kyc', user.email)).toMatchObject({ code: 0 });
    for (const client of sockets) {
      const place = async () => (await client.ask('order.put_limit', limitBuy)).error;
      await expect.poll(place).toMatchObject({ name: 'kyc_required' });
      expect(await client.call('order.query', '', 0, 10)).toMatchObject({ offset: 0 });
    }
    expect(await ops('approve-kyc', user.email, '--country', 'DE')).toMatchObject({ code: 0 });
    for (const client of sockets)
      expect(await client.call('order.put_limit', ...limitBuy)).toMatchObject({ status: 'open' });
  });

  it('is signed out when the account is blocked, whatever it signed in with', async () => {
    const user = await exchange.trader('blocked@rights.test', { USDT: '1000' });
    const sockets = [await withSession(user), (await withKey(user)).client];
    expect(await ops('block', user.email)).toMatchObject({ code: 0 });
    for (const client of sockets) {
      expect((await client.notified('server.deauthed')).params).toEqual(['blocked']);
      expect((await client.ask('order.put_limit', limitBuy)).error).toMatchObject(unauthorized);
      expect(await client.call('server.ping')).toBe('pong');
    }
  });

  it('of a session and that of a key are signed out when an operator ends the password', async () => {
    const user = await exchange.trader('password@rights.test', { USDT: '1000' });
    const [session, { client }] = [await withSession(user), await withKey(user)];
    expect(await ops('reset-password', user.email)).toMatchObject({ code: 0 });
    await session.notified('server.deauthed');
    await client.notified('server.deauthed');
    expect((await client.ask('order.put_limit', limitBuy)).error).toMatchObject(unauthorized);
  });

  it('of a key is signed out when the key is revoked, and the sockets of the other keys are not', async () => {
    const user = await exchange.trader('revoked@rights.test', { USDT: '1000' });
    const [revoked, other] = [await withKey(user), await withKey(user)];
    expect(await ops('revoke-api-key', revoked.key.key)).toMatchObject({ code: 0 });
    await revoked.client.notified('server.deauthed');
    expect(await other.client.call('order.put_limit', ...limitBuy)).toMatchObject({ status: 'open' });
  });
});

describe('a socket of a key', () => {
  const insufficient = { code: 20, name: 'insufficient_scope' };

  it('does what the scopes of the key allow, and nothing else', async () => {
    const user = await exchange.trader('scopes@rights.test', { USDT: '1000' });
    const [{ client: reader }, { client: trader }] = [await withKey(user, 'read'), await withKey(user, 'trade')];
    expect(await reader.call('order.query', '', 0, 10)).toMatchObject({ total: 0 });
    expect((await reader.ask('order.put_limit', limitBuy)).error).toMatchObject(insufficient);
    expect((await trader.ask('order.query', ['', 0, 10])).error).toMatchObject(insufficient);
    expect(await trader.call('order.put_limit', ...limitBuy)).toMatchObject({ status: 'open' });
  });

  it('gets no pushes that an earlier sign-in of the same user has asked for and the key may not read', async () => {
    const user = await exchange.trader('again@rights.test', { USDT: '1000' });
    const client = await withSession(user);
    await client.call('order.subscribe', '*');
    await sign(client, await createKey(user, ['trade']));
    const { id } = await client.call<{ id: number }>('order.put_limit', ...limitBuy);
    await client.call('order.cancel', 'BTC_USDT', id);
    await client.call('server.ping');
    expect(client.notifications.filter(({ method }) => method === 'order.update')).toEqual([]);
  });
});

describe('what ends without an announcement', () => {
  const endSession = (user: TestUser) =>
    exchange.parts.pool.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [user.id]);

  it('signs out the silent readers of a session and of a key although nothing announces it', async () => {
    const user = await exchange.trader('silent@rights.test');
    const [session, { client, key }] = [await withSession(user), await withKey(user)];
    for (const socket of [session, client]) await socket.call('order.subscribe', '*');
    await endSession(user);
    await exchange.parts.pool.query('UPDATE api_keys SET enabled = false WHERE id = $1', [key.id]);
    for (const socket of [session, client])
      expect((await socket.notified('server.deauthed')).params).toEqual(['ended']);
  });

  it('leaves the sockets of others signed in', async () => {
    const [leaver, stayer] = [await exchange.trader('leaver@rights.test'), await exchange.trader('stayer@rights.test')];
    const [gone, staying, { client: bot }] = [
      await withSession(leaver),
      await withSession(stayer),
      await withKey(stayer),
    ];
    await endSession(leaver);
    await gone.notified('server.deauthed');
    for (const socket of [staying, bot])
      expect(await socket.call('order.query', '', 0, 10)).toMatchObject({ total: 0 });
  });

  it('during the sign-in signs out right after it', async () => {
    const user = await exchange.trader('during@rights.test', { USDT: '1000' });
    const { key } = await withKey(user);
    await exchange.parts.pool.query('UPDATE api_keys SET enabled = false WHERE id = $1', [key.id]);
    const late = await open();
    // The key is still remembered, as it is by a sign-in that read it a moment before it was revoked.
    await sign(late, key);
    await late.notified('server.deauthed');
    expect((await late.ask('order.put_limit', limitBuy)).error).toMatchObject(unauthorized);
  });

  it('ends trading within seconds on a socket that is never idle', async () => {
    const user = await exchange.trader('busy@rights.test', { USDT: '1000' });
    const client = await withSession(user);
    await endSession(user);
    const place = async () => (await client.ask('order.query', ['', 0, 1])).error;
    await expect.poll(place, { timeout: 8_000, interval: 20 }).toMatchObject(unauthorized);
    await client.notified('server.deauthed');
  });
});
