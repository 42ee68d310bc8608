/** What of support waits for operators. */
import type { OperatorQueue } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

export const supportQueues: readonly OperatorQueue[] = [
  {
    name: 'tickets',
    permission: 'support',
    count: (db) => countRows(db, `waiting_since AS since FROM support_tickets WHERE waiting_since IS NOT NULL`),
  },
  {
    name: 'forms',
    permission: 'support',
    count: (db) => countRows(db, `created_at AS since FROM support_forms WHERE state = 'new' AND joins_id IS NULL`),
  },
];

async function countRows(db: Queryable, waiting: string): ReturnType<OperatorQueue['count']> {
  const { rows } = await db.query<{ count: number; oldest: Date | null }>(
    `SELECT count(*)::int AS count, min(since) AS oldest FROM (SELECT ${waiting}) AS waiting`,
  );
  return rows[0] ?? { count: 0, oldest: null };
}
