/** What of support waits for operators. */
import { countWaiting, type OperatorQueue } from '../../identity/index.ts';

export const supportQueues: readonly OperatorQueue[] = [
  {
    name: 'tickets',
    permission: 'support',
    count: (db) => countWaiting(db, `waiting_since FROM support_tickets WHERE waiting_since IS NOT NULL`),
  },
  {
    name: 'forms',
    permission: 'support',
    count: (db) => countWaiting(db, `created_at FROM support_forms WHERE state = 'new' AND joins_id IS NULL`),
  },
];
