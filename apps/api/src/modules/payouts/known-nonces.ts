/**
 * After a restore the table of signed payouts may lack the newest ones. Their nonces are used on the network, and their withdrawals may look
 * unpaid: nothing is signed on a network that knows more of our transactions than we do, until operators have compared the two.
 */
import type { Chain } from '../../chains/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { isNetworkCompared, markNetworkCompared } from '../payments/index.ts';
import { nextNonce } from '../signer/index.ts';
import type { PayoutDeps } from './payout-deps.ts';

/** Whether payouts may be signed. It is asked before each run that has something to sign. */
export async function areNoncesKnown(
  { pool, log }: Pick<PayoutDeps, 'pool' | 'log'>,
  network: WatchedNetwork,
  chain: Chain,
): Promise<boolean> {
  const { rows } = await pool.query<{ hotAddress: string; isStopped: boolean }>(
    `SELECT hot_address AS "hotAddress", stopped_at IS NOT NULL AS "isStopped"
      FROM chain_cursors cursor LEFT JOIN payout_networks known ON known.network_id = cursor.network_id WHERE cursor.network_id = $1`,
    [network.id],
  );
  // The network was never read.
  if (!rows[0]) return false;
  // First: what is signed meanwhile makes ours larger.
  const onChain = await chain.nonce(rows[0].hotAddress);
  const ours = await nextNonce(pool, network.id);
  // A node that has lost waiting transactions knows fewer of them than before: operators alone end a stop.
  if (onChain <= ours && rows[0].isStopped) return false;
  if (onChain <= ours) {
    // A node that still fetches blocks knows fewer than the network: what it says clears nothing after a restore.
    if (!(await isNetworkCompared(pool, network.id)) && !(await chain.isSynchronised())) return false;
    await markNetworkCompared(pool, network.id);
    return true;
  }
  const { rowCount } = await pool.query(
    `INSERT INTO payout_networks AS known (network_id, unknown_nonce, stopped_at) VALUES ($1, $2, clock_timestamp())
      ON CONFLICT (network_id) DO UPDATE SET unknown_nonce = EXCLUDED.unknown_nonce, stopped_at = coalesce(known.stopped_at, EXCLUDED.stopped_at)
      WHERE known.unknown_nonce IS DISTINCT FROM EXCLUDED.unknown_nonce`,
    [network.id, onChain],
  );
  if (rowCount !== 0)
    log.error(
      { network: network.key, nonce: onChain, known: ours },
      'PAYOUTS ARE STOPPED: the network knows more of our transactions than the database; compare them, then resume-payouts',
    );
  return false;
}
