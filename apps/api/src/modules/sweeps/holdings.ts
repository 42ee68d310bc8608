/**
 * What lies on the addresses of depositors. An address is read once a deposit to it has its confirmations, and again as long as something lies
 * there: those that are empty are asked for nothing.
 */
import type { Chain } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

/** The rest is read by the next run. */
const readAtOnce = 2_000;
/** Requests to the network at a time. */
const requestsAtOnce = 10;

interface Holding {
  assetId: number;
  address: string;
  contract: string;
}

/** Addresses with deposits up to the block that are not known yet, those that belong to nobody included. */
export async function noteDeposits(db: Queryable, networkId: number, height: number): Promise<void> {
  await db.query(
    `WITH arrived AS (
       SELECT method.asset_id, deposit.address FROM payment_methods method
         JOIN deposits deposit ON deposit.method_id = method.id
        WHERE method.network_id = $1 AND deposit.block_height <= $2
          AND deposit.block_height > coalesce((SELECT height FROM holding_cursors WHERE network_id = $1), -1)
       UNION SELECT method.asset_id, transfer.address FROM unclaimed_transfers transfer
         JOIN payment_methods method ON method.network_id = transfer.network_id AND method.contract = transfer.contract
        WHERE transfer.network_id = $1 AND transfer.block_height <= $2
          AND transfer.block_height > coalesce((SELECT height FROM holding_cursors WHERE network_id = $1), -1)
     ), noted AS (
       INSERT INTO deposit_holdings (network_id, asset_id, address, key_index)
       SELECT $1, arrived.asset_id, arrived.address, owned.derivation_index
         FROM arrived JOIN deposit_addresses owned ON owned.network_id = $1 AND owned.address = arrived.address AND owned.memo = ''
       ON CONFLICT (network_id, asset_id, address) DO UPDATE SET is_due = true
     )
     INSERT INTO holding_cursors (network_id, height) VALUES ($1, $2)
     ON CONFLICT (network_id) DO UPDATE SET height = greatest(holding_cursors.height, EXCLUDED.height)`,
    [networkId, height],
  );
}

/**
 * Reads those that something lies on, or has come to, after the block of this height.
 * @param given.isDueOnly whether those alone that something has changed on
 */
export async function readHoldings(
  db: Queryable,
  networkId: number,
  { balance, height, isDueOnly }: { balance: Chain['balance'] & object; height: number; isDueOnly: boolean },
): Promise<void> {
  const { rows } = await db.query<Holding>(
    `SELECT holding.asset_id AS "assetId", address, contract FROM deposit_holdings holding
      JOIN payment_methods method ON method.network_id = holding.network_id AND method.asset_id = holding.asset_id
      WHERE holding.network_id = $1 AND (is_due OR units > 0 AND NOT $3) AND read_height < $2 ORDER BY read_height LIMIT ${readAtOnce}`,
    [networkId, height, isDueOnly],
  );
  for (let from = 0; from < rows.length; from += requestsAtOnce) {
    const some = rows.slice(from, from + requestsAtOnce);
    const units = await Promise.all(some.map(({ address, contract }) => balance(address, contract, height)));
    await db.query(
      `UPDATE deposit_holdings holding SET units = read.units, read_height = $2, is_due = false
        FROM unnest($3::smallint[], $4::text[], $5::numeric[]) AS read (asset_id, address, units)
        WHERE holding.network_id = $1 AND holding.asset_id = read.asset_id AND holding.address = read.address AND read_height < $2`,
      [networkId, height, some.map(({ assetId }) => assetId), some.map(({ address }) => address), units.map(String)],
    );
  }
}
