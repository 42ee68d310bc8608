/** Shutting an account out, and letting it in again. Open orders and money stay as they are. */
import { z } from 'zod';
import { inTransaction } from '../../../platform/database/index.ts';
import { announce, emailArgument, endSessions, lockAccount, recordOps } from '../accounts.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';

export const block = defineCommand({
  name: 'block',
  usage: '<email>',
  summary: 'End all sessions and refuse sign-ins and API keys; open orders stay',
  arguments: ['email'],
  input: z.object({ email: emailArgument }),
  run: (context, { email }) => setStatus(context, email, 'blocked'),
});

export const unblock = defineCommand({
  name: 'unblock',
  usage: '<email>',
  summary: 'Let somebody in again',
  arguments: ['email'],
  input: z.object({ email: emailArgument }),
  run: (context, { email }) => setStatus(context, email, 'active'),
});

async function setStatus(context: OpsContext, email: string, status: 'active' | 'blocked'): Promise<void> {
  const { account, ended } = await inTransaction(context.pool, async (tx) => {
    const locked = await lockAccount(tx, email);
    const sessionCount = status === 'blocked' ? await endSessions(tx, locked.id, 'blocked') : 0;
    if (locked.status !== status) {
      await tx.query('UPDATE users SET status = $2::"UserStatus" WHERE id = $1', [locked.id, status]);
      const action = status === 'blocked' ? 'user.blocked' : 'user.unblocked';
      await recordOps(context, tx, action, `user:${locked.id}`, { endedSessions: sessionCount });
    }
    return { account: locked, ended: sessionCount };
  });
  await announce(context, { kind: 'user', userId: account.id, reason: status === 'blocked' ? 'blocked' : 'unblocked' });
  const sessions = status === 'blocked' ? `, ${ended} session${ended === 1 ? '' : 's'} ended` : '';
  context.print(
    account.status === status ? `${email} is ${status} already${sessions}` : `${email} is ${status}${sessions}`,
  );
}
