import { randomBytes } from 'node:crypto';
import { unseal } from '@pelican/api/src/platform/sealing/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { choosePassword } from '../../support/operators.ts';
import { startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

let api: TestApi;
let ops: CommandLine;
let environment: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  environment = {
    DATABASE_URL: api.databaseUrl,
    REDIS_URL: api.redisUrl,
    API_KEY_ENCRYPTION_KEY: api.config.apiKeyEncryptionKeys.map((key) => key.toString('hex')).join(),
  };
  ops = commandLine(environment);
});
afterAll(() => api.close());

async function auditActions(subject: string): Promise<string[]> {
  const { rows } = await api.parts.pool.query(
    "SELECT action FROM audit_records WHERE subject = $1 AND actor LIKE 'ops:%' ORDER BY id",
    [subject],
  );
  return rows.map(({ action }) => action);
}

async function login(email: string, password: string): Promise<number> {
  return (await api.call('POST', '/v2/login', { body: { email, password } })).status;
}

describe('the command line', () => {
  it('lists the commands, and says what was wrong with a call', async () => {
    expect((await ops('help')).lines.join('\n')).toContain('approve-kyc <email>');
    expect(await ops('cerdit')).toMatchObject({ code: 2 });
    expect(await ops('block')).toMatchObject({ code: 2, errors: ['<email> is missing', '', expect.anything()] });
    expect(await ops('block', 'nobody')).toMatchObject({ code: 2 });
    expect(await ops('block', 'a@b.de', 'c@d.de')).toMatchObject({ code: 2 });
    expect(await ops('block', 'a@b.de', '--hard')).toMatchObject({ code: 2 });
    expect(await ops('block', 'nobody@test.local')).toMatchObject({ code: 1 });
  });

  it('says which servers it cannot reach', async () => {
    const lost = commandLine({ ...environment, DATABASE_URL: 'postgresql://x:y@127.0.0.1:1/none' });
    const { code, errors } = await lost('users');
    expect(code).toBe(1);
    expect(errors.join()).toMatch(/Postgres does not answer/);
  });
});

describe('accounts', () => {
  it('a blocked account is signed out at once and stays out until it is let in', async () => {
    const alice = await api.signUp('alice@test.local');
    expect(await ops('block', 'Alice@test.local')).toMatchObject({ code: 0 });
    await until('the session ends', async () => (await alice.get('/v2/settings/general')).status !== 200, 60_000);
    expect(await login('alice@test.local', testPassword)).toBe(403);
    expect(await ops('unblock', 'alice@test.local')).toMatchObject({ code: 0 });
    expect(await login('alice@test.local', testPassword)).toBe(200);
    expect(await auditActions(`user:${alice.id}`)).toEqual(['user.blocked', 'user.unblocked']);
  });

  it('an operator is made, who chooses a password by mail, or out of an account', async () => {
    expect(await ops('create-admin', 'chief@test.local')).toMatchObject({ code: 0 });
    await choosePassword(api, 'chief@test.local', 'Quiet#Heron77');
    expect(await login('chief@test.local', 'Quiet#Heron77')).toBe(200);
    await api.signUp('eve@test.local');
    expect((await ops('create-admin', 'eve@test.local')).errors.join()).toMatch(/not verified/);
    await api.parts.pool.query(`UPDATE users SET email_verified_at = now() WHERE email = 'eve@test.local'`);
    expect(await ops('create-admin', 'eve@test.local')).toMatchObject({ code: 0 });
    const { lines } = await ops('users', 'eve');
    expect(lines.at(-1)).toMatch(/eve@test\.local .* operator/);
  });

  it('a key works until it is revoked', async () => {
    const dan = await api.signUp('dan@test.local');
    expect(await ops('create-api-key', 'dan@test.local', '--scopes', 'read,fly')).toMatchObject({ code: 2 });
    const { lines } = await ops('create-api-key', 'dan@test.local', '--scopes', 'read', '--label', 'bot');
    const key = lines[0]?.slice('key: '.length) ?? '';
    expect(lines[1]).toMatch(/^secret: [0-9a-f]{64}$/);
    expect((await ops('api-keys', 'dan@test.local')).lines[1]).toContain(key);
    expect(await ops('revoke-api-key', key)).toMatchObject({ code: 0, lines: ['the key is off'] });
    expect(await ops('revoke-api-key', key)).toMatchObject({ code: 0, lines: ['the key is off already'] });
    expect(await auditActions(`user:${dan.id}`)).toEqual(['api_key.created', 'api_key.revoked']);
  });

  it('the secrets of keys outlive a change of the key that encrypts them', async () => {
    await api.signUp('gina@test.local');
    const { lines } = await ops('create-api-key', 'gina@test.local', '--scopes', 'read');
    const [key = '', secret] = lines.map((line) => line.split(': ')[1]);
    const newer = randomBytes(32);
    const both = { API_KEY_ENCRYPTION_KEY: `${newer.toString('hex')},${environment.API_KEY_ENCRYPTION_KEY}` };
    const reencrypt = commandLine({ ...environment, ...both });
    expect(await reencrypt('reencrypt-api-keys')).toMatchObject({ code: 0 });
    expect(await reencrypt('reencrypt-api-keys')).toMatchObject({ lines: ['0 secrets are encrypted anew'] });
    const { rows } = await api.parts.pool.query('SELECT secret_encrypted AS stored FROM api_keys WHERE key = $1', [
      key,
    ]);
    expect(unseal(rows[0].stored, [newer], key).toString()).toBe(secret);
    expect(await auditActions('api_keys')).toEqual(['api_keys.reencrypted', 'api_keys.reencrypted']);
  });
});
