/** Writes the files of exports, and deletes them when their time is over. docs/decisions/0131 */
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { declareJob, every, handle, type Job, type JobRun } from '../../jobs/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inSnapshot, openLongPool, type Queryable } from '../../platform/database/index.ts';
import { type Cell, csvOf, pdfOf } from '../../platform/documents/index.ts';
import type { ExportKind } from './kind.ts';
import { periodText, zoneOf } from './period.ts';
import { writePieces } from './pieces.ts';
import {
  deleteExpired,
  deletePieces,
  type ExportEnd,
  type ExportOrder,
  endExport,
  endOldestFiles,
  findOrder,
  insertPiece,
} from './repository.ts';

const payload = z.object({ exportId: z.uuid(), userId: z.int() });
type Payload = z.infer<typeof payload>;
export const writeExport = declareJob({
  name: 'exports.write',
  payload,
  owner: ({ userId }) => userId,
});

/** How long a file is kept. */
export const fileDays = 7;
/** A longer table has to be asked for in shorter periods. */
export const rowsMax = { csv: 200_000, pdf: 10_000 } as const;

/** Long jobs that run at once in a worker. */
const atOnce = 2;
/** With the pauses of jobs, some minutes after the first one. */
const attemptsMax = 5;
const progressMs = 1_000;
const expireMs = 60_000;
const dayMs = 86_400_000;

export interface ExportJobsDeps {
  pool: pg.Pool;
  databaseUrl: string;
  kinds: readonly ExportKind[];
  log: Pick<Logger, 'warn'>;
}

/** A table of a busy account takes minutes to read: on connections of its own. */
export function openExportJobs({ pool, databaseUrl, kinds, log }: ExportJobsDeps): {
  jobs: Job[];
  close(): Promise<void>;
} {
  const { pool: reads, close } = openLongPool({ databaseUrl, databasePoolMax: atOnce }, log);
  return {
    jobs: [
      handle(writeExport, (run) => write(run, { pool, reads, kinds })),
      every(expireMs, 'exports.expire', () => deleteExpired(pool)),
    ],
    close,
  };
}

class TooManyRows extends Error {}

interface WriteDeps {
  pool: pg.Pool;
  reads: pg.Pool;
  kinds: readonly ExportKind[];
}

async function write(run: JobRun<Payload>, { pool, reads, kinds }: WriteDeps): Promise<void> {
  const order = await findOrder(pool, run.payload.exportId);
  if (!order) return;
  try {
    const kind = kinds.find(({ name }) => name === order.kind);
    if (!kind) throw new Error(`there is no export of kind ${order.kind}`);
    // What a run before this one has written.
    await run.transaction((tx) => deletePieces(tx, order.id));
    const written = await inSnapshot(reads, (db) => writeFile(run, order, kind, db), { signal: run.signal });
    await end(run, order, kind, { outcome: 'ready', ...written, expiresAt: new Date(Date.now() + fileDays * dayMs) });
  } catch (error) {
    const isTooLong = error instanceof TooManyRows;
    if (run.signal.aborted || (!isTooLong && run.attempt < attemptsMax)) throw error;
    if (!isTooLong) run.log.error({ err: error, export: order.id }, 'an export is given up');
    const kind = kinds.find(({ name }) => name === order.kind);
    const reason = isTooLong ? 'too_many_rows' : 'failed';
    await end(run, order, kind, { outcome: 'failed', reason, expiresAt: new Date() });
  }
}

/** @throws TooManyRows */
async function writeFile(
  run: JobRun<Payload>,
  order: ExportOrder,
  kind: ExportKind,
  db: Queryable,
): Promise<Pick<ExportEnd, 'rows' | 'size' | 'pieces'>> {
  const { id, userId, format, email, nickname, publicKey } = order;
  const params = kind.params.parse(order.params);
  const zone = zoneOf(order);
  const total = await kind.count?.(db, userId, params);
  if (total !== undefined && total > rowsMax[format]) throw new TooManyRows();
  let rows = 0;
  let shownAt = 0;
  async function* counted(): AsyncGenerator<readonly Cell[]> {
    for await (const row of kind.rows(db, userId, params)) {
      rows += 1;
      if (rows > rowsMax[format]) throw new TooManyRows();
      if (Date.now() - shownAt > progressMs) {
        shownAt = Date.now();
        await run.progress(total === undefined ? 0 : Math.floor((rows / Math.max(total, rows)) * 100), {
          rows,
          ...(total === undefined ? {} : { total }),
        });
      }
      yield row;
    }
  }
  const table = {
    title: kind.title(params),
    account: nickname === '' ? email : `${nickname} <${email}>`,
    period: periodText(kind.period(params), zone),
    zone,
    notes: kind.notes?.(params) ?? [],
    columns: kind.columns(params),
    isForPrograms: kind.isForPrograms ?? false,
    rows: counted(),
  };
  const written = await writePieces(
    { exportId: id, publicKey, signal: run.signal },
    format === 'csv' ? csvOf(table) : pdfOf(table),
    (number, piece) => run.transaction((tx) => insertPiece(tx, id, number, piece)),
  );
  return { rows, ...written };
}

/** Once: with the end of the job. */
function end(
  run: JobRun<Payload>,
  { id, userId, kind: name, params, format }: ExportOrder,
  kind: ExportKind | undefined,
  outcome: ExportEnd,
): Promise<void> {
  return run.complete(async (tx) => {
    if (!(await endExport(tx, id, outcome))) return;
    if (outcome.outcome === 'failed') await deletePieces(tx, id);
    else await endOldestFiles(tx, userId);
    const parsed = kind?.params.safeParse(params);
    const title = kind && parsed?.success ? kind.title(parsed.data) : name;
    await writeNotices(tx, [
      outcome.outcome === 'ready'
        ? { userId, kind: 'export_ready', payload: { title, days: fileDays } }
        : {
            userId,
            kind: 'export_failed',
            payload: { title, rowsMax: outcome.reason === 'too_many_rows' ? rowsMax[format] : null },
          },
    ]);
  });
}
