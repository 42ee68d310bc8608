/** What waits for operators: a domain adds its queue here. */
import type { OperatorQueue } from '../../../identity/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { factorRecoveryQueue } from '../../factor-recovery/index.ts';
import { kycQueue } from '../../kyc/index.ts';
import { supportQueues } from '../../support/index.ts';
import { scopeOf } from './approval-routes.ts';

const approvals: OperatorQueue = {
  name: 'approvals',
  permission: undefined,
  // One's own wait for somebody else.
  count(db, principal) {
    const { maker, actions } = scopeOf(principal);
    return countWaiting(
      db,
      `SELECT count(*)::int AS count, min(created_at) AS oldest FROM operator_requests
        WHERE status = 'pending' AND expires_at > now() AND maker <> $1 AND action = ANY ($2)`,
      [maker, actions],
    );
  },
};

const deadJobs: OperatorQueue = {
  name: 'jobs',
  permission: 'system',
  count: (db) =>
    countWaiting(db, `SELECT count(*)::int AS count, min(finished_at) AS oldest FROM jobs WHERE state = 'dead'`),
};

const deadMessages: OperatorQueue = {
  name: 'messages',
  permission: 'system',
  count: (db) =>
    countWaiting(
      db,
      `SELECT count(*)::int AS count, min(created_at) AS oldest FROM messages
        WHERE sent_at IS NULL AND (next_attempt_at IS NULL OR error IS NOT NULL)`,
    ),
};

export const operatorQueues: readonly OperatorQueue[] = [
  approvals,
  kycQueue,
  factorRecoveryQueue,
  ...supportQueues,
  deadJobs,
  deadMessages,
];

async function countWaiting(db: Queryable, query: string, values: unknown[] = []): ReturnType<OperatorQueue['count']> {
  const { rows } = await db.query<{ count: number; oldest: Date | null }>(query, values);
  return rows[0] ?? { count: 0, oldest: null };
}
