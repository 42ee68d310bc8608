/** What the signer shows of its keys: addresses, and extended public keys. */
import { chainSignerOf, evmExtendedPublicKey, type NetworkKind } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

/** Addresses of a network's keys; undefined for a network that does not exist or has no adapter. */
export async function addressesOf(
  { pool, seed }: { pool: Queryable; seed: Uint8Array },
  networkId: number,
  indexes: readonly number[],
): Promise<string[] | undefined> {
  const { rows } = await pool.query<{ id: number; kind: NetworkKind; chainId: number | null }>(
    'SELECT id, kind, chain_id::float8 AS "chainId" FROM networks WHERE id = $1',
    [networkId],
  );
  const signer = rows[0] && chainSignerOf(rows[0], seed);
  return signer && indexes.map((index) => signer.address(index));
}

/** Lines of EVM_EXTENDED_PUBLIC_KEYS: they show all deposit addresses and sign nothing. */
export async function extendedPublicKeys(db: Queryable, seed: Uint8Array): Promise<string> {
  const { rows } = await db.query<{ id: number; key: string }>(
    `SELECT id, key FROM networks WHERE kind = 'evm' ORDER BY id`,
  );
  return rows.map(({ id, key }) => `${key}=${evmExtendedPublicKey(seed, id)}`).join(',');
}
