/** Balances on networks whose transactions spend outputs: payouts spend what lies at any address of ours, so all of it is hot. */
import type { Chain } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';

/** All outputs of ours count as the hot address's. Undefined for a network of accounts. */
export function outputBalances(db: Queryable, network: WatchedNetwork): Pick<Chain, 'balance'> | undefined {
  if (network.kind !== 'bitcoin') return undefined;
  return {
    async balance(address, _contract, height) {
      const { rows } = await db.query<{ units: string }>(
        `SELECT coalesce(sum(units), 0)::text AS units FROM utxos JOIN chain_cursors cursor USING (network_id)
          WHERE network_id = $1 AND hot_address = $2 AND utxos.height <= $3 AND (spent_height IS NULL OR spent_height > $3)`,
        [network.id, address, height],
      );
      return BigInt(rows[0]?.units ?? '0');
    },
  };
}
