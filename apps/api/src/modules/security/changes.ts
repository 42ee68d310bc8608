/** What happens with every change of second factors, in its transaction. */
import { DomainError } from '@pelican/shared/contracts';
import { type FactorName, isMailboxFactor } from '@pelican/shared/contracts/auth';
import {
  countPhoneAsNew,
  deleteRecoveryCodes,
  disableApiKeysOf,
  findAccountFactors,
  isFirstSession,
  lockLiveSession,
  lockWithdrawals,
  maskPhone,
  replaceRecoveryCodes,
  type SessionOfUser,
  type SwitchedMethod,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { type Queryable, recordAudit, type Transaction } from '../../platform/database/index.ts';
import { stopFactorRecovery } from '../factor-recovery/index.ts';

/** Whose factors change, in which session, and for how long nothing is withdrawn after that. */
export interface Changed extends SessionOfUser {
  lockHours: number;
}

export async function recordChange(tx: Transaction, userId: number, action: string, details: object): Promise<void> {
  const account = `user:${userId}`;
  await recordAudit(tx, { actor: account, action, subject: account, details: { ...details } });
}

export interface Added extends Changed {
  method: SwitchedMethod | 'passkey';
}

/**
 * Whether a second factor that the session adds holds withdrawals back: beside another one, and where somebody had signed in before this
 * session, who may be somebody else than the one who adds it.
 */
export async function locksByAddition(db: Queryable, { userId, sessionId }: SessionOfUser): Promise<boolean> {
  return (await secondOf(db, userId)).length > 0 || !(await isFirstSession(db, userId, sessionId));
}

export interface FactorAdded {
  /** When it is the first second factor of the account, or the first that is not its mailbox. */
  recoveryCodes?: string[];
  /** How many were turned off; absent when none was. */
  apiKeysOff?: number;
}

/**
 * Adds a second factor, which holds withdrawals back where `locksByAddition` says so. What an account has by its mailbox alone may be
 * somebody else's who had the mailbox, and must not gain by a better factor: with the first that is not the mailbox the recovery codes
 * are replaced, API keys are turned off, and the telephone counts as new.
 * @throws DomainError invalid_token: the session has ended
 */
export async function addFactor(
  tx: Transaction,
  { lockHours, method, ...session }: Added,
  add: () => Promise<void>,
): Promise<FactorAdded> {
  const { userId } = session;
  await lockLiveSession(tx, session);
  const before = await secondOf(tx, userId);
  const isFirst = before.every((factor) => isMailboxFactor(factor, before));
  const isLocked = await locksByAddition(tx, session);
  await add();
  const ofMailbox = isFirst && before.length > 0 ? await endTrustInMailbox(tx, userId, method) : undefined;
  // The new one is not lost, and a decision about the others must not remove it.
  await stopFactorRecovery(tx, userId, { by: 'new_factor' });
  if (isLocked) await lockWithdrawals(tx, userId, lockHours);
  await writeNotices(tx, [
    { userId, kind: 'two_factor_enabled', payload: { method, lockHours: isLocked ? lockHours : 0, ...ofMailbox } },
  ]);
  const keysOff = ofMailbox?.keysOff ?? 0;
  return {
    ...(isFirst ? { recoveryCodes: await replaceRecoveryCodes(tx, userId) } : {}),
    ...(keysOff > 0 ? { apiKeysOff: keysOff } : {}),
  };
}

/** @returns how many keys were turned off, and the telephone that is to be looked at, masked */
async function endTrustInMailbox(
  tx: Transaction,
  userId: number,
  method: Added['method'],
): Promise<{ keysOff: number; phone?: string }> {
  const keysOff = await disableApiKeysOf(tx, userId);
  const number = await countPhoneAsNew(tx, userId);
  const phone = number && maskPhone(number);
  await recordChange(tx, userId, 'two_factor.beyond_mailbox', { method, keysOff, phone: phone ?? null });
  // Who adds codes by text message has just read one from that telephone.
  return { keysOff, ...(phone && method !== 'sms_code' ? { phone } : {}) };
}

/**
 * Takes a second factor away, which holds withdrawals back. With a method that is turned off, and with the last passkey of an account that has
 * nothing else, all API keys go; with the last second factor the recovery codes.
 * @returns whether the account still has a second factor
 * @throws DomainError not_found (it was not there), invalid_token (the session has ended)
 */
export async function turnOff(
  tx: Transaction,
  { lockHours, ...session }: Changed,
  method: SwitchedMethod | 'passkey',
  remove: () => Promise<boolean>,
): Promise<boolean> {
  const { userId } = session;
  await lockLiveSession(tx, session);
  if (!(await remove())) throw new DomainError('not_found');
  const isGuarded = (await secondOf(tx, userId)).length > 0;
  const keysOff = method !== 'passkey' || !isGuarded;
  if (keysOff) await disableApiKeysOf(tx, userId);
  if (!isGuarded) await deleteRecoveryCodes(tx, userId);
  await lockWithdrawals(tx, userId, lockHours);
  await recordChange(tx, userId, 'two_factor.disabled', { method, keysOff });
  await writeNotices(tx, [{ userId, kind: 'two_factor_disabled', payload: { method, keysOff, lockHours } }]);
  return isGuarded;
}

async function secondOf(db: Queryable, userId: number): Promise<FactorName[]> {
  return (await findAccountFactors(db, userId))?.second ?? [];
}
