/** The tax centre over HTTP. */
import { Readable } from 'node:stream';
import { taxEndpoints } from '@pelican/shared/contracts/tax';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/index.ts';
import { sendFile } from '../../platform/files/index.ts';
import { createRateLimit, type Guards, type HttpServer, type PrivateReads, serve } from '../../platform/http/index.ts';
import { askForCount, askForWholeCount } from './count-job.ts';
import { enterCost, saveState } from './entries.ts';
import { findInvoices, type InvoiceFile, invoicePdf, yearOfInvoicesPdf } from './invoices.ts';
import { findDeductions, findDisposals, findIncomes, findLots } from './lists.ts';
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
    'GET /v2/tax/invoices': ({ principal, query: { year, ...page } }) =>
      privateReads.queue.run(principal, async () => ({
        ...(await findInvoices(reads, { userId: principal.userId, year, ...page })),
        ...page,
      })),
    'GET /v2/tax/invoices/:year/:number/file': async ({ principal, params, reply }) => {
      const wanted = { userId: principal.userId, ...params };
      return sendFile(reply, pdfFile(await privateReads.queue.run(principal, () => invoicePdf(reads, wanted))));
    },
    'GET /v2/tax/invoices/:year/file': async ({ principal, params, reply }) => {
      const wanted = { userId: principal.userId, ...params };
      return sendFile(reply, pdfFile(await privateReads.queue.run(principal, () => yearOfInvoicesPdf(reads, wanted))));
    },
    'POST /v2/tax/count': async ({ principal: { userId }, body: { from_beginning: fromBeginning = false } }) => {
      counts.take(userId);
      await inTransaction(pool, (tx) => (fromBeginning ? askForWholeCount : askForCount)(tx, userId));
      return done;
    },
    'POST /v2/tax/cost': async ({ principal: { userId }, body }) => {
      counts.take(userId);
      await enterCost(pool, userId, body);
      return done;
    },
    'POST /v2/tax/profile': async ({ principal: { userId }, body: { state } }) => {
      await saveState(pool, userId, state);
      return done;
    },
  });
}

const pdfFile = ({ name, bytes }: InvoiceFile) => ({
  mediaType: 'application/pdf',
  name,
  content: Readable.from(bytes),
});
