/** The tax centre over HTTP. */
import { Readable } from 'node:stream';
import { DomainError } from '@pelican/shared/contracts';
import { taxEndpoints } from '@pelican/shared/contracts/tax';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/index.ts';
import { createRateLimit, type Guards, type HttpServer, type PrivateReads, serve } from '../../platform/http/index.ts';
import { askForCount } from './count-job.ts';
import { findInvoices, invoicePdf } from './invoices.ts';
import { enterable, findDeductions, findDisposals, findIncomes, findLots } from './lists.ts';
import { summarize } from './summary.ts';

export interface TaxRoutesDeps {
  pool: pg.Pool;
  privateReads: PrivateReads;
  guards: Guards;
}

/** A count may take seconds of the worker. */
const countsPerMinute = 20;
const done = { status: 'success' } as const;

export function taxRoutes(app: HttpServer, { pool, privateReads, guards }: TaxRoutesDeps): void {
  const reads = privateReads.pool;
  const counts = createRateLimit<number>(countsPerMinute / 60, countsPerMinute);

  serve(app, guards, taxEndpoints, {
    'GET /v2/tax/summary': ({ principal, query: { year, quarter } }) =>
      privateReads.queue.run(principal, () =>
        summarize(reads, principal.userId, { year, quarter }, Date.now() / 1_000),
      ),
    'GET /v2/tax/deductions': ({ principal, query: { year, quarter, ...page } }) =>
      privateReads.queue.run(principal, async () => ({
        ...(await findDeductions(reads, { userId: principal.userId, year, quarter, ...page })),
        ...page,
      })),
    'GET /v2/tax/disposals': ({ principal, query: { year, quarter, ...page } }) =>
      privateReads.queue.run(principal, async () => ({
        ...(await findDisposals(reads, { userId: principal.userId, year, quarter, ...page })),
        ...page,
      })),
    'GET /v2/tax/lots': ({ principal, query: { unknown, ...page } }) =>
      privateReads.queue.run(principal, async () => ({
        ...(await findLots(reads, { userId: principal.userId, unknown: unknown === 'true', ...page })),
        ...page,
      })),
    'GET /v2/tax/incomes': ({ principal, query: { year, quarter, ...page } }) =>
      privateReads.queue.run(principal, async () => ({
        ...(await findIncomes(reads, { userId: principal.userId, year, quarter, ...page })),
        ...page,
      })),
    'GET /v2/tax/invoices': ({ principal, query: { year, quarter, ...page } }) =>
      privateReads.queue.run(principal, async () => ({
        ...(await findInvoices(reads, { userId: principal.userId, year, ...page })),
        ...page,
      })),
    'GET /v2/tax/invoices/:year/:number/file': async ({ principal, params, reply }) => {
      const { name, bytes } = await privateReads.queue.run(principal, () =>
        invoicePdf(reads, { userId: principal.userId, ...params }),
      );
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .type('application/pdf')
        .send(Readable.from(bytes));
    },
    'POST /v2/tax/count': async ({ principal: { userId }, body: { from_beginning: fromBeginning = false } }) => {
      counts.take(userId);
      await inTransaction(pool, (tx) => askForCount(tx, userId, fromBeginning));
      return done;
    },
    'POST /v2/tax/cost': async ({ principal: { userId }, body }) => {
      counts.take(userId);
      await enterCost(pool, userId, body);
      return done;
    },
    'POST /v2/tax/profile': async ({ principal: { userId }, body: { state } }) => {
      await pool.query(
        `INSERT INTO tax_profiles (user_id, state) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET state = excluded.state, changed_at = now()`,
        [userId, state],
      );
      return done;
    },
  });
}

/** @throws DomainError not_found: the user has no such lot, or its cost is on record */
async function enterCost(
  pool: pg.Pool,
  userId: number,
  { reference, cost }: { reference: string; cost: string },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `SELECT FROM tax_lots WHERE user_id = $1 AND reference = $2 AND ${enterable} LIMIT 1`,
      [userId, reference],
    );
    if (rowCount === 0) throw new DomainError('not_found');
    if (cost === '') await tx.query('DELETE FROM tax_costs WHERE user_id = $1 AND reference = $2', [userId, reference]);
    else
      await tx.query(
        `INSERT INTO tax_costs (user_id, reference, cost) VALUES ($1, $2, $3)
          ON CONFLICT (user_id, reference) DO UPDATE SET cost = excluded.cost, changed_at = now()`,
        [userId, reference, cost],
      );
    await askForCount(tx, userId, true);
  });
}
