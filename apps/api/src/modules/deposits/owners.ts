/** Whose an arrival is. */
import type { Transaction } from '../../platform/database/index.ts';

export interface Owner {
  userId: number;
  /** Undefined for a deposit that an operator has assigned. */
  addressId: string | undefined;
}

/** Where a transfer went, and the name that it has for ever. */
export interface Destination {
  reference: string;
  address: string;
  memo: string;
}

/** 'nobody': it came to an address of ours that has no user, or whose user is erased; undefined: not to us. */
export type OwnerOf = (arrival: Destination) => Owner | 'nobody' | undefined;

export async function findOwners(
  tx: Transaction,
  networkId: number,
  arrivals: readonly Destination[],
): Promise<OwnerOf> {
  const addresses = await findAddresses(tx, networkId, arrivals);
  const byAddress: OwnerOf = ({ address, memo }) => {
    const at = addresses.get(address);
    // An address of one user takes every memo; of a shared one each memo has its own user.
    return at && (at.get(memo) ?? at.get('') ?? 'nobody');
  };
  const known = await findKnown(
    tx,
    networkId,
    arrivals.filter((arrival) => byAddress(arrival) === 'nobody'),
  );
  return (arrival) => known.get(arrival.reference) ?? byAddress(arrival);
}

async function findAddresses(
  tx: Transaction,
  networkId: number,
  arrivals: readonly Destination[],
): Promise<Map<string, Map<string, Owner | 'nobody'>>> {
  const { rows } = await tx.query<{
    id: string;
    userId: string | null;
    isErased: boolean;
    address: string;
    memo: string;
  }>(
    `SELECT address.id, user_id AS "userId", deleted_at IS NOT NULL AS "isErased", address, memo FROM (
       SELECT id, user_id, address, memo FROM deposit_addresses
         WHERE network_id = $1 AND (address, memo) IN (SELECT * FROM unnest($2::text[], $3::text[]))
       UNION SELECT id, user_id, address, memo FROM deposit_addresses WHERE network_id = $1 AND address = ANY ($2) AND memo = ''
       UNION SELECT 0, NULL, hot_address, '' FROM chain_cursors WHERE network_id = $1 AND hot_address = ANY ($2)
     ) AS address LEFT JOIN users ON users.id = user_id`,
    [networkId, arrivals.map(({ address }) => address), arrivals.map(({ memo }) => memo)],
  );
  const found = new Map<string, Map<string, Owner | 'nobody'>>();
  for (const { id, userId, isErased, address, memo } of rows) {
    const owners = found.get(address) ?? new Map<string, Owner | 'nobody'>();
    if (userId !== null) owners.set(memo, isErased ? 'nobody' : { userId: Number(userId), addressId: id });
    found.set(address, owners);
  }
  return found;
}

/** Of those that are deposits already: from a block that was replaced, of a user who is erased since, or assigned by an operator. */
async function findKnown(
  tx: Transaction,
  networkId: number,
  arrivals: readonly Destination[],
): Promise<Map<string, Owner>> {
  if (arrivals.length === 0) return new Map();
  const { rows } = await tx.query<{ reference: string; userId: string }>(
    `SELECT reference, user_id AS "userId" FROM deposits
      WHERE method_id IN (SELECT id FROM payment_methods WHERE network_id = $1) AND reference = ANY ($2)`,
    [networkId, arrivals.map(({ reference }) => reference)],
  );
  return new Map(rows.map((row) => [row.reference, { userId: Number(row.userId), addressId: undefined }]));
}
