/**
 * What happens to offers and loans by time. Each object in a transaction of its own: one that fails holds up no other. A run that comes
 * late does all that was missed, and one that comes again finds nothing: docs/loans.md, "Interest".
 */
import type pg from 'pg';
import { loadCatalog } from '../../catalog/index.ts';
import { every, type Job } from '../../jobs/index.ts';
import { deleteInBatches, inTransaction, type Transaction } from '../../platform/database/index.ts';
import { endOffer } from './offer-service.ts';
import { lockOffer } from './offers.ts';
import type { LoanCatalog } from './settings.ts';
import { lockLoan, takeStep } from './steps.ts';

const expiryMs = 10_000;
const daysMs = 60_000;
const callsMs = 3_600_000;
const pageMax = 200;

/** Nobody repeats a call of a month ago; with the same key it is a new one then. */
const oldCalls = `
  DELETE FROM p2p_calls WHERE (user_id, idempotency_key) IN (
    SELECT user_id, idempotency_key FROM p2p_calls WHERE created_at < now() - interval '30 days'
     ORDER BY created_at LIMIT $1)`;

export function loanJobs({ pool }: { pool: pg.Pool }): Job[] {
  return [
    every(expiryMs, 'loans.expire-offers', async () => void (await expireOffers(pool))),
    every(expiryMs, 'loans.expire-requests', async () => void (await expireRequests(pool))),
    every(daysMs, 'loans.days', async () => void (await runDays(pool))),
    every(callsMs, 'loans.forget-calls', async () => void (await deleteInBatches(pool, oldCalls))),
  ];
}

/** Offers whose time is over end as if their lenders had finished them. @param asOf in place of the clock, Unix ms: tests and drills run jobs as of another time @returns how many @throws AggregateError after the others */
export function expireOffers(pool: pg.Pool, asOf?: number): Promise<number> {
  const due = `p2p_offers WHERE state = 'open' AND expires_at <= $1`;
  return eachDue(pool, { due, asOf }, async (tx, assets, id, now) => {
    const offer = await lockOffer(tx, assets, id);
    if (offer?.state === 'open' && offer.facts.expiresAt.getTime() <= now) await endOffer(tx, assets, offer);
  });
}

/** Requests that nobody has answered in time return their pledge. @returns how many @throws AggregateError after the others */
export function expireRequests(pool: pg.Pool, asOf?: number): Promise<number> {
  const due = `p2p_loans WHERE state = 'pending' AND expires_at <= $1`;
  return eachDue(pool, { due, asOf }, async (tx, assets, id, now) => {
    const locked = await lockLoan(tx, assets, id);
    // Decided meanwhile.
    if (locked?.loan.state !== 'pending' || locked.loan.expiresAt.getTime() > now) return;
    await takeStep(tx, locked, { type: 'expire' }, { at: now });
  });
}

/** Charges and collects all days that have ended, and what is due. @returns how many loans @throws AggregateError after the others */
export function runDays(pool: pg.Pool, asOf?: number): Promise<number> {
  const due = 'p2p_loans WHERE next_run_at <= $1';
  return eachDue(pool, { due, asOf }, async (tx, assets, id, now) => {
    const locked = await lockLoan(tx, assets, id);
    if (locked) await takeStep(tx, locked, { type: 'run' }, { at: now });
  });
}

/** @param due what follows `FROM`, with the time as $1 */
async function eachDue(
  pool: pg.Pool,
  { due, asOf }: { due: string; asOf: number | undefined },
  work: (tx: Transaction, assets: LoanCatalog, id: number, now: number) => Promise<void>,
): Promise<number> {
  const { rows: clock } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const now = asOf ?? (clock[0] as { now: Date }).now.getTime();
  const failures: unknown[] = [];
  let done = 0;
  let assets: LoanCatalog | undefined;
  for (let last = 0; ; ) {
    const { rows } = await pool.query<{ id: string }>(`SELECT id FROM ${due} AND id > $2 ORDER BY id LIMIT $3`, [
      new Date(now),
      last,
      pageMax,
    ]);
    if (rows.length === 0) break;
    assets ??= await loadCatalog(pool);
    for (const row of rows) {
      const [known, id] = [assets, Number(row.id)];
      await inTransaction(pool, (tx) => work(tx, known, id, now)).catch((error: unknown) => failures.push(error));
      last = id;
    }
    done += rows.length;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} loans or offers could not be brought on`);
  return done;
}
