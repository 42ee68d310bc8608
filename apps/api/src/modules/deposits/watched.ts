/** What the watcher looks for on a network. */
import type { Queryable } from '../../platform/database/index.ts';
import type { Token } from './decimals.ts';

/** Tokens that are listed on the network. */
export async function findTokens(db: Queryable, networkId: number): Promise<Token[]> {
  const { rows } = await db.query<Token>(
    `SELECT contract, decimals FROM payment_methods WHERE network_id = $1 AND contract <> ''`,
    [networkId],
  );
  return rows;
}

/** Those of the addresses that are ours, whether somebody has taken them or not. */
export async function findOwn(db: Queryable, networkId: number, addresses: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ address: string }>(
    `SELECT address FROM deposit_addresses WHERE network_id = $1 AND address = ANY ($2)
     UNION SELECT hot_address FROM chain_cursors WHERE network_id = $1 AND hot_address = ANY ($2)`,
    [networkId, addresses],
  );
  return new Set(rows.map(({ address }) => address));
}
