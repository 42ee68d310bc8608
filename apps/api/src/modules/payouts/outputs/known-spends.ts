/**
 * After a restore the table of signed payouts may lack the newest ones. The network knows them: they spend outputs of ours. Nothing is signed on a
 * network where an output of ours is spent by a transaction that we do not know, until operators have compared the two.
 */
import type { OutputChain } from '../../../chains/index.ts';
import type { WatchedNetwork } from '../../deposits/index.ts';
import { markNetworkCompared } from '../../payments/index.ts';
import type { PayoutDeps } from '../payout-deps.ts';

const named = 20;
/** The watcher reads a block some seconds after the node. With more confirmations than that, no payment has spent what the block pays us. */
const blocksBehindMax = 1;

/** Whether payouts may be signed. It is asked before each run that has something to sign. */
export async function areSpendsKnown(
  { pool, log }: Pick<PayoutDeps, 'pool' | 'log'>,
  network: WatchedNetwork,
  chain: OutputChain,
): Promise<boolean> {
  const { rows: cursors } = await pool.query<{ height: string; hash: string }>(
    'SELECT height, hash FROM chain_cursors WHERE network_id = $1',
    [network.id],
  );
  const [cursor] = cursors;
  // The network was never read, or not to its end: what is not read may have been spent by a payment that the rows do not have.
  if (!cursor || !(await chain.isSynchronised())) return false;
  const behind = (await chain.head()).height - Number(cursor.height);
  if (behind > Math.min(blocksBehindMax, network.confirmations - 1)) return false;
  const isRead = async () => (await chain.blockHash(Number(cursor.height))) === cursor.hash;
  const { rows: free } = await pool.query<{ outpoint: string }>(
    `SELECT outpoint FROM utxos WHERE network_id = $1 AND spent_by IS NULL AND height <= $2
      AND NOT EXISTS (SELECT FROM signed_inputs used WHERE used.network_id = $1 AND used.outpoint = utxos.outpoint)
      ORDER BY outpoint`,
    [network.id, cursor.height],
  );
  const outpoints = free.map(({ outpoint }) => outpoint);
  const unspent = await chain.areUnspent(outpoints);
  // An output whose block was replaced is not there either: the watcher sees to it first.
  if (!(await isRead())) return false;
  const { rows: spent } = await pool.query<{ outpoint: string }>(
    `SELECT outpoint FROM utxos WHERE network_id = $1 AND spent_by IS NOT NULL
      AND NOT EXISTS (SELECT FROM signed_inputs used WHERE used.network_id = $1 AND used.outpoint = utxos.outpoint AND (
        EXISTS (SELECT FROM signed_payouts signed WHERE signed.network_id = $1 AND signed.nonce = used.nonce AND signed.transaction_hash = spent_by)
        OR EXISTS (SELECT FROM signed_payouts signed JOIN signed_replacements other USING (withdrawal_id)
          WHERE signed.network_id = $1 AND signed.nonce = used.nonce AND other.transaction_hash = spent_by)))
      ORDER BY outpoint`,
    [network.id],
  );
  const unknown = [...spent.map(({ outpoint }) => outpoint), ...outpoints.filter((_, place) => !unspent[place])];
  const { rows: accepted } = await pool.query<{ count: string; isStopped: boolean }>(
    'SELECT first_nonce AS count, stopped_at IS NOT NULL AS "isStopped" FROM payout_networks WHERE network_id = $1',
    [network.id],
  );
  if (unknown.length <= Number(accepted[0]?.count ?? 0)) {
    // A node that has lost waiting transactions knows fewer of them than before: operators alone end a stop.
    if (accepted[0]?.isStopped) return false;
    await markNetworkCompared(pool, network.id);
    return true;
  }
  const { rowCount } = await pool.query(
    `INSERT INTO payout_networks AS known (network_id, unknown_nonce, stopped_at) VALUES ($1, $2, clock_timestamp())
      ON CONFLICT (network_id) DO UPDATE SET unknown_nonce = EXCLUDED.unknown_nonce, stopped_at = coalesce(known.stopped_at, EXCLUDED.stopped_at)
      WHERE known.unknown_nonce IS DISTINCT FROM EXCLUDED.unknown_nonce`,
    [network.id, unknown.length],
  );
  if (rowCount !== 0)
    log.error(
      { network: network.key, nonce: unknown.length, outputs: unknown.slice(0, named) },
      'PAYOUTS ARE STOPPED: outputs of ours are spent by transactions that the database does not know; compare them, then resume-payouts',
    );
  return false;
}
