/** How far each network was read, and the blocks before, by which a re-organisation is found. */
import type { BlockHead, ChainReader } from '../../chains/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';

/** Blocks that are remembered. A re-organisation that goes deeper stops the watcher. */
export const rememberedBlocks = 1_000;

export async function readCursor(db: Queryable, networkId: number): Promise<BlockHead | undefined> {
  const { rows } = await db.query<{ height: string; hash: string }>(
    'SELECT height, hash FROM chain_cursors WHERE network_id = $1',
    [networkId],
  );
  const [row] = rows;
  return row && { height: Number(row.height), hash: row.hash };
}

/** Before a network has addresses, its blocks are not ours: the first one that counts is the next one. */
export async function startCursor(
  db: Queryable,
  networkId: number,
  { height, hash }: BlockHead,
  hotAddress: string,
): Promise<void> {
  await db.query(
    `WITH started AS (
       INSERT INTO chain_cursors (network_id, height, hash, head_height, hot_address) VALUES ($1, $2, $3, $2, $4)
       ON CONFLICT DO NOTHING RETURNING network_id, height, hash
     ) INSERT INTO chain_blocks SELECT * FROM started`,
    [networkId, height, hash, hotAddress],
  );
}

/** Whether it still is where the caller has read it; then nobody else moves it before the transaction ends. */
export async function lockCursor(tx: Transaction, networkId: number, { height, hash }: BlockHead): Promise<boolean> {
  const { rowCount } = await tx.query(
    'SELECT 1 FROM chain_cursors WHERE network_id = $1 AND height = $2 AND hash = $3 FOR UPDATE',
    [networkId, height, hash],
  );
  return rowCount === 1;
}

/** @param blocks those that were read, in their order */
export async function moveCursor(
  tx: Transaction,
  networkId: number,
  to: BlockHead,
  { headHeight, blocks }: { headHeight: number; blocks: readonly BlockHead[] },
): Promise<void> {
  await tx.query(
    `UPDATE chain_cursors SET height = $2, hash = $3, head_height = $4, asked_at = clock_timestamp(),
       head_changed_at = CASE WHEN head_height = $4 THEN head_changed_at ELSE clock_timestamp() END WHERE network_id = $1`,
    [networkId, to.height, to.hash, headHeight],
  );
  await tx.query('DELETE FROM chain_blocks WHERE network_id = $1 AND (height > $2 OR height < $3)', [
    networkId,
    to.height - blocks.length,
    to.height - rememberedBlocks,
  ]);
  await tx.query('INSERT INTO chain_blocks SELECT $1, * FROM unnest($2::bigint[], $3::text[])', [
    networkId,
    blocks.map(({ height }) => height),
    blocks.map(({ hash }) => hash),
  ]);
}

export interface Ancestor extends BlockHead {
  /** Whether the chain has another block in the place of the next one that was read. Otherwise the server that answers has none yet. */
  isReplaced: boolean;
}

/**
 * The newest block that we have read and the chain still has: the cursor itself, unless there was a re-organisation or another server answers,
 * which is behind.
 * @throws Error when none of the remembered ones is left
 */
export async function findAncestor(
  db: Queryable,
  chain: Pick<ChainReader, 'blockHash'>,
  networkId: number,
  cursor: BlockHead,
): Promise<Ancestor> {
  let above = await chain.blockHash(cursor.height);
  if (above === cursor.hash) return { ...cursor, isReplaced: false };
  const { rows } = await db.query<{ height: string; hash: string }>(
    'SELECT height, hash FROM chain_blocks WHERE network_id = $1 AND height < $2 ORDER BY height DESC',
    [networkId, cursor.height],
  );
  for (const { height: text, hash } of rows) {
    const height = Number(text);
    const found = await chain.blockHash(height);
    if (found === hash) return { height, hash, isReplaced: above !== undefined };
    above = found;
  }
  throw new Error(`network ${networkId} has none of the last ${rows.length + 1} blocks that were read`);
}
