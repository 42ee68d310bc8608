/**
 * Sends the commands in the outbox that a shard's engine has not answered. The process that wrote one usually sent it at once; this is for
 * what a process that ended has left unsent, and for tools without a connection to the journal. A repeat is harmless.
 *
 * A command may be on its way: in the journal, but not settled yet. It is sent again only when it would have been settled
 * by now: settlement has passed the time of its sending, or there is nothing left to settle.
 *
 * A change of a listing that is taken back when the engine refuses it is sent by who waits for the answer instead
 * (apps/api/src/shards/change-listing.ts).
 *
 * A row that is no command, or cannot be encoded, holds up none behind it: its error is kept beside it for `ops status`, and it is tried again
 * at growing intervals, as a later release may understand it.
 */

import { DomainError } from '@pelican/shared/contracts';
import { positionTimeMs, type ShardKind, type ShardOf, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/index.ts';
import type { JournalWriter } from '../../shards/index.ts';
import { readCursor, readOutboxCommand, type ShardCommands } from '../../shards/index.ts';

export interface RelayDeps<Kind extends ShardKind = ShardKind> {
  pool: pg.Pool;
  redis: Redis;
  journal: Pick<JournalWriter<ShardCommands[Kind]>, 'append'>;
  shard: ShardOf<Kind>;
  /** Reports what an operator has to examine. */
  warn(message: string): void;
}

/** For the process that wrote the command to send it itself, and for clocks that differ slightly. */
const marginMs = 1_000;
const rowsMax = 500;

/**
 * Sends what is due, oldest first; answers how many commands that were. A command that the engine keeps refusing is
 * tried at growing intervals: each is half of the time from its writing to its last sending.
 */
export async function relayOutbox<Kind extends ShardKind>(deps: RelayDeps<Kind>): Promise<number> {
  const settledMs = await settledTimeMs(deps, deps.shard);
  return inTransaction(deps.pool, async (transaction) => {
    const { rows } = await transaction.query<DueCommand>(
      `SELECT id, key, command FROM outbox_commands
        WHERE shard_id = $1 AND done_at IS NULL AND undo IS NULL
          AND coalesce(sent_at, created_at) < least(now(), to_timestamp($2)) - make_interval(secs => $3)
          AND (sent_at IS NULL OR now() - sent_at > (sent_at - created_at) / 2)
        ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED`,
      [deps.shard.id, settledMs / 1000, marginMs / 1000, rowsMax],
    );
    const errors = rows.map((row) => send(deps, row));
    await transaction.query(
      `UPDATE outbox_commands outbox SET sent_at = now(), error = tried.error
        FROM unnest($1::bigint[], $2::text[]) AS tried(id, error) WHERE outbox.id = tried.id`,
      [rows.map(({ id }) => id), errors],
    );
    return errors.filter((error) => error === null).length;
  });
}

interface DueCommand {
  id: string;
  key: string;
  command: unknown;
}

/** @returns why it cannot be sent, null when it is sent @throws DomainError when the journal takes nothing */
function send<Kind extends ShardKind>(
  { journal, shard, warn }: RelayDeps<Kind>,
  { key, command }: DueCommand,
): string | null {
  try {
    journal.append(readOutboxCommand(shard.kind, command));
    return null;
  } catch (error) {
    if (error instanceof DomainError || !(error instanceof Error)) throw error;
    warn(`the command ${key} in the outbox of ${shard.name} cannot be sent: ${error.message}`);
    return error.message;
  }
}

/** Commands sent before this time (Unix milliseconds) have been settled if they ever reached the journal. */
async function settledTimeMs(
  { pool, redis }: Pick<RelayDeps, 'pool' | 'redis'>,
  shard: ShardOf<ShardKind>,
): Promise<number> {
  const now = Date.now();
  const newestCommand = await newestId(redis, shardKeys(shard).commands);
  const { position } = await readCursor(pool, shard);
  // The newest events are no measure: after a restore their stream is empty until the next command.
  return newestCommand === position ? now : positionTimeMs(position);
}

async function newestId(redis: Redis, stream: string): Promise<string> {
  const newest = await redis.xrevrange(stream, '+', '-', 'COUNT', 1);
  return newest[0]?.[0] ?? '0-0';
}

export interface OutboxFigures {
  waiting: number;
  /** Seconds since the oldest waiting command was written; 0 when none waits. */
  oldestSeconds: number;
}

export async function outboxFigures(pool: pg.Pool): Promise<OutboxFigures> {
  const { rows } = await pool.query<OutboxFigures>(
    `SELECT count(*)::integer AS waiting,
        coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
      FROM outbox_commands WHERE done_at IS NULL`,
  );
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
}
