/** Outputs of ours on networks whose transactions spend outputs: written by the watcher in the transaction that moves its cursor. */
import type { ChainBlock } from '../../chains/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';

/** Those of the outputs that are ours. */
export async function findKnownOutputs(
  db: Queryable,
  networkId: number,
  outpoints: readonly string[],
): Promise<Set<string>> {
  if (outpoints.length === 0) return new Set();
  const { rows } = await db.query<{ outpoint: string }>(
    'SELECT outpoint FROM utxos WHERE network_id = $1 AND outpoint = ANY ($2)',
    [networkId, outpoints],
  );
  return new Set(rows.map(({ outpoint }) => outpoint));
}

/** What these blocks pay to us, and what of ours they spend. */
export async function recordOutputs(tx: Transaction, networkId: number, blocks: readonly ChainBlock[]): Promise<void> {
  const outputs = blocks.flatMap(({ height, outputs: own = [] }) => own.map((output) => ({ ...output, height })));
  const spends = blocks.flatMap(({ height, spends: own = [] }) => own.map((spend) => ({ ...spend, height })));
  if (outputs.length > 0)
    await tx.query(
      `INSERT INTO utxos (network_id, outpoint, address, derivation_index, units, height, confirmations_min)
       SELECT $1, outpoint, address, coalesce(
           (SELECT derivation_index FROM deposit_addresses own WHERE own.network_id = $1 AND own.address = made.address AND own.memo = ''), 0),
         units, height, confirmations_min
       FROM unnest($2::text[], $3::text[], $4::numeric[], $5::bigint[], $6::smallint[]) AS made (outpoint, address, units, height, confirmations_min)
       ON CONFLICT (network_id, outpoint) DO UPDATE SET height = EXCLUDED.height`,
      [
        networkId,
        outputs.map(({ transactionHash, output }) => `${transactionHash}:${output}`),
        outputs.map(({ address }) => address),
        outputs.map(({ units }) => String(units)),
        outputs.map(({ height }) => height),
        outputs.map(({ confirmationsMin = 0 }) => confirmationsMin),
      ],
    );
  if (spends.length > 0)
    await tx.query(
      `UPDATE utxos SET spent_by = spend.by, spent_height = spend.height
        FROM unnest($2::text[], $3::text[], $4::bigint[]) AS spend (outpoint, by, height)
        WHERE network_id = $1 AND utxos.outpoint = spend.outpoint`,
      [
        networkId,
        spends.map(({ outpoint }) => outpoint),
        spends.map(({ spentBy }) => spentBy),
        spends.map(({ height }) => height),
      ],
    );
}

/** Blocks above the ancestor are gone: their outputs with them, and what they have spent is unspent. */
export async function loseOutputs(tx: Transaction, networkId: number, ancestor: number): Promise<void> {
  await tx.query('DELETE FROM utxos WHERE network_id = $1 AND height > $2', [networkId, ancestor]);
  await tx.query('UPDATE utxos SET spent_by = NULL, spent_height = NULL WHERE network_id = $1 AND spent_height > $2', [
    networkId,
    ancestor,
  ]);
}
