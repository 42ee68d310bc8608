/** The chat's upkeep: what was said is kept for 90 days. */
import type pg from 'pg';
import type { Logger } from 'pino';
import { every, type Job } from '../../jobs/index.ts';
import { deleteInBatches } from '../../platform/database/index.ts';

const hourMs = 3_600_000;

const oldMessages = `
  DELETE FROM chat_messages WHERE id IN (
    SELECT id FROM chat_messages WHERE created_at < now() - interval '90 days' ORDER BY created_at LIMIT $1)`;

export function chatJobs({ pool, log }: { pool: pg.Pool; log: Pick<Logger, 'info'> }): Job[] {
  return [
    every(hourMs, 'chat.delete-old', async () => {
      const deleted = await deleteInBatches(pool, oldMessages);
      if (deleted > 0) log.info({ deleted }, 'old messages of the chat deleted');
    }),
  ];
}
