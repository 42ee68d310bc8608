/** Where a withdrawal goes: an address that its user types, or a saved one. */
import { DomainError } from '@pelican/shared/contracts';
import { isAddressOf } from '../../chains/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import type { Method } from '../payments/index.ts';

export interface AddressAndMemo {
  address: string;
  memo: string;
}

export interface GivenAddress {
  address?: string | undefined;
  /** Of a saved one. */
  address_id?: number | undefined;
  memo?: string | undefined;
  /** The receiver needs none, although the network has memos. */
  without_memo?: boolean | undefined;
}

export interface AddressQuestion {
  userId: number;
  method: Pick<Method, 'id' | 'network' | 'isMemo'>;
  /** An API key asks: saved addresses alone, past their waiting time. */
  isKey: boolean;
  given: GivenAddress;
}

/** @throws DomainError invalid_argument (no address, or not the memo that is needed), invalid_address, not_found, address_not_saved, address_waits */
export async function resolveAddress(
  db: Queryable,
  { userId, method, isKey, given }: AddressQuestion,
): Promise<AddressAndMemo> {
  const { address, address_id: savedId, memo = '' } = given;
  if (savedId === undefined && !address)
    throw new DomainError('invalid_argument', { fields: { address: ['Field is required'] } });
  const saved = await findSaved(db, userId, method.id, savedId ?? { address: address ?? '', memo });
  if (savedId !== undefined && !saved)
    throw new DomainError('not_found', { message: 'Address not Found. Please Contact Support' });
  if (isKey || (await isAllowListed(db, userId))) {
    if (!saved) throw new DomainError('address_not_saved', { fields: { address: ['This address is not saved'] } });
    if (!saved.isUsable) throw new DomainError('address_waits');
  }
  const where = saved ?? { address: address ?? '', memo };
  demandAddress(method, where, saved !== undefined || given.without_memo === true);
  return { address: where.address, memo: where.memo };
}

async function findSaved(
  db: Queryable,
  userId: number,
  methodId: number,
  wanted: number | AddressAndMemo,
): Promise<(AddressAndMemo & { isUsable: boolean }) | undefined> {
  const [id, address, memo] = typeof wanted === 'number' ? [wanted, null, null] : [null, wanted.address, wanted.memo];
  const { rows } = await db.query<AddressAndMemo & { isUsable: boolean }>(
    `SELECT address, memo, usable_at <= clock_timestamp() AS "isUsable" FROM saved_addresses
      WHERE user_id = $1 AND method_id = $2 AND (id = $3::bigint OR address = $4 AND memo = $5)`,
    [userId, methodId, id, address, memo],
  );
  return rows[0];
}

/** Switched on, and a switch-off has not taken effect. */
async function isAllowListed(db: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT FROM address_allow_lists WHERE user_id = $1 AND (off_at IS NULL OR off_at > clock_timestamp())',
    [userId],
  );
  return rowCount !== 0;
}

/** Form and checksum are the network's, and a network that tells receivers apart by a memo gets one. @throws DomainError invalid_address, invalid_argument */
function demandAddress(
  { network, isMemo }: Pick<Method, 'network' | 'isMemo'>,
  { address, memo }: AddressAndMemo,
  withoutMemo: boolean,
): void {
  const kind = network?.kind;
  if (kind !== 'sandbox' || !isAddressOf(kind, address))
    throw new DomainError('invalid_address', { fields: { address: ['Invalid address'] } });
  if (isMemo ? memo !== '' || withoutMemo : memo === '') return;
  const message = isMemo ? 'The receiver is found by a memo: enter it' : 'This network has no memo';
  throw new DomainError('invalid_argument', { message, fields: { memo: [message] } });
}

/** Of a user whose account is erased. */
export async function deleteAddressesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query('DELETE FROM saved_addresses WHERE user_id = $1', [userId]);
}
