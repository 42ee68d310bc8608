/**
 * After a restore the table of signed payouts may lack the newest ones. Their nonces are used on the network, and their withdrawals may look
 * unpaid: nothing is signed on a network that knows more of our transactions than we do, until operators have compared the two.
 */
import type { Chain } from '../../chains/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { nextNonce } from '../signer/index.ts';
import { beginLook, endLook } from './comparison.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { emptyStop, stopPayouts } from './unknown-transactions.ts';

/** Whether payouts may be signed. It is asked before each run that has something to sign. */
export async function areNoncesKnown(
  deps: Pick<PayoutDeps, 'pool' | 'log'>,
  network: WatchedNetwork,
  chain: Chain,
): Promise<boolean> {
  const { pool } = deps;
  const { rows } = await pool.query<{ hotAddress: string; isStopped: boolean }>(
    `SELECT hot_address AS "hotAddress", stopped_at IS NOT NULL AS "isStopped"
      FROM chain_cursors cursor LEFT JOIN payout_networks known ON known.network_id = cursor.network_id WHERE cursor.network_id = $1`,
    [network.id],
  );
  // The network was never read.
  if (!rows[0]) return false;
  // Before the nonces: a node that has its blocks afterwards may have lacked them when it was asked.
  const look = await beginLook(pool, network, chain);
  // First: what is signed meanwhile makes ours larger, and what is mined meanwhile is no more than what the network knows.
  const mined = await chain.minedNonce(rows[0].hotAddress);
  const onChain = Math.max(mined, await chain.nonce(rows[0].hotAddress));
  const ours = await nextNonce(pool, network.id);
  if (onChain > ours) {
    await stopPayouts(deps, network, { nonce: onChain, mined, items: [`${ours}..${onChain - 1}`] });
    return false;
  }
  if (look === undefined) return false;
  if (rows[0].isStopped) {
    // The node has lost what waited: operators have nothing to accept, and alone end the stop.
    await emptyStop(deps, network, mined);
    return false;
  }
  return look === 'compared' || endLook(pool, network, { chain, look });
}
