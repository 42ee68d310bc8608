/**
 * The real API over real Postgres and Redis, to inject into. It has listings and no accounts.
 *
 *   const api = await startTestApi();
 *   afterAll(() => api.close());
 *   const alice = await api.signUp('alice@test.local');
 *   const answer = await alice.get('/v2/settings/general');
 */

import { randomBytes } from 'node:crypto';
import { readSocketLimits } from '@pelican/api/src/adapters/socket/index.ts';
import { recoveryCodeHash } from '@pelican/api/src/identity/factors/recovery-codes.ts';
import { hashPassword } from '@pelican/api/src/identity/index.ts';
import { type Config, readConfig } from '@pelican/api/src/platform/config/index.ts';
import { createPool } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { buildApp } from '@pelican/api/src/processes/api/app.ts';
import { startParts } from '@pelican/api/src/processes/api/parts.ts';
import type pg from 'pg';
import { insertListings } from './listings.ts';
import { prepareExchange } from './prepare-exchange.ts';
import { asPart } from './roles.ts';
import { createDatabase, startRedis, type TestDatabase } from './services.ts';

export const testPassword = 'Pelican#2026x';

let passwordHash: Promise<string> | undefined;

/** Hashed once for all people of a test file. */
function testPasswordHash(): Promise<string> {
  passwordHash ??= hashPassword(testPassword);
  return passwordHash;
}

/** The answer of an injected request. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  ip?: string;
}

export interface TestUser {
  id: number;
  email: string;
  accessToken: string;
  refreshToken: string;
  get<Body = Record<string, unknown>>(path: string, options?: CallOptions): Promise<Answer<Body>>;
  post<Body = Record<string, unknown>>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<Body>>;
  delete<Body = Record<string, unknown>>(path: string, options?: CallOptions): Promise<Answer<Body>>;
}

interface SignInAnswer {
  access_token: string;
  refresh_token: string;
  ticket?: string;
}

export type TestApi = Awaited<ReturnType<typeof startTestApi>>;

/**
 * @param environment settings beside the defaults of a test, as environment variables; with DEV_MAILBOX=1 the API also has the rights to
 * send messages by itself
 * @param ownDatabase a migrated database of a server that the test stops; one of the run's server otherwise
 */
export async function startTestApi(
  environment: Record<string, string> = {},
  ownDatabase?: Pick<TestDatabase, 'url' | 'drop'>,
) {
  const [database, redis] = await Promise.all([ownDatabase ?? createDatabase(), startRedis()]);
  const config: Config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    WEB_DIST: 'apps/web/no-dist',
    AUTH_REQUESTS_PER_MINUTE_PER_IP: '100000',
    SIGN_UP_PHONE: '0',
    ...environment,
  });
  const log = createLogger(config.logLevel);
  await insertListings(database.url);
  await prepareExchange(config);
  const pool = createPool({ databaseUrl: database.url, databasePoolMax: 10 }, log);
  if (config.devMailbox) await allowMailbox(pool);
  const parts = await startParts(
    {
      ...config,
      databaseUrl: asPart(database.url, 'api'),
      operatorDatabaseUrl: asPart(database.url, 'operator'),
    },
    log,
  );
  const app = await buildApp({ ...parts, socketLimits: readSocketLimits(environment) });

  async function call<Body = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'DELETE' | 'PUT',
    path: string,
    options: CallOptions = {},
  ) {
    const { body, headers = {}, ip = '127.0.0.1' } = options;
    const response = await app.inject({
      method,
      url: path,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const answer: Answer<Body> = {
      status: response.statusCode,
      body: (isJson ? response.json() : response.body) as Body,
      headers: response.headers,
    };
    return answer;
  }

  /** A user straight into Postgres, KYC approved by default, and signed in. */
  async function signUp(email: string, options: { kycApproved?: boolean } = {}): Promise<TestUser> {
    const kyc = options.kycApproved === false ? 'none' : 'approved';
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO users (email, password_hash, nickname, kyc_status) VALUES ($1, $2, $3, $4::"KycStatus") RETURNING id`,
      [email, await testPasswordHash(), email.split('@')[0], kyc],
    );
    return signIn(email, Number(rows[0]?.id));
  }

  async function signIn(email: string, id: number): Promise<TestUser> {
    const first = await call<SignInAnswer>('POST', '/v2/login', { body: { email, password: testPassword } });
    const { body, status } = first.body.ticket === undefined ? first : await finish(email, first.body.ticket);
    if (status !== 200) throw new Error(`sign-in answered ${status} ${JSON.stringify(body)}`);
    const authorized = (options: CallOptions = {}): CallOptions => ({
      ...options,
      headers: { authorization: `Bearer ${body.access_token}`, ...options.headers },
    });
    return {
      id,
      email,
      accessToken: body.access_token,
      refreshToken: body.refresh_token,
      get: (path, options) => call('GET', path, authorized(options)),
      post: (path, sent, options) => call('POST', path, authorized({ ...options, body: sent ?? {} })),
      delete: (path, options) => call('DELETE', path, authorized(options)),
    };
  }

  /** Of a user with a second factor: by a recovery code that is made for it. */
  async function finish(email: string, ticket: string): Promise<Answer<SignInAnswer>> {
    const code = randomBytes(10).toString('hex');
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
    const id = Number(rows[0]?.id);
    await pool.query('INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)', [
      id,
      recoveryCodeHash(id, code),
    ]);
    return call<SignInAnswer>('POST', '/v2/2fa/validate', { body: { ticket, factor: 'recovery_code', code } });
  }

  return {
    app,
    /** Those of the API, which has the rights of its role, but for the pool: that is the test's own, of the owner. */
    parts: { ...parts, pool },
    config,
    databaseUrl: database.url,
    redisUrl: redis.url,
    call,
    signUp,
    signIn,
    async close() {
      await app.close();
      await parts.close();
      await pool.end();
      await redis.stop();
      await database.drop();
    },
  };
}

/** /dev/mailbox sends what waits by itself: it is of development, where one role owns everything. */
async function allowMailbox(owner: pg.Pool): Promise<void> {
  await owner.query(
    'GRANT INSERT ON messages TO test_api; GRANT UPDATE ON messages, notices TO test_api; GRANT USAGE ON messages_id_seq TO test_api',
  );
}
