/** What operators do to accounts: block and unblock them, reset passwords, issue and revoke API keys. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import {
  type AccountChange,
  closeAccess,
  endSessions,
  hasSuspended,
  insertApiKey,
  isAddressRange,
  keepOperatorAdmins,
  lockOperators,
  lockUser,
  type OperatorAction,
  plainText,
  type RevokedApiKey,
  recordAct,
  reencryptApiKeys,
  resealSeeds,
  revokeKey,
  setStatus,
  setSuspension,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { type ResealedFiles, resealFileKeys } from '../../platform/files/index.ts';
import { scopes } from '../../platform/http/index.ts';
import { type EncryptionKeys, resealDataKeys } from '../../platform/sealing/index.ts';
import { stopDeletion } from '../deletion/index.ts';
import { resealExportKeys } from '../exports/index.ts';
import { stopFactorRecovery } from '../factor-recovery/index.ts';

export interface StatusChange {
  userId: number;
  /** False: the account was so already. */
  isChange: boolean;
  endedSessions: number;
}

const account = z.object({ email: z.string() });
const emailOf = ({ email }: { email: string }) => email;

/**
 * Ends all sessions and refuses sign-ins and API keys; open orders and money stay.
 * @throws DomainError not_found, invalid_argument (too few would be left who make operators)
 */
export const blockAccount: OperatorAction<{ email: string }, StatusChange> = {
  name: 'accounts.block',
  permission: 'accounts',
  // A stolen account is blocked at once, but no operator blocks the others alone.
  twoPersons: true,
  async isForOne(tx, { email }) {
    await lockOperators(tx);
    return (await lockUser(tx, email)).role !== 'operator';
  },
  payload: account,
  about: emailOf,
  async run(tx, act, { email }) {
    // Before the row of the account, as every change of operators does.
    await lockOperators(tx);
    const { id: userId, status } = await lockUser(tx, email);
    const endedSessions = await endSessions(tx, userId, 'blocked');
    // What is looked into is not erased, also when its owner has closed it a moment ago.
    await stopDeletion(tx, userId, { by: 'block', actor: act.actor });
    // Its time would pass while the owner cannot show a factor.
    await stopFactorRecovery(tx, userId, { by: 'block', actor: act.actor });
    const isChange = status !== 'blocked';
    if (isChange) {
      await keepOperatorAdmins(tx, () => setStatus(tx, userId, 'blocked'));
      await writeNotices(tx, [{ userId, kind: 'account_frozen', payload: {} }]);
      await recordAct(tx, act, { action: 'user.blocked', subject: `user:${userId}`, details: { endedSessions } });
    }
    return { userId, isChange, endedSessions };
  },
  announces: ({ userId }) => [changed(userId, 'blocked')],
};

const suspensionHours = 24;

/**
 * Shuts an operator out for a day, as one does whose account may be in other hands; a lasting block takes two. One operator
 * alone does so to one at a time, and to nobody again until two have let that one in: a stolen account that is first gains a
 * day against one operator.
 * @throws DomainError not_found (no operator)
 */
export const suspendOperator: OperatorAction<{ email: string }, { userId: number; endedSessions: number }> = {
  name: 'accounts.suspend_operator',
  permission: 'accounts',
  twoPersons: true,
  async isForOne(tx, { email }, actor) {
    await lockOperators(tx);
    return !(await lockUser(tx, email)).wasSuspended && !(await hasSuspended(tx, actor));
  },
  payload: account,
  about: emailOf,
  async run(tx, act, { email }) {
    await lockOperators(tx);
    const { id: userId, role } = await lockUser(tx, email);
    if (role !== 'operator') throw new DomainError('not_found', { message: `${email} is no operator` });
    await setSuspension(tx, userId, { hours: suspensionHours, by: act.actor });
    const endedSessions = await endSessions(tx, userId, 'suspended');
    await stopFactorRecovery(tx, userId, { by: 'suspension', actor: act.actor });
    const details = { hours: suspensionHours, endedSessions };
    await recordAct(tx, act, { action: 'operator.suspended', subject: `user:${userId}`, details });
    return { userId, endedSessions };
  },
  announces: ({ userId }) => [changed(userId, 'suspended')],
};

/** Ends a suspension too. @throws DomainError not_found */
export const unblockAccount: OperatorAction<{ email: string }, StatusChange> = {
  name: 'accounts.unblock',
  permission: 'accounts',
  twoPersons: true,
  payload: account,
  about: emailOf,
  async run(tx, act, { email }) {
    const { id: userId, status, wasSuspended } = await lockUser(tx, email);
    const isChange = status !== 'active' || wasSuspended;
    if (isChange) {
      await setStatus(tx, userId, 'active');
      await setSuspension(tx, userId, null);
      // One that was approved before the block has had its time pass while the owner was shut out.
      await stopFactorRecovery(tx, userId, { by: 'unblock', actor: act.actor });
      await writeNotices(tx, [{ userId, kind: 'account_unfrozen', payload: {} }]);
      await recordAct(tx, act, { action: 'user.unblocked', subject: `user:${userId}` });
    }
    return { userId, isChange, endedSessions: 0 };
  },
  announces: ({ userId }) => [changed(userId, 'unblocked')],
};

/**
 * Ends the password of an account, its sessions and its API keys; the owner chooses the next password by mail. No operator knows one.
 * @throws DomainError not_found
 */
export const resetPassword: OperatorAction<{ email: string }, { userId: number }> = {
  name: 'accounts.reset_password',
  permission: 'accounts',
  twoPersons: true,
  payload: account,
  about: emailOf,
  async run(tx, act, { email }) {
    const { id: userId } = await lockUser(tx, email);
    const endedSessions = await closeAccess(tx, userId);
    await stopFactorRecovery(tx, userId, { by: 'password', actor: act.actor });
    await stopDeletion(tx, userId, { by: 'password', actor: act.actor });
    await writeNotices(tx, [{ userId, kind: 'password_closed', payload: {} }]);
    const details = { endedSessions };
    await recordAct(tx, act, { action: 'user.password_reset', subject: `user:${userId}`, details });
    return { userId };
  },
  announces: ({ userId }) => [changed(userId, 'password_changed')],
};

const newKey = z.object({
  email: z.string(),
  /** Another operator reads it on a terminal. */
  label: plainText.max(50),
  scopes: z.array(z.enum(scopes)).min(1),
  allowedIps: z.array(z.string().refine(isAddressRange)),
  id: z.uuid(),
  key: z.string(),
  /** In hex; it can be decrypted with API_KEY_ENCRYPTION_KEY alone. */
  secret: z.object({ encrypted: z.string() }),
});
export type IssuedKey = z.infer<typeof newKey>;

/** Makes a key work that was generated for an account. @throws DomainError not_found */
export const issueApiKey: OperatorAction<IssuedKey, { userId: number }> = {
  name: 'accounts.issue_api_key',
  permission: 'accounts',
  twoPersons: true,
  payload: newKey,
  about: emailOf,
  async run(tx, act, { email, label, scopes: wanted, allowedIps, id, key, secret }) {
    const { id: userId } = await lockUser(tx, email);
    const secretEncrypted = Buffer.from(secret.encrypted, 'hex');
    await insertApiKey(tx, { userId, label, scopes: wanted, allowedIps }, { id, key, secretEncrypted });
    await writeNotices(tx, [{ userId, kind: 'api_key_created', payload: { name: label, scopes: wanted } }]);
    const details = { key, label, scopes: wanted, allowedIps };
    await recordAct(tx, act, { action: 'api_key.created', subject: `user:${userId}`, details });
    return { userId };
  },
};

/** Turns a key off for good. @throws DomainError not_found */
export const revokeApiKey: OperatorAction<{ key: string }, RevokedApiKey> = {
  name: 'accounts.revoke_api_key',
  permission: 'accounts',
  twoPersons: false,
  payload: z.object({ key: z.string() }),
  async run(tx, act, { key }) {
    const revoked = await revokeKey(tx, key);
    if (!revoked) throw new DomainError('not_found', { message: `there is no API key ${key}` });
    if (revoked.wasEnabled) {
      const { userId, label: name } = revoked;
      await writeNotices(tx, [{ userId, kind: 'api_key_revoked', payload: { name } }]);
      await recordAct(tx, act, { action: 'api_key.revoked', subject: `user:${userId}`, details: { key } });
    }
    return revoked;
  },
  announces: ({ id, userId }) => [{ kind: 'apiKey', id, userId, reason: 'revoked' }],
};

/** `filesAfter`: the `next` of the call before. */
const reencryption = z.strictObject({ filesAfter: z.uuid().nullable() });

/**
 * Encrypts with the newest of the keys: the secrets of all API keys and authenticator apps, the keys of data and of exports, and those of some files. Called again for more files, it
 * changes these alone, and locks nothing else.
 */
export function reencryptSecrets(keys: EncryptionKeys): OperatorAction<z.infer<typeof reencryption>, ResealedFiles> {
  return {
    name: 'accounts.reencrypt_api_keys',
    permission: 'accounts',
    // It gives nobody a right, and nobody sees a secret.
    twoPersons: false,
    payload: reencryption,
    async run(tx, act, { filesAfter }) {
      const { changed: files, next } = await resealFileKeys(tx, keys, { after: filesAfter });
      const others =
        filesAfter === null
          ? (await reencryptApiKeys(tx, keys)) +
            (await resealSeeds(tx, keys)) +
            (await resealDataKeys(tx, keys)) +
            (await resealExportKeys(tx, keys))
          : 0;
      const changed = files + others;
      await recordAct(tx, act, { action: 'api_keys.reencrypted', subject: 'api_keys', details: { changed } });
      return { changed, next };
    },
  };
}

function changed(userId: number, reason: string): AccountChange {
  return { kind: 'user', userId, reason };
}
