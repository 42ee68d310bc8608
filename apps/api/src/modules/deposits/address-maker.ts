/** Who makes the addresses of a network: an extended public key where there is one, and else the signer. */
import type pg from 'pg';
import type { Chains } from '../../chains/index.ts';
import type { SignerClient } from '../signer/index.ts';
import type { WatchedNetwork } from './networks.ts';

/** Addresses of the signer's keys of a network, by their place in its derivation. */
export type AddressMaker = (indexes: readonly number[]) => Promise<string[]>;

export interface AddressMakerDeps {
  pool: pg.Pool;
  signer: Pick<SignerClient, 'addresses'>;
  /** Networks that it does not speak to are not watched. */
  chains: Chains;
}

/** It throws an Error when the extended public key is not the signer's: what is sent to its addresses nobody could spend. */
export function addressMaker({ pool, signer, chains }: AddressMakerDeps, network: WatchedNetwork): AddressMaker {
  return async (indexes) => {
    const [hot, ...addresses] = chains.addressesOf(network, [0, ...indexes]) ?? [];
    if (hot === undefined) return signer.addresses(network.id, indexes);
    const { rows } = await pool.query<{ address: string }>(
      'SELECT hot_address AS address FROM chain_cursors WHERE network_id = $1',
      [network.id],
    );
    if (rows[0]?.address !== hot) throw new Error(`the extended public key of ${network.key} is not the signer's`);
    return addresses;
  };
}
