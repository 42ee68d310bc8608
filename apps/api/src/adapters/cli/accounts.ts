/** Finding accounts for commands, and ending what a person is signed in with. */
import { email as emailContract } from '@pelican/shared/contracts/auth/schemas.ts';
import { z } from 'zod';
import { type AccountChange, announceAccountChange } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { recordAudit } from '../../platform/database/index.ts';
import type { OpsContext } from './context.ts';
import { OpsError } from './ops-errors.ts';

/** An e-mail as accounts have it: trimmed, in small letters. */
export const emailArgument = z.string({ error: '<email> is missing' }).transform((text, parsing) => {
  const parsed = emailContract.safeParse(text);
  if (parsed.success) return parsed.data;
  parsing.addIssue({ code: 'custom', message: `'${text}' is not an e-mail address` });
  return z.NEVER;
});

export interface Account {
  id: number;
  email: string;
  role: 'user' | 'operator';
  status: 'active' | 'blocked';
  country: string | null;
  kycStatus: 'none' | 'pending' | 'approved' | 'rejected';
  kycCountry: string | null;
}

/** The account, its row locked until the transaction ends. @throws OpsError when nobody has the e-mail */
export async function lockAccount(transaction: Queryable, email: string): Promise<Account> {
  const account = await findAccount(transaction, email, 'FOR UPDATE');
  if (!account) throw new OpsError(`nobody has the e-mail ${email}; \`users\` lists the accounts`);
  return account;
}

export async function findAccount(
  db: Queryable,
  email: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Account | undefined> {
  const { rows } = await db.query<Omit<Account, 'id'> & { id: string }>(
    `SELECT id, email, role, status, country, kyc_status AS "kycStatus", kyc_country AS "kycCountry"
      FROM users WHERE email = $1 ${lock}`,
    [email],
  );
  return rows[0] && { ...rows[0], id: Number(rows[0].id) };
}

/** Ends all sessions of a user; to be announced after the commit. */
export async function endSessions(transaction: Queryable, userId: number, reason: string): Promise<number> {
  const { rowCount } = await transaction.query(
    'UPDATE sessions SET ended_at = now(), end_reason = $2 WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now()',
    [userId, reason],
  );
  return rowCount ?? 0;
}

/** Tells every API process of a committed change; without Redis they notice it within seconds by themselves. */
export async function announce(context: OpsContext, change: AccountChange): Promise<void> {
  try {
    await announceAccountChange(await context.redis(), change);
  } catch (error) {
    context.print(`done, but not announced (${(error as Error).message}): it takes some seconds to be noticed`);
  }
}

/** Writes down who did what, in the transaction in which it is done. */
export function recordOps(
  context: OpsContext,
  transaction: Queryable,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  return recordAudit(transaction, { actor: context.actor, action, subject, details });
}
