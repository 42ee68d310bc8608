/** Accounts of operators, and new passwords for people who lost theirs. */
import { z } from 'zod';
import { hashPassword } from '../../../identity/index.ts';
import { writeNotices } from '../../../notices/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { announce, emailArgument, endSessions, findAccount, lockAccount, recordOps } from '../accounts.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { choosePassword } from '../new-password.ts';
import { OpsError } from '../ops-errors.ts';

const options = { ask: { type: 'boolean' } } as const;
const input = z.object({ email: emailArgument, ask: z.boolean().default(false) });

export const createAdmin = defineCommand({
  name: 'create-admin',
  usage: '<email> [--ask]',
  summary: 'Make an operator; --ask reads the password from the keyboard instead of making one up',
  arguments: ['email'],
  options,
  input,
  async run(context, { email, ask }) {
    const known = await findAccount(context.pool, email);
    if (known) await promote(context, email);
    else await create(context, email, ask);
  },
});

async function create(context: OpsContext, email: string, isAsked: boolean): Promise<void> {
  const password = await choosePassword(context, isAsked);
  const passwordHash = await hashPassword(password);
  const userId = await inTransaction(context.pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO users (email, password_hash, nickname, role, email_verified_at)
        VALUES ($1, $2, $3, 'operator', now()) ON CONFLICT (email) DO NOTHING RETURNING id`,
      [email, passwordHash, email.slice(0, email.indexOf('@')).slice(0, 32)],
    );
    if (!rows[0]) throw new OpsError(`somebody has made the account ${email} just now: try again`);
    await recordOps(context, tx, 'operator.created', `user:${rows[0].id}`, { email });
    return rows[0].id;
  });
  context.print(`${email} is an operator (user ${userId})`);
  if (!isAsked) context.print(`password: ${password}`);
}

async function promote(context: OpsContext, email: string): Promise<void> {
  const { id, role } = await inTransaction(context.pool, async (tx) => {
    const account = await lockAccount(tx, email);
    if (account.role !== 'operator') {
      await tx.query("UPDATE users SET role = 'operator' WHERE id = $1", [account.id]);
      await recordOps(context, tx, 'operator.promoted', `user:${account.id}`, { email });
    }
    return account;
  });
  await announce(context, { kind: 'user', userId: id, reason: 'role_changed' });
  context.print(`${email} is an operator${role === 'operator' ? ' already' : ' now'}; the password is as it was`);
}

export const resetPassword = defineCommand({
  name: 'reset-password',
  usage: '<email> [--ask]',
  summary: 'Give somebody a new password and end all sessions',
  arguments: ['email'],
  options,
  input,
  async run(context, { email, ask }) {
    const password = await choosePassword(context, ask);
    const passwordHash = await hashPassword(password);
    const userId = await inTransaction(context.pool, async (tx) => {
      const account = await lockAccount(tx, email);
      await tx.query('UPDATE users SET password_hash = $2, password_changed_at = now() WHERE id = $1', [
        account.id,
        passwordHash,
      ]);
      const endedSessions = await endSessions(tx, account.id, 'password_changed');
      await writeNotices(tx, [{ userId: account.id, kind: 'password_changed', payload: {} }]);
      await recordOps(context, tx, 'user.password_reset', `user:${account.id}`, { endedSessions });
      return account.id;
    });
    await announce(context, { kind: 'user', userId, reason: 'password_changed' });
    context.print(`${email} has a new password and is signed out everywhere`);
    if (!ask) context.print(`password: ${password}`);
  },
});
