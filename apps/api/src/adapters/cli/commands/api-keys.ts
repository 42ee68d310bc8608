/** Keys of bots. */
import { readSettings } from '@pelican/shared/settings';
import { z } from 'zod';
import { findUser, generateApiKey, isAddressRange, plainText } from '../../../identity/index.ts';
import { type IssuedKey, issueApiKey, reencryptSecrets, revokeApiKey } from '../../../modules/accounts/index.ts';
import { apiKeySetting } from '../../../platform/config/index.ts';
import type { ResealedFiles } from '../../../platform/files/index.ts';
import { isScope, type Scope, scopes } from '../../../platform/http/index.ts';
import type { EncryptionKeys } from '../../../platform/sealing/index.ts';
import { commaList, emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { OpsError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';
import { type Finish, reasonInput, reasonOption, submit } from '../submit-action.ts';

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

/** @throws ConfigError */
function encryptionKeys({ config }: OpsContext): EncryptionKeys {
  return readSettings(apiKeySetting, config.environment).API_KEY_ENCRYPTION_KEY;
}

export const createKey = defineCommand({
  name: 'create-api-key',
  usage: '<email> --scopes read,trade,transfer [--label TEXT] [--ips LIST] [--reason TEXT]',
  summary: "Make a bot's key; its secret is shown this once",
  arguments: ['email'],
  options: { scopes: { type: 'string' }, label: { type: 'string' }, ips: { type: 'string' }, ...reasonOption },
  input: z.object({
    email: emailArgument,
    scopes: z.string({ error: 'is missing: --scopes read,trade' }).pipe(scopeList),
    label: plainText.max(50).default('ops'),
    ips: addressList.default([]),
    ...reasonInput,
  }),
  async run(context, { email, scopes: wanted, label, ips, reason }) {
    const { id, key, secret, secretEncrypted } = generateApiKey(encryptionKeys(context));
    const encrypted = secretEncrypted.toString('hex');
    const payload = { email, label, scopes: wanted, allowedIps: ips, id, key, secret: { encrypted } };
    const code = await submit(context, issueApiKey, { payload, reason, finish: () => undefined });
    context.print(`key: ${key}\nsecret: ${secret}`);
    return code;
  },
});

export const finishIssue: Finish<IssuedKey, unknown> = (context, { email, key }) =>
  context.print(`${email} may use the API key ${key}`);

export const revokeKey = defineCommand({
  name: 'revoke-api-key',
  usage: '<key> [--reason TEXT]',
  summary: 'Turn a key off for good',
  arguments: ['key'],
  options: reasonOption,
  input: z.object({ key: z.string(), ...reasonInput }),
  run: (context, { key, reason }) =>
    submit(context, revokeApiKey, {
      payload: { key },
      reason,
      finish: (_, _payload, { wasEnabled }) => context.print(`the key is off${wasEnabled ? '' : ' already'}`),
    }),
});

export const reencryptKeys = defineCommand({
  name: 'reencrypt-api-keys',
  usage: '[--reason TEXT]',
  summary:
    'Encrypt the secrets of API keys, and the keys of files, with the first of the keys in API_KEY_ENCRYPTION_KEY',
  options: reasonOption,
  input: z.object(reasonInput),
  async run(context, { reason }) {
    const action = reencryptSecrets(encryptionKeys(context));
    let total = 0;
    let filesAfter: string | null = null;
    do {
      const payload = { filesAfter };
      filesAfter = null;
      const finish = (_: unknown, _payload: unknown, { changed, next }: ResealedFiles) => {
        total += changed;
        filesAfter = next;
      };
      await submit(context, action, { payload, reason, finish });
    } while (filesAfter !== null);
    context.print(`${total} secrets are encrypted anew`);
    return 0;
  },
});

export const listKeys = defineCommand({
  name: 'api-keys',
  usage: '<email>',
  summary: "List somebody's keys, without their secrets",
  arguments: ['email'],
  input: z.object({ email: emailArgument }),
  async run(context, { email }) {
    const account = await findUser(context.pool, email);
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
