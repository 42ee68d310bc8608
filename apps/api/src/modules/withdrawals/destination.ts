/** Where a withdrawal goes: an address that its user types, or a saved one. */
import { DomainError } from '@pelican/shared/contracts';
import type { GivenReceiver } from '@pelican/shared/contracts/fiat';
import { isAddressOf } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { Method } from '../payments/index.ts';
import { type AddressAndMemo, findAllowList, findSaved, isNameSaved } from './addresses/repository.ts';

export interface GivenAddress {
  address?: string | undefined;
  /** Of a saved one. */
  address_id?: number | undefined;
  memo?: string | undefined;
  /** The receiver needs none, although the network has memos. */
  without_memo?: boolean | undefined;
  /** Whom a payment provider pays, as typed. */
  receiver?: GivenReceiver | undefined;
}

export interface AddressQuestion {
  userId: number;
  method: Pick<Method, 'id' | 'kind' | 'network' | 'isMemo'>;
  /** An API key asks: saved addresses alone, past their waiting time. */
  isKey: boolean;
  given: Omit<GivenAddress, 'receiver'>;
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
  if (isKey || (await findAllowList(db, userId)).enabled) demandUsable(saved);
  const where = saved ?? { address: address ?? '', memo };
  // A receiver at a payment provider was judged when the provider took it.
  if (method.kind === 'crypto') demandAddress(method, where, saved !== undefined || given.without_memo === true);
  return { address: where.address, memo: where.memo };
}

/**
 * Of a receiver at a payment provider whose token is not known yet, by its name: others may have the same, so it is asked again with the token.
 * @throws DomainError address_not_saved
 */
export async function demandNameAllowed(
  db: Queryable,
  { userId, methodId, name }: { userId: number; methodId: number; name: string },
): Promise<void> {
  if (!(await findAllowList(db, userId)).enabled) return;
  if (!(await isNameSaved(db, { userId, methodId, name }))) throw notSaved();
}

/**
 * Asked again when it is confirmed: the allow-list counts from the moment on in which it is switched on.
 * @throws DomainError address_not_saved, address_waits
 */
export async function demandAllowed(
  db: Queryable,
  { userId, methodId, address, memo }: AddressAndMemo & { userId: number; methodId: number },
): Promise<void> {
  if ((await findAllowList(db, userId)).enabled) demandUsable(await findSaved(db, userId, methodId, { address, memo }));
}

/** @throws DomainError address_not_saved, address_waits */
function demandUsable(saved: { isUsable: boolean } | undefined): void {
  if (!saved) throw notSaved();
  if (!saved.isUsable) throw new DomainError('address_waits');
}

export const notSaved = () =>
  new DomainError('address_not_saved', { fields: { address: ['This address is not saved'] } });

/** Form and checksum are the network's, and a network whose receivers share addresses needs a memo. @throws DomainError invalid_address, invalid_argument */
export function demandAddress(
  { network, isMemo }: Pick<Method, 'network' | 'isMemo'>,
  { address, memo }: AddressAndMemo,
  withoutMemo: boolean,
): void {
  if (!network || !isAddressOf(network.kind, address, network.chainName))
    throw new DomainError('invalid_address', { fields: { address: ['Invalid address'] } });
  if (isMemo ? memo !== '' || withoutMemo : memo === '') return;
  const message = isMemo ? 'The receiver is found by a memo: enter it' : 'This network has no memo';
  throw new DomainError('invalid_argument', { message, fields: { memo: [message] } });
}
