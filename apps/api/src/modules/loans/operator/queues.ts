/** What of loans waits for operators. */
import { countWaiting, type OperatorQueue } from '../../../identity/index.ts';

export const loanQueues: readonly OperatorQueue[] = [
  {
    name: 'loan_disputes',
    permission: 'money',
    // A sale that was decided waits for a price, and not for anybody.
    count: (db) => countWaiting(db, 'opened_at FROM p2p_disputes WHERE decided_at IS NULL AND decision IS NULL'),
  },
  {
    name: 'loan_sales',
    permission: 'money',
    // A sale takes minutes: what goes on for an hour finds no buyers.
    count: (db) =>
      countWaiting(
        db,
        `begun_at FROM p2p_sales WHERE step <> 'done' AND (problem IS NOT NULL OR begun_at < now() - interval '1 hour')`,
      ),
  },
];
