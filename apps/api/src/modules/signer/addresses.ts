/** What the signer shows of its keys: addresses, and extended public keys. */
import type { AddressType, BitcoinChainName } from '@pelican/shared/contracts/payments';
import {
  bitcoinDescriptor,
  type ChainNetwork,
  chainSignerOf,
  evmExtendedPublicKey,
  outputSignerOf,
} from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

/** Addresses of a network's keys; undefined for a network that does not exist or has no adapter. */
export async function addressesOf(
  { pool, seed }: { pool: Queryable; seed: Uint8Array },
  networkId: number,
  indexes: readonly number[],
): Promise<string[] | undefined> {
  const { rows } = await pool.query<Omit<ChainNetwork, 'key'>>(
    'SELECT id, kind, chain_id::float8 AS "chainId", chain_name AS "chainName", address_type AS "addressType" FROM networks WHERE id = $1',
    [networkId],
  );
  const signer = rows[0] && (chainSignerOf(rows[0], seed) ?? outputSignerOf(rows[0], seed));
  return signer && indexes.map((index) => signer.address(index));
}

/** Lines of EVM_EXTENDED_PUBLIC_KEYS: they show all deposit addresses and sign nothing. */
export async function extendedPublicKeys(db: Queryable, seed: Uint8Array): Promise<string> {
  const { rows } = await db.query<{ id: number; key: string }>(
    `SELECT id, key FROM networks WHERE kind = 'evm' ORDER BY id`,
  );
  return rows.map(({ id, key }) => `${key}=${evmExtendedPublicKey(seed, id)}`).join(',');
}

/** Lines of BITCOIN_EXTENDED_PUBLIC_KEYS: descriptors. */
export async function bitcoinDescriptors(db: Queryable, seed: Uint8Array): Promise<string> {
  const { rows } = await db.query<{ id: number; key: string; chain: BitcoinChainName; script: AddressType }>(
    `SELECT id, key, chain_name AS chain, address_type AS script FROM networks WHERE kind = 'bitcoin' ORDER BY id`,
  );
  return rows.map(({ id, key, ...place }) => `${key}=${bitcoinDescriptor(seed, { ...place, account: id })}`).join(',');
}
