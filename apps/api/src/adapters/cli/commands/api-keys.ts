/** Keys of bots. */
import { z } from 'zod';
import { createApiKey, isAddressRange } from '../../../identity/index.ts';
import { readConfig } from '../../../platform/config/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { isScope, type Scope, scopes } from '../../../platform/http/index.ts';
import { announce, emailArgument, findAccount, lockAccount, recordOps } from '../accounts.ts';
import { defineCommand } from '../command.ts';
import { OpsError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';

const commaList = z.string().transform((text) => text.split(',').flatMap((part) => part.trim() || []));

const scopeList = commaList.transform((names, parsing): Scope[] => {
  const wrong = names.filter((name) => !isScope(name));
  if (wrong.length === 0 && names.length > 0) return names.filter(isScope);
  parsing.addIssue({ code: 'custom', message: `must be some of ${scopes.join(',')}` });
  return z.NEVER;
});

const addressList = commaList.refine(
  (addresses) => addresses.every(isAddressRange),
  'must be addresses or ranges like 192.0.2.7,198.51.100.0/24',
);

export const createKey = defineCommand({
  name: 'create-api-key',
  usage: '<email> --scopes read,trade,transfer [--label TEXT] [--ips LIST]',
  summary: "Make a bot's key; its secret is shown this once",
  arguments: ['email'],
  options: { scopes: { type: 'string' }, label: { type: 'string' }, ips: { type: 'string' } },
  input: z.object({
    email: emailArgument,
    scopes: z.string({ error: 'is missing: --scopes read,trade' }).pipe(scopeList),
    label: z.string().min(1).max(50).default('ops'),
    ips: addressList.default([]),
  }),
  async run(context, { email, scopes: wanted, label, ips }) {
    const { apiKeyEncryptionKey } = readConfig(context.config.environment);
    const created = await inTransaction(context.pool, async (tx) => {
      const { id: userId } = await lockAccount(tx, email);
      const made = await createApiKey(tx, { userId, label, scopes: wanted, allowedIps: ips }, apiKeyEncryptionKey);
      const details = { key: made.key, label, scopes: wanted, allowedIps: ips };
      await recordOps(context, tx, 'api_key.created', `user:${userId}`, details);
      return made;
    });
    context.print(`key: ${created.key}\nsecret: ${created.secret}`);
  },
});

export const revokeKey = defineCommand({
  name: 'revoke-api-key',
  usage: '<key>',
  summary: 'Turn a key off for good',
  arguments: ['key'],
  input: z.object({ key: z.string() }),
  async run(context, { key }) {
    const revoked = await inTransaction(context.pool, async (tx) => {
      const { rows } = await tx.query<{ id: string; userId: string; enabled: boolean }>(
        'SELECT id, user_id AS "userId", enabled FROM api_keys WHERE key = $1 FOR UPDATE',
        [key],
      );
      const row = rows[0];
      if (!row) throw new OpsError(`there is no API key ${key}`);
      if (row.enabled) {
        await tx.query('UPDATE api_keys SET enabled = false WHERE id = $1', [row.id]);
        await recordOps(context, tx, 'api_key.revoked', `user:${row.userId}`, { key });
      }
      return row;
    });
    await announce(context, { kind: 'apiKey', id: revoked.id, userId: Number(revoked.userId), reason: 'revoked' });
    context.print(`the key is off${revoked.enabled ? '' : ' already'}`);
  },
});

export const listKeys = defineCommand({
  name: 'api-keys',
  usage: '<email>',
  summary: "List somebody's keys, without their secrets",
  arguments: ['email'],
  input: z.object({ email: emailArgument }),
  async run(context, { email }) {
    const account = await findAccount(context.pool, email);
    if (!account) throw new OpsError(`nobody has the e-mail ${email}`);
    const { rows } = await context.pool.query<{
      key: string;
      label: string;
      scopes: string[];
      ips: string[];
      enabled: boolean;
      usedAt: Date | null;
    }>(
      `SELECT key, label, scopes, allowed_ips AS ips, enabled, last_used_at AS "usedAt" FROM api_keys
        WHERE user_id = $1 ORDER BY created_at DESC`,
      [account.id],
    );
    const lines = formatTable(
      ['key', 'label', 'scopes', 'addresses', 'on', 'last used'],
      rows.map(({ key, label, scopes: held, ips, enabled, usedAt }) => [
        key,
        label,
        held.join(','),
        ips.join(',') || 'any',
        enabled,
        usedAt?.toISOString() ?? 'never',
      ]),
    );
    for (const line of lines) context.print(line);
  },
});
