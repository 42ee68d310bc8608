/** The shards as Postgres knows them. */
import type { Shard, ShardKind, ShardOf } from '@pelican/shared/engine';
import type { Queryable } from '../platform/database/index.ts';

/** SHARDS gives an id to another shard than Postgres: settled rows would change hands. */
export class ShardMismatch extends Error {}

/**
 * Writes what a shard needs before its first command: its row and its cursor. A repeat writes nothing. @throws ShardMismatch when an id or a name is another shard's
 */
export async function registerShards(db: Queryable, shards: readonly Shard[]): Promise<void> {
  for (const shard of shards) {
    await db.query('INSERT INTO shards (id, name, kind) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      shard.id,
      shard.name,
      shard.kind,
    ]);
    const known = (await findShards(db)).find(({ id }) => id === shard.id);
    if (known?.name !== shard.name || known.kind !== shard.kind)
      throw new ShardMismatch(
        `SHARDS has ${shard.name}=${shard.id}:${shard.kind}, Postgres ${known ? `${known.name}=${known.id}:${known.kind}` : 'another shard of that name'}. A shard keeps its id, name and kind for ever.`,
      );
    await db.query(
      `INSERT INTO settlement_cursors (shard_id, position, seq) VALUES ($1, '0-0', 0) ON CONFLICT DO NOTHING`,
      [shard.id],
    );
  }
}

/** Every shard, or those of a kind, in the order of their ids. */
export async function findShards<Kind extends ShardKind = ShardKind>(
  db: Queryable,
  kind?: Kind,
): Promise<ShardOf<Kind>[]> {
  const { rows } = await db.query<ShardOf<Kind>>(
    'SELECT id, name, kind FROM shards WHERE $1::text IS NULL OR kind = $1 ORDER BY id',
    [kind ?? null],
  );
  return rows;
}
