/** What ends with a password: access that somebody else may have left behind, in the transaction that replaces it. */
import type { RemovedAccess } from '@pelican/shared/contracts/passwords';
import {
  claimUnverifiedAccount,
  deleteApiKeysOf,
  disableApiKeysOf,
  endSessions,
  findAccountFactors,
  maskPhone,
  recentDays,
  removeRecentFactors,
  removeRecentPhone,
  removeSecondFactors,
  type ShownFactor,
} from '../../identity/index.ts';
import { resetChoices, writeNotices } from '../../notices/index.ts';
import { recordAudit, type Transaction } from '../../platform/database/index.ts';
import { withdrawDraft } from '../kyc/index.ts';
import { forgetReferrer } from '../referrals/index.ts';
import type { Owner } from './repository.ts';

/** Why sessions end. */
export const reason = 'password_changed';

/** With a recovery: every session and every API key, and the factors and the telephone of the last days. @returns what was removed */
export async function endForeignAccess(
  tx: Transaction,
  { id: userId, isEmailVerified }: Owner,
): Promise<RemovedAccess & { hadFactors: boolean }> {
  await endSessions(tx, userId, reason);
  if (!isEmailVerified) {
    const hadFactors = await removeSecondFactors(tx, userId);
    const apiKeys = await deleteApiKeysOf(tx, userId);
    await claimUnverifiedAccount(tx, userId);
    await forgetReferrer(tx, userId);
    await resetChoices(tx, userId);
    await withdrawDraft(tx, userId);
    return { factors: [], apiKeys, hadFactors };
  }
  const apiKeys = await disableApiKeysOf(tx, userId);
  const factors = await removeRecentFactors(tx, userId);
  await tellRemoved(tx, userId, { factors, by: 'recovery', keysOff: true });
  await endRecentPhone(tx, userId);
  return { factors, apiKeys, hadFactors: factors.length > 0 };
}

async function endRecentPhone(tx: Transaction, userId: number): Promise<void> {
  const phone = await removeRecentPhone(tx, userId);
  if (phone === undefined) return;
  const payload = { phone: maskPhone(phone) };
  const account = `user:${userId}`;
  await recordAudit(tx, { actor: account, action: 'phone.removed', subject: account, details: payload });
  await writeNotices(tx, [{ userId, kind: 'phone_removed', payload }]);
}

/**
 * With a change of the password: the factors and API keys of the last days, but the factor that was shown. All API keys go with a method, or
 * with the last factor, as where these are turned off one by one.
 */
export async function endRecentAccess(
  tx: Transaction,
  userId: number,
  shown: ShownFactor | undefined,
): Promise<RemovedAccess> {
  const factors = await removeRecentFactors(tx, userId, shown);
  const isGuarded = (await findAccountFactors(tx, userId))?.second.length !== 0;
  const keysOff = factors.some((method) => method !== 'passkey') || (factors.length > 0 && !isGuarded);
  const apiKeys = await disableApiKeysOf(tx, userId, keysOff ? undefined : recentDays);
  await tellRemoved(tx, userId, { factors, by: 'change', keysOff });
  return { factors, apiKeys };
}

async function tellRemoved(
  tx: Transaction,
  userId: number,
  { factors, by, keysOff }: Pick<RemovedAccess, 'factors'> & { by: 'recovery' | 'change'; keysOff: boolean },
): Promise<void> {
  const account = `user:${userId}`;
  for (const method of factors) {
    const details = { method, by };
    await recordAudit(tx, { actor: account, action: 'two_factor.disabled', subject: account, details });
    await writeNotices(tx, [{ userId, kind: 'two_factor_disabled', payload: { method, keysOff } }]);
  }
}
