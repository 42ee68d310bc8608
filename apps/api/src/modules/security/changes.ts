/** What happens with every change of second factors, in its transaction. */
import { DomainError } from '@pelican/shared/contracts';
import {
  deleteRecoveryCodes,
  disableApiKeysOf,
  findAccountFactors,
  lockFactors,
  replaceRecoveryCodes,
  type SwitchedMethod,
} from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { recordAudit, type Transaction } from '../../platform/database/index.ts';

export async function recordChange(tx: Transaction, userId: number, action: string, details: object): Promise<void> {
  const account = `user:${userId}`;
  await recordAudit(tx, { actor: account, action, subject: account, details: { ...details } });
}

/** Makes the change. @returns recovery codes, when it has made the first second factor of the account */
export async function withFirstRecoveryCodes(
  tx: Transaction,
  userId: number,
  change: () => Promise<void>,
): Promise<string[] | undefined> {
  await lockFactors(tx, userId);
  const isFirst = (await countSecond(tx, userId)) === 0;
  await change();
  return isFirst ? replaceRecoveryCodes(tx, userId) : undefined;
}

/**
 * Takes a second factor away. With a method that is turned off, and with the last passkey of an account that has nothing else, all API keys go;
 * with the last second factor the recovery codes.
 * @returns whether the account still has a second factor
 * @throws DomainError not_found: it was not there
 */
export async function turnOff(
  tx: Transaction,
  userId: number,
  method: SwitchedMethod | 'passkey',
  remove: () => Promise<boolean>,
): Promise<boolean> {
  await lockFactors(tx, userId);
  if (!(await remove())) throw new DomainError('not_found');
  const isGuarded = (await countSecond(tx, userId)) > 0;
  const keysOff = method !== 'passkey' || !isGuarded;
  if (keysOff) await disableApiKeysOf(tx, userId);
  if (!isGuarded) await deleteRecoveryCodes(tx, userId);
  await recordChange(tx, userId, 'two_factor.disabled', { method, keysOff });
  await writeNotices(tx, [{ userId, kind: 'two_factor_disabled', payload: { method, keysOff } }]);
  return isGuarded;
}

async function countSecond(tx: Transaction, userId: number): Promise<number> {
  return (await findAccountFactors(tx, userId))?.second.length ?? 0;
}
