/** One transaction that brings a batch into Postgres together with the cursor: all of it, once, or nothing. */
import type { Shard } from '@pelican/shared/engine';
import type { ClientBase } from 'pg';
import { inTransactionOn, type Transaction } from '../platform/database/index.ts';
import type { RenderedBatch } from './batch.ts';

/** The cursor is not where this settlement left it: another one is at work, and this one must end. */
export class OtherSettlementError extends Error {}

/** @throws OtherSettlementError; any other error leaves Postgres as it was, or (connection lost) in an unknown state */
export function writeBatch(client: ClientBase, shard: Shard, batch: RenderedBatch): Promise<void> {
  return inTransactionOn(client, async (tx) => {
    await moveCursor(tx, shard, batch);
    await batch.write(tx, shard);
  });
}

async function moveCursor(tx: Transaction, shard: Shard, batch: RenderedBatch): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'settle-cursor',
    text: `UPDATE settlement_cursors SET position = $3, seq = $4, digest = $5, updated_at = now()
      WHERE shard_id = $1 AND position = $2`,
    values: [shard.id, batch.from.position, batch.to.position, batch.to.seq, batch.to.digest],
  });
  if (rowCount === 0) {
    throw new OtherSettlementError(`the cursor of ${shard.name} is no longer at ${batch.from.position}`);
  }
}
