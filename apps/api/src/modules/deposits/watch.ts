/**
 * The watcher: reads each network block by block from its cursor and writes what arrives. A turn is one transaction under the cursor's
 * lock, so it happens once however many watchers there are and wherever they die.
 */
import type pg from 'pg';
import type { Logger } from 'pino';
import type { BlockHead, ChainBlock, ChainReader } from '../../chains/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { cancelMissing, creditConfirmed, markConfirmations, releaseFrozen } from './credit.ts';
import { findAncestor, lockCursor, moveCursor, readCursor } from './cursor.ts';
import { type DifferingMethod, findDiffering, freezeDiffering, noteDecimals, readDecimals } from './decimals.ts';
import { judgeExamined } from './examined.ts';
import type { WatchedNetwork } from './networks.ts';
import { findKnownOutputs, loseOutputs, recordOutputs } from './outputs.ts';
import { losePlaces, recordTransfers } from './record-transfers.ts';
import { findOwn, findTokens } from './watched.ts';

export interface WatchDeps {
  pool: pg.Pool;
  log: Pick<Logger, 'warn' | 'error'>;
}

const blocksAtOnce = 100;

/**
 * One turn: takes back blocks that are gone, or reads the next ones and credits what they confirm.
 * @returns whether there are more blocks to read
 * @throws Error when the chain does not answer, or none of the remembered blocks is left
 */
export async function watchNetwork(deps: WatchDeps, network: WatchedNetwork, chain: ChainReader): Promise<boolean> {
  const { pool, log } = deps;
  const cursor = await readCursor(pool, network.id);
  if (!cursor) return false;
  const head = await chain.head();
  const ancestor = await findAncestor(pool, chain, network.id, cursor);
  if (ancestor.height < cursor.height) {
    // The server that answers may be behind the one before it: a shorter chain is no other one.
    if (ancestor.isReplaced && ancestor.height < head.height)
      await takeBack(deps, network, { cursor, ancestor, headHeight: head.height });
    return false;
  }
  const tokens = await findTokens(pool, network.id);
  const named = await readDecimals(deps, network, { chain, tokens });
  const contracts = tokens.map(({ contract }) => contract);
  const blocks = await readBlocks(deps, network, { chain, contracts, cursor, headHeight: head.height });
  await inTransaction(pool, async (tx) => {
    if (!(await lockCursor(tx, network.id, cursor))) return;
    const reached = blocks.at(-1) ?? cursor;
    if (named) await noteDecimals(tx, network.id, named);
    const wrong = await findDiffering(tx, network.id);
    logDiffering(log, network, wrong);
    const differing = wrong.map(({ id }) => id);
    const changed = await recordTransfers(tx, network, { blocks, differing });
    if (changed.length > 0)
      log.error(
        { network: network.key, deposits: changed },
        'deposits that are credited have another amount since their blocks were replaced: examine them',
      );
    await recordOutputs(tx, network.id, blocks);
    await markConfirmations(tx, network, reached.height);
    await freezeDiffering(tx, differing);
    await judgeExamined(tx, network.id, differing);
    await releaseFrozen(tx, network, differing);
    await creditConfirmed(tx, network, { height: reached.height, differing });
    await cancelMissing(tx, network, reached.height);
    await moveCursor(tx, network.id, reached, { headHeight: head.height, blocks });
  });
  return (blocks.at(-1)?.height ?? head.height) < head.height;
}

/** The next blocks, as far as each one names the one before it as its parent. */
async function readBlocks(
  { pool }: WatchDeps,
  network: WatchedNetwork,
  {
    chain,
    contracts,
    cursor,
    headHeight,
  }: { chain: ChainReader; contracts: readonly string[]; cursor: BlockHead; headHeight: number },
): Promise<ChainBlock[]> {
  if (cursor.height >= headHeight) return [];
  const watched = {
    contracts,
    ownOf: (addresses: readonly string[]) => findOwn(pool, network.id, addresses),
    knownOf: (outpoints: readonly string[]) => findKnownOutputs(pool, network.id, outpoints),
  };
  const last = Math.min(headHeight, cursor.height + blocksAtOnce);
  const blocks = await chain.blocks(cursor.height + 1, last, watched);
  const gap = blocks.findIndex(({ parentHash }, place) => parentHash !== (blocks[place - 1] ?? cursor).hash);
  return gap === -1 ? blocks : blocks.slice(0, gap);
}

/** Once for each token and pair of decimals: the watcher looks each second. */
const logged = new Set<string>();

function logDiffering(log: WatchDeps['log'], network: WatchedNetwork, methods: readonly DifferingMethod[]): void {
  for (const { ticker, contract, decimals, named } of methods) {
    const facts = { network: network.key, ticker, contract, decimals, named };
    const place = Object.values(facts).join(':');
    if (logged.has(place)) continue;
    logged.add(place);
    log.error(facts, 'a token has other decimals than its contract names: its deposits are frozen and not credited');
  }
}

async function takeBack(
  { pool, log }: WatchDeps,
  network: WatchedNetwork,
  { cursor, ancestor, headHeight }: { cursor: BlockHead; ancestor: BlockHead; headHeight: number },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    if (!(await lockCursor(tx, network.id, cursor))) return;
    const credited = await losePlaces(tx, network, ancestor.height);
    await loseOutputs(tx, network.id, ancestor.height);
    await moveCursor(tx, network.id, ancestor, { headHeight, blocks: [] });
    const facts = { network: network.key, from: cursor.height, to: ancestor.height };
    log.warn(facts, 'blocks were replaced by others');
    if (credited.length > 0)
      log.error({ ...facts, deposits: credited }, 'deposits that are credited have lost their block: examine them');
  });
}
