/**
 * After a restore the table of signed payouts may lack the newest ones. Their nonces are used on the network, and their withdrawals may look
 * unpaid: nothing is signed on a network that knows more of our transactions than we do, until operators have compared the two.
 */
import type { BlockHead, Chain } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { readCursor, type WatchedNetwork } from '../deposits/index.ts';
import { nextNonce } from '../signer/index.ts';
import { beginLook, endLook, isReadToEnd } from './comparison.ts';
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
  const { hotAddress, isStopped } = rows[0];
  // Before the nonces: a node that has its blocks afterwards may have lacked them when it was asked.
  const look = await beginLook(pool, network, chain);
  const cursor = isStopped ? await findRead(pool, network, chain) : undefined;
  // First: what is signed meanwhile makes ours larger, and what is mined meanwhile is no more than what the network knows.
  const onChain = Math.max(await chain.minedNonce(hotAddress, 1), await chain.nonce(hotAddress));
  const ours = await nextNonce(pool, network.id);
  if (onChain > ours) {
    const mined = await findConfirmed(deps, network, () => chain.minedNonce(hotAddress, network.confirmations));
    await stopPayouts(deps, network, { nonce: onChain, mined, items: [`${ours}..${onChain - 1}`] });
    return false;
  }
  if (look === undefined) return false;
  if (isStopped) {
    // The node has lost what waited, or is behind: operators have nothing to accept, and alone end the stop.
    if (cursor && (await isReadToEnd(network, chain, cursor)))
      await emptyStop(deps, network, { nonce: onChain, height: cursor.height });
    return false;
  }
  return look === 'compared' || endLook(pool, network, { chain, look });
}

/**
 * A node that was set up just now, or that keeps little state, does not know the nonce of so many blocks ago: payouts are stopped all the
 * same, and operators see that all of the unknown may still wait.
 */
async function findConfirmed(
  { log }: Pick<PayoutDeps, 'log'>,
  { key }: WatchedNetwork,
  ask: () => Promise<number>,
): Promise<number | undefined> {
  try {
    return await ask();
  } catch (error) {
    log.warn({ err: error, network: key }, 'the node does not know the confirmed nonce of the hot address');
    return undefined;
  }
}

/** Where the watcher is; undefined when it, or the node, lacks blocks. */
async function findRead(db: Queryable, network: WatchedNetwork, chain: Chain): Promise<BlockHead | undefined> {
  const cursor = await readCursor(db, network.id);
  return cursor && (await isReadToEnd(network, chain, cursor)) ? cursor : undefined;
}
