/** Authenticator apps, mailboxes and telephones of users, as tests use them. */
import { stepOfCode } from '@pelican/api/src/identity/factors/totp.ts';
import { dispatchNotices } from '@pelican/api/src/notices/index.ts';
import { findMessages } from '@pelican/api/src/notices/messages.ts';
import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import type { Answer, CallOptions, TestApi, TestUser } from './test-api.ts';

const periodMs = 30_000;

/** The code of an app at a step that is so many steps from now. */
export function codeOf(secret: string, steps = 0, nowMs = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs + steps * periodMs });
}

/** Six digits that are no code of the app at the moment. */
export function wrongCodeOf(secret: string): string {
  const seed = Buffer.from(Secret.fromBase32(secret).bytes);
  for (let number = 0; ; number++) {
    const code = String(number).padStart(6, '0');
    const times = [-periodMs, 0, periodMs].map((offset) => stepOfCode(seed, code, Date.now() + offset));
    if (times.every((step) => step === undefined)) return code;
  }
}

/** As if the address had been confirmed: without that there are no second factors. */
export async function verifyEmail(api: TestApi, { id }: { id: number }): Promise<void> {
  await api.parts.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [id]);
}

export interface Enabled {
  secret: string;
  recoveryCodes: string[];
}

/** Turns an authenticator app on. Its codes of now and of the next step are unused then. */
export async function enableTotp(api: TestApi, user: TestUser): Promise<Enabled> {
  await verifyEmail(api, user);
  const generated = await user.post<{ twoFactorSecret: string }>('/v2/settings/2fa/generate');
  const secret = generated.body.twoFactorSecret;
  const enabled = await user.post<{ recoveryCodes: string[] }>('/v2/settings/2fa/toggle', {
    enable: true,
    code: codeOf(secret),
  });
  if (enabled.status !== 200) throw new Error(`enabling answered ${enabled.status} ${JSON.stringify(enabled.body)}`);
  await forgetSteps(api, user);
  return { secret, recoveryCodes: enabled.body.recoveryCodes };
}

/** A code by mail that was sent to the session, as the proof of a call. */
export async function codeByMail(api: TestApi, user: TestUser): Promise<{ factor: 'email_code'; code: string }> {
  await forgetCounts(api);
  const sent = await user.post('/v2/settings/2fa/code', { factor: 'email_code' });
  if (sent.status !== 200) throw new Error(`no code was sent: ${sent.status} ${JSON.stringify(sent.body)}`);
  return { factor: 'email_code', code: await sentCode(api, user.email) };
}

/** Turns codes by mail on as their first factor, as a person does. @returns the recovery codes */
export async function turnMailOn(api: TestApi, user: TestUser): Promise<string[]> {
  await verifyEmail(api, user);
  const { code } = await codeByMail(api, user);
  const wanted = { enable: true, method: 'email_code', code };
  const { body } = await user.post<{ recoveryCodes: string[] }>('/v2/settings/2fa/toggle', wanted);
  return body.recoveryCodes;
}

/** Turns an app on beside codes by mail, which show who asks for its seed. @returns what the last call answered */
export async function addAppByMail(
  api: TestApi,
  user: TestUser,
): Promise<{ secret: string; recoveryCodes: string[]; apiKeysOff?: number }> {
  const generate = (options: CallOptions) =>
    user.post<{ twoFactorSecret: string }>('/v2/settings/2fa/generate', {}, options);
  const { factor, code } = await codeByMail(api, user);
  const secret = (await withFactor(user, generate, factor, code)).body.twoFactorSecret;
  const on = { enable: true, code: codeOf(secret) };
  const added = await user.post<{ recoveryCodes: string[]; apiKeysOff?: number }>('/v2/settings/2fa/toggle', on);
  if (added.status !== 200) throw new Error(`enabling answered ${added.status} ${JSON.stringify(added.body)}`);
  await forgetSteps(api, user);
  return { ...added.body, secret };
}

/** As if the account's factors and recovery codes had been there for a month. */
export async function settleFactors(pool: Pick<pg.Pool, 'query'>, userId: number): Promise<void> {
  await pool.query(`UPDATE second_factors SET enabled_at = now() - interval '30 days' WHERE user_id = $1`, [userId]);
  await pool.query(`UPDATE recovery_codes SET created_at = now() - interval '30 days' WHERE user_id = $1`, [userId]);
}

/** A call that demands a factor: refused with a challenge first, and repeated once the answer has passed it. */
export async function withFactor<Body = Record<string, unknown>>(
  user: TestUser,
  call: (options: CallOptions) => Promise<Answer<Body>>,
  factor: string,
  answer: unknown,
): Promise<Answer<Body>> {
  const refusal = await call({});
  const { challenge } = refusal.body as { challenge?: { id: string } };
  if (!challenge) throw new Error(`no challenge, but ${refusal.status} ${JSON.stringify(refusal.body)}`);
  const passed = await user.post('/v2/auth/challenge', { id: challenge.id, factor, answer });
  if (passed.status !== 200) throw new Error(`the answer was refused: ${JSON.stringify(passed.body)}`);
  return call({ headers: { 'x-step-up': challenge.id } });
}

/** As if the time of every code that was used were over. */
export async function forgetSteps(api: TestApi, { id }: { id: number }): Promise<void> {
  await api.parts.pool.query('UPDATE second_factors SET last_step = NULL WHERE user_id = $1', [id]);
}

/** The newest code that was sent to the address. */
export async function sentCode(api: TestApi, to: string): Promise<string> {
  const { pool } = api.parts;
  await dispatchNotices({ pool, publicUrl: 'http://localhost', push: async () => undefined, onFailure: fail });
  for (const { text } of await findMessages(pool, to)) {
    const code = /\b\d{6}\b/.exec(text)?.[0];
    if (code !== undefined) return code;
  }
  throw new Error(`no code was sent to ${to}`);
}

function fail(_notice: number, error: unknown): never {
  throw error;
}

/** As if no guess had been made, and no code been sent. */
export async function forgetCounts(api: TestApi): Promise<void> {
  const { redis } = api.parts;
  for (const pattern of ['login-attempts:*', 'sent-codes:*', 'sent-code:*:wait', 'limits:*']) {
    const keys = await redis.keys(pattern);
    if (keys.length > 0) await redis.del(keys);
  }
}

/** The first step of a sign-in. */
export function signInWith(
  api: TestApi,
  email: string,
  password: string,
  options: { ip?: string; headers?: Record<string, string> } = {},
): Promise<Answer<SignInStep>> {
  return api.call<SignInStep>('POST', '/v2/login', { body: { email, password }, ...options });
}

export interface SignInStep {
  status?: string;
  ticket: string;
  factors: string[];
  to?: string;
  retry_after?: number;
  access_token?: string;
  code?: string;
}

/** A passkey of the name that nobody holds. @param age an interval of Postgres */
export async function insertPasskey({ parts: { pool } }: TestApi, user: TestUser, name: string, age = '0 days') {
  await pool.query(
    `INSERT INTO passkeys (id, user_id, name, public_key, counter, is_backed_up, is_device_bound, created_at)
      VALUES ($1, $2, $1, '\\x00', 0, false, false, now() - $3::interval)`,
    [name, user.id, age],
  );
}
