/**
 * Addresses of the cold wallet. They are the signer's own settings: no row that another process can write says where everything the hot wallet
 * has may go.
 */
import type { NetworkKind } from '@pelican/shared/contracts/payments';
import { isAddressOf } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

/** By the key of a network. */
export type ColdAddresses = ReadonlyMap<string, string>;

/** Empty where the settings name none that is an address of the network. */
export async function coldAddressOf(db: Queryable, networkId: number, addresses: ColdAddresses): Promise<string> {
  const { rows } = await db.query<{ key: string; kind: NetworkKind }>('SELECT key, kind FROM networks WHERE id = $1', [
    networkId,
  ]);
  const [network] = rows;
  const address = network && addresses.get(network.key);
  return network && address !== undefined && isAddressOf(network.kind, address) ? address : '';
}
