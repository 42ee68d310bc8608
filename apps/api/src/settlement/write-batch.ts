/** One transaction that brings a batch into Postgres together with the cursor: all of it, once, or nothing. */
import type { Shard } from '@pelican/shared/engine/shards.ts';
import type { Client } from 'pg';
import type { RenderedBatch } from './batch.ts';

/** The cursor is not where this settlement left it: another one is at work, and this one must end. */
export class OtherSettlementError extends Error {}

/** @throws OtherSettlementError; any other error leaves Postgres as it was, or (connection lost) in an unknown state */
export async function writeBatch(client: Client, shard: Shard, batch: RenderedBatch): Promise<void> {
  await client.query('BEGIN');
  try {
    await moveCursor(client, shard, batch);
    await batch.write(client, shard);
    await client.query('COMMIT');
  } catch (error) {
    // The transaction is gone with the connection, if that is what failed.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function moveCursor(client: Client, shard: Shard, batch: RenderedBatch): Promise<void> {
  const { rowCount } = await client.query({
    name: 'settle-cursor',
    text: `UPDATE settlement_cursors SET position = $3, seq = $4, digest = $5, updated_at = now()
      WHERE shard_id = $1 AND position = $2`,
    values: [shard.id, batch.from.position, batch.to.position, batch.to.seq, batch.to.digest],
  });
  if (rowCount === 0) {
    throw new OtherSettlementError(`the cursor of ${shard.name} is no longer at ${batch.from.position}`);
  }
}
