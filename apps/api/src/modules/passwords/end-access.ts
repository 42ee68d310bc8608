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
  removedFactorsLockHours,
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
export const passwordChangedReason = 'password_changed';

/** With a recovery: every session and every API key, and the factors and the telephone of the last days. @returns what was removed */
export async function endForeignAccess(
  tx: Transaction,
  { id: userId, email, isEmailVerified }: Owner,
): Promise<RemovedAccess & { hadFactors: boolean }> {
  await endSessions(tx, userId, passwordChangedReason);
  if (!isEmailVerified) {
    const hadFactors = await removeSecondFactors(tx, userId);
    const apiKeys = await deleteApiKeysOf(tx, userId);
    await claimUnverifiedAccount(tx, { id: userId, email });
    await forgetReferrer(tx, userId);
    await resetChoices(tx, userId);
    await withdrawDraft(tx, userId);
    return { factors: [], apiKeys, hadFactors };
  }
  const apiKeys = await disableApiKeysOf(tx, userId);
  const factors = await removeRecentFactors(tx, userId);
  await tellRemoved(tx, userId, { factors, by: 'recovery', keysOff: true, lockHours: removedFactorsLockHours });
  const phone = await endRecentPhone(tx, userId);
  return { factors, apiKeys, phone, hadFactors: factors.length > 0 };
}

/** The notice goes to the number too, which gets no later message. @returns whether there was one */
async function endRecentPhone(tx: Transaction, userId: number): Promise<boolean> {
  const phone = await removeRecentPhone(tx, userId);
  if (phone === undefined) return false;
  const payload = { phone: maskPhone(phone) };
  const account = `user:${userId}`;
  await recordAudit(tx, { actor: account, action: 'phone.removed', subject: account, details: payload });
  await writeNotices(tx, [
    { userId, kind: 'phone_removed', payload },
    { userId, kind: 'phone_replaced', payload: { former: phone } },
  ]);
  return true;
}

/**
 * With a change of the password: the factors, the telephone and the API keys of the last days, but the factor that was shown. All API keys go with
 * a method, or with the last factor, as where these are turned off one by one.
 */
export async function endRecentAccess(
  tx: Transaction,
  userId: number,
  { shown, lockHours }: { shown: ShownFactor | undefined; lockHours: number },
): Promise<RemovedAccess> {
  const factors = await removeRecentFactors(tx, userId, shown);
  const isGuarded = (await findAccountFactors(tx, userId))?.second.length !== 0;
  const keysOff = factors.some((method) => method !== 'passkey') || (factors.length > 0 && !isGuarded);
  const apiKeys = await disableApiKeysOf(tx, userId, keysOff ? undefined : recentDays);
  await tellRemoved(tx, userId, { factors, by: 'change', keysOff, lockHours });
  const phone = shown?.factor !== 'sms_code' && (await endRecentPhone(tx, userId));
  return { factors, apiKeys, phone };
}

async function tellRemoved(
  tx: Transaction,
  userId: number,
  {
    factors,
    by,
    keysOff,
    lockHours,
  }: Pick<RemovedAccess, 'factors'> & {
    by: 'recovery' | 'change';
    keysOff: boolean;
    lockHours: number;
  },
): Promise<void> {
  const account = `user:${userId}`;
  for (const method of factors) {
    const details = { method, by };
    await recordAudit(tx, { actor: account, action: 'two_factor.disabled', subject: account, details });
    await writeNotices(tx, [{ userId, kind: 'two_factor_disabled', payload: { method, keysOff, lockHours } }]);
  }
}
