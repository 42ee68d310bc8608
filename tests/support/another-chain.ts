/** A network's chain as no role may change it once it was read: of tests of what the worker does with a wrong one. */
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type pg from 'pg';

export async function forceChain(
  pool: pg.Pool,
  networkId: number,
  column: 'chain_id' | 'chain_name',
  value: number | string,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('ALTER TABLE networks DISABLE TRIGGER networks_keep_chain');
    await tx.query(`UPDATE networks SET ${column} = $2 WHERE id = $1`, [networkId, value]);
    await tx.query('ALTER TABLE networks ENABLE TRIGGER networks_keep_chain');
  });
}
