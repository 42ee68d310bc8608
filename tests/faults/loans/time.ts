/** Time passes for loans, and jobs of another worker run beside those of the exchange's own. */
import { expireOffers, expireRequests, runDays, runReminders } from '@pelican/api/src/modules/loans/index.ts';
import { between, count, pick } from '../money/client.ts';
import type { LoanOperation, LoanRun } from './run.ts';

/** Errors of a Postgres that is being killed: it says nothing of what was asked. */
function isAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return (
    /^(57P0\d|08\d{3}|ECONN\w+|EPIPE|ENOENT)$/.test(code) || /terminated|timeout|not queryable|ended/i.test(message)
  );
}

/** Does it unless Postgres is away. Anything else that goes wrong is a fault. */
export async function attempt(run: LoanRun, name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    count(run.done, name);
  } catch (error) {
    const errors = error instanceof AggregateError ? error.errors : [error];
    for (const one of errors) if (!isAway(one)) run.faults.push(`${name}: ${(one as Error).stack}`);
  }
}

/** As if all of its life had been so much earlier. */
const olderLoan = `
  UPDATE p2p_loans SET created_at = created_at - life, expires_at = expires_at - life, started_at = started_at - life,
      overdue_at = overdue_at - life, next_run_at = next_run_at - life
    FROM make_interval(days => $2) AS life WHERE id = $1 AND state IN ('pending', 'active', 'overdue')`;
const olderOffer = `UPDATE p2p_offers SET expires_at = now() WHERE id = $1 AND state = 'open'`;
/** The minute between two orders. */
const olderSale = `UPDATE p2p_sales SET next_at = next_at - interval '1 minute' WHERE loan_id = $1 AND step = 'selling'`;

export const timeOperations: Record<string, LoanOperation> = {
  loanGrowsOlder: {
    weight: 16,
    async run({ run, dice }) {
      if (run.loans.length === 0) return;
      const { id, state } = pick(dice, run.loans);
      if (state === 'pending' && dice() < 0.6) return;
      if (state === 'liquidating') await attempt(run, 'sale older', () => run.database.query(olderSale, [id]));
      else await attempt(run, 'loan older', () => run.database.query(olderLoan, [id, between(dice, 1, 4)]));
    },
  },
  offerGrowsOlder: {
    weight: 1,
    async run({ run, dice }) {
      if (run.offers.length < 10 || dice() < 0.5) return;
      await attempt(run, 'offer older', () => run.database.query(olderOffer, [pick(dice, run.offers).id]));
    },
  },
  jobs: {
    weight: 1,
    async run({ run, dice }) {
      const [name, job] = pick(dice, [
        ['days', runDays],
        ['days', runDays],
        ['requests expire', expireRequests],
        ['offers expire', expireOffers],
        ['reminders', runReminders],
      ] as const);
      await attempt(run, `job: ${name}`, () => job(run.database));
    },
  },
};
