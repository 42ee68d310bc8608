import { makeOperator } from '@pelican/api/src/identity/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { writeDeployment } from '@pelican/prisma/write-deployment.ts';
import { type Permission, permissions } from '@pelican/shared/contracts/operations';
import type pg from 'pg';
import { until } from '../../scripts/services/process.ts';
import type { TestApi, TestUser } from './test-api.ts';

/**
 * Makes a user an operator, with all permissions unless some are given, and announces nothing. Outside a demo operators need a second factor: the
 * operator has one, and has signed in with it.
 */
export async function makeTestOperator(
  pool: pg.Pool,
  { id, email }: { id: number; email: string },
  granted: readonly Permission[] = permissions,
): Promise<void> {
  const name = email.slice(0, email.indexOf('@'));
  await inTransaction(pool, async (tx) => {
    await makeOperator(tx, id, { name, permissions: granted });
    await tx.query(
      `INSERT INTO second_factors (user_id, method, secret_encrypted, enabled_at) VALUES ($1, 'totp', '\\x00', now())
        ON CONFLICT (user_id, method) DO NOTHING`,
      [id],
    );
    await tx.query(`UPDATE sessions SET methods = '{pwd,otp,mfa}' WHERE user_id = $1`, [id]);
  });
}

/** A new user who is an operator, signed in after the promotion. */
export async function signUpOperator(api: TestApi, name: string, granted?: readonly Permission[]): Promise<TestUser> {
  const { id, email } = await api.signUp(`${name}@test.local`);
  await makeTestOperator(api.parts.pool, { id, email }, granted);
  return api.signIn(email, id);
}

/** As the owner of the database decides when it is prepared: what concerns money or rights takes two from now on. */
export async function demandTwoPersons(databaseUrl: string, { isDemo = false } = {}): Promise<void> {
  await writeDeployment(databaseUrl, { twoPersons: true, production: true, isDemo });
}

/** What a call of an operator answers: it is done, or asked for. */
export interface Asked {
  status: string;
  code?: string;
  warning?: string | null;
  request: { id: number; hash: string };
}

/** Another operator approves what was asked for. */
export function approveRequest<Body = Partial<Asked>>(
  by: TestUser | undefined,
  { id, hash }: Asked['request'],
  reason = 'looked at it',
) {
  return (by as TestUser).post<Body>(`/v2/ops/requests/${id}/approve`, { hash, reason });
}

/** Chooses a password by the link of a recovery mail, as the owner of the mailbox does. */
export async function choosePassword(api: TestApi, email: string, password: string): Promise<void> {
  const { pool } = api.parts;
  const tokenOf = async () => {
    const { rows } = await pool.query<{ token: string }>(
      `SELECT payload ->> 'token' AS token FROM notices WHERE kind = 'password_recovery'
          AND user_id = (SELECT id FROM users WHERE email = $1) ORDER BY id DESC LIMIT 1`,
      [email],
    );
    return rows[0]?.token;
  };
  await api.call('POST', '/v2/password/email', { body: { email } });
  await until('the mail is written', async () => (await tokenOf()) !== undefined, 20_000);
  const body = { token: await tokenOf(), password, password_confirmation: password };
  const { status } = await api.call('POST', '/v2/password/reset', { body });
  if (status !== 200) throw new Error(`choosing a password answered ${status}`);
}
