/** Saved addresses, and the switch to withdraw to them alone, in Postgres. */
import { receiverFieldsOf } from '@pelican/shared/contracts/fiat';
import type { AllowList, SavedAddress, SavedAddressList } from '@pelican/shared/contracts/saved-addresses';
import { countRows, type Queryable, type Transaction } from '../../../platform/database/index.ts';

export interface AddressAndMemo {
  address: string;
  memo: string;
}

interface Row extends AddressAndMemo {
  id: string;
  name: string;
  ticker: string;
  currency: string;
  network: string;
  isOfProvider: boolean;
  paymentMethodKey: string;
  paymentMethodName: string;
  createdAt: Date;
  usableAt: Date;
}

const joined = `saved_addresses saved
  JOIN payment_methods method ON method.id = saved.method_id
  JOIN assets asset ON asset.id = method.asset_id
  LEFT JOIN networks network ON network.id = method.network_id`;
const selectAddresses = `SELECT saved.id, saved.name, asset.ticker, asset.label AS currency, coalesce(network.name, method.name) AS network, method.kind = 'provider' AS "isOfProvider",
    method.key AS "paymentMethodKey", method.name AS "paymentMethodName", saved.address, saved.memo, saved.created_at AS "createdAt",
    saved.usable_at AS "usableAt" FROM ${joined}`;

const secondsOf = (time: Date): number => Math.ceil(time.getTime() / 1000);

const viewAddress = ({ id, address, memo, createdAt, usableAt, isOfProvider, ...row }: Row): SavedAddress => ({
  ...row,
  id: Number(id),
  savedData: isOfProvider
    ? receiverData(row.paymentMethodKey, address)
    : { address, memo, cardNumber: '', account: '' },
  createdAt: secondsOf(createdAt),
  usableAt: secondsOf(usableAt),
});

/** Whom a payment provider pays; the token by which it knows the receiver is not shown. */
function receiverData(key: string, name: string): SavedAddress['savedData'] {
  const isCard = receiverFieldsOf(key)[0] === 'card_number';
  return { address: name, memo: '', cardNumber: isCard ? name : '', account: isCard ? '' : name };
}

export interface WantedAddresses {
  userId: number;
  assetId: number | undefined;
  methodKey: string | undefined;
  offset: number;
  limit: number;
}

/** The newest first. */
export async function findAddresses(
  db: Queryable,
  { userId, assetId, methodKey, offset, limit }: WantedAddresses,
): Promise<{ result: SavedAddress[]; total: number }> {
  const own =
    'saved.user_id = $1 AND ($2::int IS NULL OR method.asset_id = $2) AND ($3::text IS NULL OR method.key = $3)';
  const values = [userId, assetId ?? null, methodKey ?? null];
  const [{ rows }, total] = await Promise.all([
    db.query<Row>(`${selectAddresses} WHERE ${own} ORDER BY saved.id DESC OFFSET $4 LIMIT $5`, [
      ...values,
      offset,
      limit,
    ]),
    countRows(db, `SELECT FROM ${joined} WHERE ${own}`, values, { offset, limit }),
  ]);
  return { result: rows.map(viewAddress), total };
}

/** Currencies and payment methods of all addresses of the user. */
export async function findFilters(db: Queryable, userId: number): Promise<SavedAddressList['filters']> {
  const { rows } = await db.query<{ ticker: string; key: string; name: string }>(
    `SELECT DISTINCT asset.ticker, method.key, coalesce(network.name, method.name) AS name FROM ${joined}
      WHERE saved.user_id = $1 ORDER BY 1, 2`,
    [userId],
  );
  const methods = new Map(rows.map(({ key, name }) => [key, name]));
  return {
    tickers: [...new Set(rows.map(({ ticker }) => ticker))],
    methods: [...methods].map(([key, name]) => ({ key, name })),
  };
}

export async function countAddresses(db: Queryable, userId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM saved_addresses WHERE user_id = $1',
    [userId],
  );
  return rows[0]?.count ?? 0;
}

export interface NewAddress extends AddressAndMemo {
  userId: number;
  methodId: number;
  name: string;
  waitHours: number;
}

/** @returns undefined when the user has saved it before */
export async function insertAddress(
  tx: Transaction,
  { userId, methodId, name, address, memo, waitHours }: NewAddress,
): Promise<SavedAddress | undefined> {
  const inserted = await tx.query<{ id: string }>(
    `INSERT INTO saved_addresses (user_id, method_id, name, address, memo, usable_at)
      VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(hours => $6))
      ON CONFLICT (user_id, method_id, address, memo) DO NOTHING RETURNING id`,
    [userId, methodId, name, address, memo, waitHours],
  );
  if (!inserted.rows[0]) return undefined;
  const { rows } = await tx.query<Row>(`${selectAddresses} WHERE saved.id = $1`, [inserted.rows[0].id]);
  return rows[0] && viewAddress(rows[0]);
}

/** @returns what it was; undefined where it is not this user's */
export async function deleteAddress(
  tx: Transaction,
  userId: number,
  id: number,
): Promise<{ methodId: number; address: string } | undefined> {
  const { rows } = await tx.query<{ methodId: number; address: string }>(
    'DELETE FROM saved_addresses WHERE id = $2 AND user_id = $1 RETURNING method_id AS "methodId", address',
    [userId, id],
  );
  return rows[0];
}

/** Of a user whose account is erased. */
export async function deleteAddressesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query('DELETE FROM saved_addresses WHERE user_id = $1', [userId]);
}

/**
 * SQL of a row with `method_id`, `address` and `memo`: whether it is this receiver. At a payment provider the token alone says it: the name in lists may have been made
 * by another rule. @param row its name
 */
export const isReceiver = (row: string, { address, memo }: AddressAndMemo): string =>
  `(${row}.memo = ${memo} AND (${row}.address = ${address} OR ${memo} <> ''
    AND EXISTS (SELECT FROM payment_methods WHERE payment_methods.id = ${row}.method_id AND kind = 'provider')))`;

/** By its id, or by what it is. @returns undefined where the user has not saved it for this method */
export async function findSaved(
  db: Queryable,
  userId: number,
  methodId: number,
  wanted: number | AddressAndMemo,
): Promise<(AddressAndMemo & { isUsable: boolean }) | undefined> {
  const [id, address, memo] = typeof wanted === 'number' ? [wanted, null, null] : [null, wanted.address, wanted.memo];
  const { rows } = await db.query<AddressAndMemo & { isUsable: boolean }>({
    name: 'saved-address',
    text: `SELECT address, memo, usable_at <= clock_timestamp() AS "isUsable" FROM saved_addresses
      WHERE user_id = $1 AND method_id = $2 AND (id = $3::bigint OR ${isReceiver('saved_addresses', { address: '$4', memo: '$5' })})`,
    values: [userId, methodId, id, address, memo],
  });
  return rows[0];
}

/** Whether an address or receiver of that name is saved, whatever its memo. */
export async function isNameSaved(
  db: Queryable,
  { userId, methodId, name }: { userId: number; methodId: number; name: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT FROM saved_addresses WHERE user_id = $1 AND method_id = $2 AND address = $3 LIMIT 1',
    [userId, methodId, name],
  );
  return rowCount !== 0;
}

/** On until a switch-off has taken effect. */
export async function findAllowList(db: Queryable, userId: number): Promise<Pick<AllowList, 'enabled' | 'endsAt'>> {
  const { rows } = await db.query<{ offAt: Date | null }>({
    name: 'address-allow-list',
    text: `SELECT off_at AS "offAt" FROM address_allow_lists
      WHERE user_id = $1 AND (off_at IS NULL OR off_at > clock_timestamp())`,
    values: [userId],
  });
  const offAt = rows[0]?.offAt ?? null;
  return { enabled: rows.length > 0, endsAt: offAt && secondsOf(offAt) };
}

/** @param endsInHours of a switch-off; undefined switches on */
export async function setAllowList(tx: Transaction, userId: number, endsInHours?: number): Promise<void> {
  await tx.query(
    `INSERT INTO address_allow_lists (user_id, off_at) VALUES ($1, clock_timestamp() + make_interval(hours => $2))
      ON CONFLICT (user_id) DO UPDATE SET off_at = excluded.off_at, changed_at = clock_timestamp()`,
    [userId, endsInHours ?? null],
  );
}
