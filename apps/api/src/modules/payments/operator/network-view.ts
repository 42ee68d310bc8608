/** Networks in the console: what identifies them, their coins, and whether the worker reads them. */
import type { NetworkDetail } from '@pelican/shared/contracts/payments';
import type { Queryable } from '../../../platform/database/index.ts';
import { unreadSeconds } from '../status/state-of.ts';

/** Whether anything was read or paid on a network: the database's own rule (decision 173). SQL of `network`. */
export const isNetworkCounted = 'is_network_counted(network)';

const unreadAfter = `make_interval(secs => ${unreadSeconds})`;

type Currency = { ticker: string; label: string; scale: number };

/** In their order, with all currencies. */
export async function listNetworks(db: Queryable): Promise<{ result: NetworkDetail[]; currencies: Currency[] }> {
  const { rows: result } = await db.query<NetworkDetail>(
    `SELECT network.id, network.key, network.name, network.kind, asset.ticker AS native, network.chain_id::float8 AS "chainId",
        network.chain_name AS "chainName", network.address_type AS "addressType", network.confirmations,
        network.block_seconds AS "blockSeconds", network.explorer_transaction AS "explorerTransaction",
        network.explorer_address AS "explorerAddress", coalesce(cursor.asked_at > now() - ${unreadAfter}, false) AS "isRead",
        extract(epoch FROM cursor.asked_at)::float8 AS "readAt",
        ${isNetworkCounted} AS "isFixed",
        coalesce((SELECT json_agg(json_build_object('method', method.id, 'ticker', coin.ticker, 'contract', method.contract,
            'decimals', method.decimals) ORDER BY coin.position, coin.id)
          FROM payment_methods method JOIN assets coin ON coin.id = method.asset_id WHERE method.network_id = network.id), '[]') AS coins
      FROM networks network JOIN assets asset ON asset.id = network.native_asset_id
      LEFT JOIN chain_cursors cursor ON cursor.network_id = network.id ORDER BY network.position, network.id`,
  );
  const { rows: currencies } = await db.query<Currency>(
    'SELECT ticker, label, scale FROM assets ORDER BY position, id',
  );
  return { result, currencies };
}
