/**
 * The watcher: reads each network block by block from its cursor and writes what arrives. A turn is one transaction under the cursor's
 * lock, so it happens once however many watchers there are and wherever they die.
 */
import type pg from 'pg';
import type { Logger } from 'pino';
import type { BlockHead, Chain, ChainBlock } from '../../chains/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { cancelMissing, creditConfirmed, markConfirmations, releaseFrozen } from './credit.ts';
import { findAncestor, lockCursor, moveCursor, readCursor } from './cursor.ts';
import type { WatchedNetwork } from './networks.ts';
import { losePlaces, recordTransfers } from './record-transfers.ts';

export interface WatchDeps {
  pool: pg.Pool;
  log: Pick<Logger, 'warn' | 'error'>;
}

const blocksAtOnce = 100;
const requestsAtOnce = 10;

/**
 * One turn: takes back blocks that are gone, or reads the next ones and credits what they confirm.
 * @returns whether there are more blocks to read
 * @throws Error when the chain does not answer, or none of the remembered blocks is left
 */
export async function watchNetwork(deps: WatchDeps, network: WatchedNetwork, chain: Chain): Promise<boolean> {
  const { pool } = deps;
  const cursor = await readCursor(pool, network.id);
  if (!cursor) return false;
  const head = await chain.head();
  const ancestor = await findAncestor(pool, chain, network.id, cursor);
  if (ancestor.height < cursor.height) {
    // The server that answers may be behind the one before it: a shorter chain is no other one.
    if (ancestor.height < head.height) await takeBack(deps, network, { cursor, ancestor, headHeight: head.height });
    return false;
  }
  const blocks = await readBlocks(chain, cursor, head.height);
  await inTransaction(pool, async (tx) => {
    if (!(await lockCursor(tx, network.id, cursor))) return;
    const reached = blocks.at(-1) ?? cursor;
    await recordTransfers(tx, network, blocks);
    await markConfirmations(tx, network, reached.height);
    await releaseFrozen(tx, network);
    await creditConfirmed(tx, network, reached.height);
    await cancelMissing(tx, network, reached.height);
    await moveCursor(tx, network.id, reached, { headHeight: head.height, blocks });
  });
  return (blocks.at(-1)?.height ?? head.height) < head.height;
}

/** The next blocks, as far as each one names the one before it as its parent. */
async function readBlocks(chain: Chain, cursor: BlockHead, headHeight: number): Promise<ChainBlock[]> {
  const last = Math.min(headHeight, cursor.height + blocksAtOnce);
  const blocks: ChainBlock[] = [];
  while (cursor.height + blocks.length < last) {
    const first = cursor.height + blocks.length + 1;
    const count = Math.min(requestsAtOnce, last - first + 1);
    const read = await Promise.all(Array.from({ length: count }, (_, place) => chain.block(first + place)));
    for (const block of read) {
      if (block?.parentHash !== (blocks.at(-1) ?? cursor).hash) return blocks;
      blocks.push(block);
    }
  }
  return blocks;
}

async function takeBack(
  { pool, log }: WatchDeps,
  network: WatchedNetwork,
  { cursor, ancestor, headHeight }: { cursor: BlockHead; ancestor: BlockHead; headHeight: number },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    if (!(await lockCursor(tx, network.id, cursor))) return;
    const credited = await losePlaces(tx, network, ancestor.height);
    await moveCursor(tx, network.id, ancestor, { headHeight, blocks: [] });
    const facts = { network: network.key, from: cursor.height, to: ancestor.height };
    log.warn(facts, 'blocks were replaced by others');
    if (credited.length > 0)
      log.error({ ...facts, deposits: credited }, 'deposits that are credited have lost their block: examine them');
  });
}
