/** Deletes rows that nothing reads any more. */
import { deleteOldSessions, deleteOldSignInEvents } from '../../identity/index.ts';
import { deleteInBatches, type Queryable } from '../../platform/database/index.ts';
import { deleteExpiredFiles } from '../../platform/files/index.ts';

const batchRows = 1_000;

/** Refresh tokens, used ones too, are kept as long as their session is valid: until then a used one that comes back reveals a theft. */
const oldRefreshTokens = `
  DELETE FROM refresh_tokens WHERE token_hash IN (
    SELECT token_hash FROM refresh_tokens WHERE expires_at < now() - interval '1 day'
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Jobs that ended well or were cancelled; dead letters stay until an operator repeats or drops them. */
const oldJobs = `
  DELETE FROM jobs WHERE id IN (
    SELECT id FROM jobs WHERE state IN ('done', 'cancelled') AND finished_at < now() - interval '30 days'
     ORDER BY finished_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/**
 * A page of the commands that a shard answered long ago, from a place on. Of settings (of a user, a market, an asset ...) the
 * newest of each shard stays, because it is the record of what the shard has.
 */
const oldOutboxPage = `
  WITH page AS (
    SELECT id, shard_id, key, done_at FROM outbox_commands
     WHERE done_at < now() - interval '30 days' AND (done_at, id) > ($2, $3)
     ORDER BY done_at, id LIMIT $1 FOR UPDATE SKIP LOCKED),
  deleted AS (
    DELETE FROM outbox_commands WHERE id IN (
      SELECT id FROM page AS old
       WHERE key LIKE 'transfer:%' OR EXISTS (
         SELECT 1 FROM outbox_commands AS newer
          WHERE newer.shard_id = old.shard_id AND newer.id > old.id
            AND split_part(newer.key, ':', 1) || ':' || split_part(newer.key, ':', 2)
              = split_part(old.key, ':', 1) || ':' || split_part(old.key, ':', 2)))
    RETURNING id)
  SELECT id, done_at AS "doneAt", (SELECT count(*) FROM deleted)::integer AS deleted
    FROM page ORDER BY done_at DESC, id DESC LIMIT 1`;

const steps = {
  sessions: deleteOldSessions,
  refreshTokens: (pool: Queryable) => deleteInBatches(pool, oldRefreshTokens),
  outboxCommands: deleteOldCommands,
  jobs: (pool: Queryable) => deleteInBatches(pool, oldJobs),
  signInEvents: deleteOldSignInEvents,
  files: deleteExpiredFiles,
};

export type DeletedRows = Record<keyof typeof steps, number>;

/**
 * Several workers may do so at once. What cannot be deleted of one kind holds up no other.
 * @param onFailure hears of each kind that failed
 */
export async function deleteOldRows(
  pool: Queryable,
  onFailure: (kind: string, error: unknown) => void,
): Promise<DeletedRows> {
  const deleted: DeletedRows = { sessions: 0, refreshTokens: 0, outboxCommands: 0, jobs: 0, signInEvents: 0, files: 0 };
  for (const kind of Object.keys(steps) as (keyof typeof steps)[])
    try {
      deleted[kind] = await steps[kind](pool);
    } catch (error) {
      onFailure(kind, error);
    }
  return deleted;
}

/** Page by page, so that rows that stay are read once. */
async function deleteOldCommands(pool: Queryable): Promise<number> {
  let deleted = 0;
  let last = { id: '0', doneAt: new Date(0), deleted: 0 };
  for (;;) {
    const { rows } = await pool.query<typeof last>(oldOutboxPage, [batchRows, last.doneAt, last.id]);
    if (!rows[0]) return deleted;
    last = rows[0];
    deleted += last.deleted;
  }
}
