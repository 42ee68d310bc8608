/**
 * A network is compared after a restore, or a promotion, by looking again and again until as many blocks are new as a payout has confirmations: a
 * payment that the restored rows lack and its node did not know at first is in one of them. One look proves nothing, because a node may be behind
 * or have lost what waits.
 */
import type { ChainReader } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { readCursor, type WatchedNetwork } from '../deposits/index.ts';
import { isNetworkCompared, markNetworkCompared, noteComparisonStart, readFloor } from '../payments/index.ts';

/** The watcher reads a block some seconds after the node. With more confirmations than that, no payment has spent what the block pays us. */
function blocksBehindMax({ kind, confirmations }: WatchedNetwork): number {
  return kind === 'bitcoin' ? Math.min(1, confirmations - 1) : confirmations - 1;
}

/** The state of Postgres and of the watcher before a look. */
export interface Look {
  floor: number;
  height: number;
  hash: string;
}

/**
 * To be asked before the network is: what it knows afterwards is at least what it knew then.
 * @returns 'compared' when nothing is left to compare; undefined when the node lacks blocks, or the watcher has not read to its end
 */
export async function beginLook(
  db: Queryable,
  network: WatchedNetwork,
  chain: ChainReader,
): Promise<Look | 'compared' | undefined> {
  if (await isNetworkCompared(db, network.id)) return 'compared';
  const [floor, cursor] = [await readFloor(db), await readCursor(db, network.id)];
  if (floor === undefined || !cursor || !(await isReadToEnd(network, chain, cursor))) return undefined;
  return { floor, ...cursor };
}

/** Whether the node has its blocks, and the watcher has read them to their end. */
export async function isReadToEnd(
  network: WatchedNetwork,
  chain: ChainReader,
  cursor: { height: number; hash: string },
): Promise<boolean> {
  if (!(await chain.isSynchronised())) return false;
  const behind = (await chain.head()).height - cursor.height;
  return behind <= blocksBehindMax(network) && isOnChain(chain, cursor);
}

/** Whether the block that the watcher has read last is of the node's chain. */
export async function isOnChain(
  chain: ChainReader,
  { height, hash }: { height: number; hash: string },
): Promise<boolean> {
  return (await chain.blockHash(height)) === hash;
}

/**
 * After a look that has found nothing unknown.
 * @returns whether the network is compared by now
 */
export async function endLook(
  db: Queryable,
  network: WatchedNetwork,
  { chain, look }: { chain: ChainReader; look: Look },
): Promise<boolean> {
  // Replaced while the network was asked: the answers may be of another chain than the blocks that were read.
  if (!(await isOnChain(chain, look))) return false;
  const { floor, height } = look;
  const start = await noteComparisonStart(db, { floor, networkId: network.id, height });
  if (start === undefined || height - start < newBlocksOf(network)) return false;
  await markNetworkCompared(db, network.id, floor);
  return isNetworkCompared(db, network.id);
}

/** New blocks until a node that has its blocks knows what waits. The sandbox makes no blocks while nothing happens, and its one node knows all that it was given. */
export const newBlocksOf = ({ kind, confirmations }: WatchedNetwork): number =>
  kind === 'sandbox' ? 0 : confirmations;
