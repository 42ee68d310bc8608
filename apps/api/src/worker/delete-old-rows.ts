/** Deletes rows that nothing reads any more, in batches that lock few rows and end long before the statement limit. */
import type pg from 'pg';

const batchRows = 1_000;

/** Refresh tokens, used ones too, live as long as their session: until then a used one that comes back reveals a theft. */
const oldRefreshTokens = `
  DELETE FROM refresh_tokens WHERE token_hash IN (
    SELECT token_hash FROM refresh_tokens WHERE expires_at < now() - interval '1 day'
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/**
 * Commands that a shard answered long ago. Of settings (of a user, a market, an asset ...) the newest of each shard stays,
 * because it says what the shard has.
 */
const oldOutboxCommands = `
  DELETE FROM outbox_commands WHERE id IN (
    SELECT id FROM outbox_commands AS old
     WHERE done_at < now() - interval '30 days'
       AND (key LIKE 'transfer:%' OR EXISTS (
         SELECT 1 FROM outbox_commands AS newer
          WHERE newer.shard_id = old.shard_id AND newer.id > old.id
            AND split_part(newer.key, ':', 1) || ':' || split_part(newer.key, ':', 2)
              = split_part(old.key, ':', 1) || ':' || split_part(old.key, ':', 2)))
     ORDER BY done_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

export interface DeletedRows {
  refreshTokens: number;
  outboxCommands: number;
}

/** Several workers may do so at once. */
export async function deleteOldRows(pool: Pick<pg.Pool, 'query'>): Promise<DeletedRows> {
  return {
    refreshTokens: await deleteInBatches(pool, oldRefreshTokens),
    outboxCommands: await deleteInBatches(pool, oldOutboxCommands),
  };
}

async function deleteInBatches(pool: Pick<pg.Pool, 'query'>, statement: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await pool.query(statement, [batchRows]);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batchRows) return deleted;
  }
}
