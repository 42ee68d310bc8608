/**
 * Publishes settings to a shard's engine as Postgres has them. The engine knows an asset or a market only by the commands in
 * its journal, so a change of a listing is published in its transaction; the worker sends what is written here,
 * and settlement marks it done when the engine has taken it.
 */
import { createHash } from 'node:crypto';
import type { ShardKind, ShardOf } from '@pelican/shared/engine';
import type { Transaction } from '../platform/database/index.ts';
import { findShards } from './register-shards.ts';

/** Two publishers write one after the other, or the older listing could be the last that the engine gets. */
const publishLock = 'publish-listings';

export interface SubjectCommand {
  /** What the settings are of: 'asset:3', 'market:7', 'shard:spot', 'instrument:1001' */
  subject: string;
  command: object;
}

/**
 * Writes, for each shard of the kind, every command whose content differs from its subject's newest one, in their order. A
 * repeat writes nothing. The older commands of the subject that no engine has answered are superseded: they are done, and
 * the new one inherits what is taken back when it is refused.
 * @param transaction a transaction that holds the listings as they shall be
 * @param read reads the listings, while no other transaction publishes, and makes the commands of a shard from them
 * @returns the subjects of the commands written
 */
export async function publishSettings<Kind extends ShardKind>(
  transaction: Transaction,
  kind: Kind,
  read: () => Promise<(shard: ShardOf<Kind>) => SubjectCommand[]>,
): Promise<string[]> {
  await transaction.query('SELECT pg_advisory_xact_lock(hashtext($1))', [publishLock]);
  const commandsOf = await read();
  const published = new Set<string>();
  for (const shard of await findShards(transaction, kind))
    for (const subject of await publishTo(transaction, shard.id, commandsOf(shard))) published.add(subject);
  return [...published];
}

async function publishTo(transaction: Transaction, shardId: number, commands: SubjectCommand[]): Promise<string[]> {
  const subjects = commands.map(({ subject }) => subject);
  const newest = await newestCommands(transaction, shardId, subjects);
  const published: string[] = [];
  for (const { subject, command } of commands) {
    const text = canonicalJson(command);
    const last = newest.get(subject);
    if (last?.text === text) continue;
    // The key names what went before, so that a setting may come back to what it was.
    const hash = createHash('sha256')
      .update(`${shardId}\n${last?.id ?? 0}\n${text}`)
      .digest('hex')
      .slice(0, 16);
    await transaction.query(
      `WITH superseded AS (
        UPDATE outbox_commands SET done_at = now()
          WHERE split_part(key, ':', 1) || ':' || split_part(key, ':', 2) = $4 AND shard_id = $1 AND done_at IS NULL)
       INSERT INTO outbox_commands (shard_id, key, command, undo) VALUES ($1, $2, $3, $5)`,
      [shardId, `${subject}:${hash}`, text, subject, last?.undo],
    );
    published.push(subject);
  }
  return published;
}

async function newestCommands(
  transaction: Transaction,
  shardId: number,
  subjects: string[],
): Promise<Map<string, { id: string; text: string; undo: unknown }>> {
  const { rows } = await transaction.query<{ subject: string; id: string; command: unknown; undo: unknown }>(
    `SELECT subject, last.id, last.command, last.undo FROM unnest($1::text[]) AS subject CROSS JOIN LATERAL (
      SELECT id, command, CASE WHEN done_at IS NULL THEN undo END AS undo FROM outbox_commands
      WHERE split_part(key, ':', 1) || ':' || split_part(key, ':', 2) = subject AND shard_id = $2
      ORDER BY id DESC LIMIT 1) AS last`,
    [subjects, shardId],
  );
  return new Map(rows.map(({ subject, id, command, undo }) => [subject, { id, text: canonicalJson(command), undo }]));
}

/** JSON with sorted names: Postgres keeps the names of a jsonb in an order of its own. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * Opens the newest command of the subject again, as if it had been written now. For the engine it changes nothing: its event makes every API process read the listings anew, also
 * fields that the engine does not have.
 */
export async function publishAgain(tx: Transaction, subject: string): Promise<void> {
  await tx.query(
    `UPDATE outbox_commands SET done_at = NULL, sent_at = NULL, created_at = now(),
        undo = CASE WHEN done_at IS NULL THEN undo END WHERE id IN (
      SELECT DISTINCT ON (shard_id) id FROM outbox_commands
      WHERE split_part(key, ':', 1) || ':' || split_part(key, ':', 2) = $1 ORDER BY shard_id, id DESC)`,
    [subject],
  );
}
