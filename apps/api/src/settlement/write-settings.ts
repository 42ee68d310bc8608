/**
 * Settings that the engine took. A subject's newest outbox command is done exactly when the engine's last answer about the
 * subject equals it. Sending is at least once and by several processes, so an older command may arrive after a newer one;
 * then the newer one is opened again as if it had been written now: the relay of the outbox sends it within seconds, or, where the change
 * of a listing would be taken back, the worker asks the engine about it (apps/api/src/shards/change-listing.ts).
 */
import type { Shard } from '@pelican/shared/engine';
import type { Transaction } from '../platform/database/index.ts';

export interface AppliedSettings {
  /** What the settings are of, as the keys of their outbox commands begin: 'user:1001', 'market:7' */
  subject: string;
  /** The command as the outbox holds it. */
  command: unknown;
}

export async function writeSettings(tx: Transaction, shard: Shard, settings: AppliedSettings[]): Promise<void> {
  if (settings.length === 0) return;
  const newest = new Map(settings.map(({ subject, command }) => [subject, command]));
  await tx.query({
    name: 'settle-settings-outbox',
    text: `WITH applied AS (
        SELECT * FROM unnest($2::text[], $3::jsonb[]) AS applied(subject, command)
      ), newest AS (
        SELECT applied.command AS applied, last.*
        FROM applied CROSS JOIN LATERAL (
          SELECT outbox.id, outbox.command, applied.subject FROM outbox_commands outbox
          WHERE split_part(outbox.key, ':', 1) || ':' || split_part(outbox.key, ':', 2) = applied.subject
            AND outbox.shard_id = $1
          ORDER BY outbox.id DESC LIMIT 1
        ) last
      )
      UPDATE outbox_commands outbox
      SET done_at = CASE WHEN outbox.done_at IS NULL AND (outbox.id < newest.id OR newest.command = newest.applied) THEN now() END,
        sent_at = CASE WHEN outbox.done_at IS NULL THEN outbox.sent_at END,
        created_at = CASE WHEN outbox.done_at IS NULL THEN outbox.created_at ELSE now() END
      FROM newest
      WHERE split_part(outbox.key, ':', 1) || ':' || split_part(outbox.key, ':', 2) = newest.subject
        AND outbox.shard_id = $1
        AND (outbox.done_at IS NULL OR (outbox.id = newest.id AND newest.command <> newest.applied))`,
    values: [shard.id, [...newest.keys()], [...newest.values()].map((command) => JSON.stringify(command))],
  });
}
