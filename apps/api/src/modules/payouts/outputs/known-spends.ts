/**
 * After a restore the table of signed payouts may lack the newest ones. The network knows them: they spend outputs of ours. Nothing is signed on a
 * network where an output of ours is spent by a transaction that we do not know, until operators have compared the two.
 */
import { inputsMax, type OutputChain } from '../../../chains/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { readCursor, type WatchedNetwork } from '../../deposits/index.ts';
import { isAccepted, isReserved } from '../../signer/index.ts';
import { beginLook, endLook, isOnChain, isReadToEnd } from '../comparison.ts';
import type { PayoutDeps } from '../payout-deps.ts';
import { stopPayouts } from '../unknown-transactions.ts';

/**
 * Outputs that the node is asked about before each run. A payout takes the largest ones with their confirmations, `inputsMax` of them: those that get the last
 * confirmation while a run goes on are among as many again. Anybody may send us any number of small ones, which cost nothing here.
 */
const askedMax = 5 * inputsMax;

/** Whether payouts may be signed. It is asked before each run that has something to sign. */
export async function areSpendsKnown(
  deps: Pick<PayoutDeps, 'pool' | 'log'>,
  network: WatchedNetwork,
  chain: OutputChain,
): Promise<boolean> {
  const { pool } = deps;
  const cursor = await readCursor(pool, network.id);
  // The network was never read, or not to its end: what is not read may have been spent by a payment that the rows do not have.
  if (!cursor || !(await isReadToEnd(network, chain, cursor))) return false;
  const look = await beginLook(pool, network, chain);
  // After a restore any output may have been spent by an unknown payment; later only those that a payout can use are asked about.
  const size = look === 'compared' ? askedMax : null;
  const free = await findFree(pool, network.id, { height: cursor.height, size, confirmations: network.confirmations });
  const unspent = await chain.areUnspent(free);
  // An output whose block was replaced is not there either: the watcher sees to it first.
  if (!(await isOnChain(chain, cursor))) return false;
  // Another worker may have spent some of them while the network was asked.
  const spentOnes = free.filter((_, place) => !unspent[place]);
  const taken = spentOnes.length === 0 ? [] : await stillFree(pool, network.id, spentOnes);
  const spent = await findUnknownSpends(pool, network.id);
  const { accepted, isStopped } = await readStop(pool, network.id);
  const unknown = [...spent, ...taken].filter((one) => !accepted.has(one));
  if (unknown.length > 0) {
    await stopPayouts(deps, network, { nonce: unknown.length, items: unknown.toSorted() });
    return false;
  }
  // A node that has lost waiting transactions knows fewer of them than before: operators alone end a stop.
  if (isStopped || look === undefined) return false;
  return look === 'compared' || endLook(pool, network, { chain, look });
}

/**
 * Outputs of ours that nothing spends as far as we know or operators have found, in blocks up to the height: those with their confirmations and the largest first, as payouts take them.
 * @param wanted.size of these at most; null: all
 */
async function findFree(
  db: Queryable,
  networkId: number,
  { height, size, confirmations }: { height: number; size: number | null; confirmations: number },
): Promise<string[]> {
  const { rows } = await db.query<{ outpoint: string }>(
    `SELECT outpoint FROM utxos WHERE network_id = $1 AND spent_by IS NULL AND height <= $2
      AND NOT ${isReserved('utxos')} AND NOT ${isAccepted('utxos')} ORDER BY (utxos.height <= $2::bigint - greatest($4::int, confirmations_min) + 1) DESC, units DESC, outpoint LIMIT $3`,
    [networkId, height, size, confirmations],
  );
  return rows.map(({ outpoint }) => outpoint);
}

/** Of these, the ones that no transaction of ours spends by now. */
async function stillFree(db: Queryable, networkId: number, outpoints: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ outpoint: string }>(
    `SELECT outpoint FROM utxos WHERE network_id = $1 AND outpoint = ANY ($2) AND spent_by IS NULL AND NOT ${isReserved('utxos')}`,
    [networkId, outpoints],
  );
  return rows.map(({ outpoint }) => outpoint);
}

/** Outputs of ours that are spent in a block, by none of the transactions that were signed for them. */
async function findUnknownSpends(db: Queryable, networkId: number): Promise<string[]> {
  const { rows } = await db.query<{ outpoint: string }>(
    `SELECT outpoint FROM utxos WHERE network_id = $1 AND spent_by IS NOT NULL
      AND NOT EXISTS (SELECT FROM signed_inputs used WHERE used.network_id = $1 AND used.outpoint = utxos.outpoint AND (
        EXISTS (SELECT FROM signed_payouts signed WHERE signed.network_id = $1 AND signed.nonce = used.nonce AND signed.transaction_hash = spent_by)
        OR EXISTS (SELECT FROM signed_payouts signed JOIN signed_replacements other USING (withdrawal_id)
          WHERE signed.network_id = $1 AND signed.nonce = used.nonce AND other.transaction_hash = spent_by)))
      ORDER BY outpoint`,
    [networkId],
  );
  return rows.map(({ outpoint }) => outpoint);
}

/** Whether payouts are stopped, and which outputs operators have found to be spent. */
async function readStop(
  db: Queryable,
  networkId: number,
): Promise<{ accepted: ReadonlySet<string>; isStopped: boolean }> {
  const { rows } = await db.query<{ accepted: string[]; isStopped: boolean }>(
    'SELECT accepted_items AS accepted, stopped_at IS NOT NULL AS "isStopped" FROM payout_networks WHERE network_id = $1',
    [networkId],
  );
  return { accepted: new Set(rows[0]?.accepted), isStopped: rows[0]?.isStopped === true };
}
