/** What must hold of accounts while a transfer code moves: asked in its transaction, with their rows locked. */
import { DomainError } from '@pelican/shared/contracts';
import { isActiveUser } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';

/**
 * Keeps both accounts as they are until the transaction ends: neither is blocked or erased meanwhile.
 * @returns whether the maker's account is active @throws DomainError account_blocked: the recipient's is not
 */
export async function lockParties(
  tx: Transaction,
  { recipientId, makerId }: { recipientId: number; makerId: number },
): Promise<{ isMakerActive: boolean }> {
  const { rows } = await tx.query<{ id: string; isActive: boolean }>(
    `SELECT id, ${isActiveUser()} AS "isActive" FROM users WHERE id = ANY($1::bigint[]) ORDER BY id FOR SHARE`,
    [[recipientId, makerId]],
  );
  const active = new Set(rows.filter(({ isActive }) => isActive).map(({ id }) => Number(id)));
  if (!active.has(recipientId)) throw new DomainError('account_blocked');
  return { isMakerActive: active.has(makerId) };
}
