/**
 * After a restore the table of signed payouts may lack the newest ones. Their nonces are used on the network, and their withdrawals may look
 * unpaid: nothing is signed on a network that knows more of our transactions than we do, until operators have compared the two.
 */
import type { Chain } from '../../chains/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { nextNonce } from '../signer/index.ts';
import { beginLook, endLook } from './comparison.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { stopPayouts } from './unknown-transactions.ts';

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
  // First: what is signed meanwhile makes ours larger.
  const onChain = await chain.nonce(rows[0].hotAddress);
  const ours = await nextNonce(pool, network.id);
  if (onChain > ours) {
    await stopPayouts(deps, network, { nonce: onChain, items: [`${ours}..${onChain - 1}`] });
    return false;
  }
  // A node that has lost waiting transactions knows fewer of them than before: operators alone end a stop.
  if (rows[0].isStopped || look === undefined) return false;
  return look === 'compared' || endLook(pool, network, { chain, look });
}
