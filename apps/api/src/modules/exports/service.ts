/** Exports as users ask for them and download them. */
import { randomUUID } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DomainError } from '@pelican/shared/contracts';
import type { ExportFormat, OwnExport } from '@pelican/shared/contracts/exports';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { lockUserRow } from '../../identity/index.ts';
import { cancelJobById, enqueue } from '../../jobs/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type Principal, type PrivateReads, takeShared } from '../../platform/http/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import { fileDays, writeExport } from './jobs.ts';
import type { ExportKind } from './kind.ts';
import { periodText, zoneOf } from './period.ts';
import { createExportKeys, readPieces } from './pieces.ts';
import {
  countOpen,
  deleteExport,
  deleteOldest,
  type ExportRow,
  findExport,
  insertExport,
  listExports,
  readPiece,
} from './repository.ts';

/** Of a user, that wait or are written. */
const openMax = 3;
const dayMs = 86_400_000;
const mediaTypes: Record<ExportFormat, string> = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' };

export interface ExportServiceDeps {
  pool: pg.Pool;
  privateReads: PrivateReads;
  redis: Pick<Redis, 'eval'>;
  encryptionKeys: EncryptionKeys;
  kinds: readonly ExportKind[];
  /** @throws DomainError unknown_pair */
  requireMarket(pair: string, userId: number): void;
  /** What the user did, here or elsewhere, is in Postgres after this. */
  waitForOwn(userId: number): Promise<void>;
}

export interface WantedExport {
  kind: string;
  params: unknown;
  format: ExportFormat;
}

export interface OpenedExport {
  mediaType: string;
  name: string;
  size: number;
  content: Readable;
}

export interface ExportService {
  /** @throws DomainError unknown_export, invalid_argument, unknown_pair, exports_waiting, too_many_requests */
  begin(caller: Principal, wanted: WantedExport): Promise<OwnExport>;
  list(caller: Principal, page: { offset: number; limit: number }): Promise<{ result: OwnExport[]; total: number }>;
  /** @throws DomainError not_found */
  find(caller: Principal, id: string): Promise<OwnExport>;
  /** @throws DomainError not_found, export_not_ready; the content ends with an error when a piece is missing or was tampered with */
  open(caller: Principal, id: string): Promise<OpenedExport>;
  /** @throws DomainError not_found */
  remove(caller: Principal, id: string): Promise<void>;
}

export function createExportService(deps: ExportServiceDeps): ExportService {
  const { pool, redis, encryptionKeys, kinds, requireMarket, waitForOwn } = deps;
  const { pool: reads, queue } = deps.privateReads;
  const view = (row: ExportRow) => viewExport(row, kinds);

  async function rowOf(caller: Principal, id: string): Promise<ExportRow> {
    const row = await queue.run(caller, () => findExport(reads, caller.userId, id));
    if (!row) throw new DomainError('not_found');
    return row;
  }

  return {
    async begin(caller, { kind: name, params, format }) {
      const { userId } = caller;
      const kind = kinds.find((one) => one.name === name);
      if (!kind) throw new DomainError('unknown_export');
      const checked = kind.params.safeParse(params);
      if (!checked.success) throw invalidParams(checked.error.issues);
      const pair = kind.pair?.(checked.data);
      if (pair) requireMarket(pair, userId);
      if (kind.isForPrograms && format !== 'csv')
        throw new DomainError('invalid_argument', {
          fields: { format: ['This file is a CSV: other programs read it'] },
        });
      await takeShared(redis, [
        { name: `exports:user:${userId}:minute`, max: 6, seconds: 60 },
        { name: `exports:user:${userId}:day`, max: 50, seconds: 86_400 },
      ]);
      await waitForOwn(userId);
      const id = randomUUID();
      const keys = await createExportKeys(id, encryptionKeys);
      await inTransaction(pool, async (tx) => {
        await lockUserRow(tx, userId);
        if ((await countOpen(tx, userId)) >= openMax) throw new DomainError('exports_waiting');
        await deleteOldest(tx, userId);
        const jobId = await enqueue(tx, writeExport, { key: `export:${id}`, payload: { exportId: id, userId } });
        // Kept at least until then; the job says it again when the file is there.
        const expiresAt = new Date(Date.now() + fileDays * dayMs);
        await insertExport(tx, { id, userId, kind: name, params: checked.data, format, jobId, expiresAt, ...keys });
      });
      const row = await findExport(pool, userId, id);
      if (!row) throw new DomainError('not_found');
      return view(row);
    },
    async list(caller, page) {
      const { rows, total } = await queue.run(caller, () => listExports(reads, caller.userId, page));
      return { result: rows.map(view), total };
    },
    find: async (caller, id) => view(await rowOf(caller, id)),
    async open(caller, id) {
      const row = await rowOf(caller, id);
      if (row.state !== 'ready') throw new DomainError('export_not_ready');
      const pieces = readPieces({ ...row, exportId: id }, encryptionKeys, (number) =>
        queue.run(caller, () => readPiece(reads, id, number)),
      );
      const content = createGunzip();
      // An error of the pieces ends the content with it.
      pipeline(Readable.from(pieces), content, () => undefined);
      return { mediaType: mediaTypes[row.format], name: view(row).fileName, size: Number(row.size), content };
    },
    async remove({ userId }, id) {
      await inTransaction(pool, async (tx) => {
        const jobs = await deleteExport(tx, userId, id);
        if (jobs.length === 0) throw new DomainError('not_found');
        for (const jobId of jobs) if (jobId !== null) await cancelJobById(tx, jobId);
      });
    },
  };
}

function invalidParams(issues: readonly { path: PropertyKey[]; message: string }[]): DomainError {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = path.join('.') || 'params';
    fields[field] = [...(fields[field] ?? []), message];
  }
  return new DomainError('invalid_argument', { fields });
}

function viewExport(row: ExportRow, kinds: readonly ExportKind[]): OwnExport {
  const { id, kind: name, format, state, progress, createdAt, finishedAt, expiresAt } = row;
  const kind = kinds.find((one) => one.name === name);
  // An earlier release may have declared other params.
  const params = kind?.params.safeParse(row.params);
  const known = kind && params?.success ? { kind, params: params.data } : undefined;
  const day = new Date(createdAt * 1_000).toISOString().slice(0, 10);
  const isRunning = state === 'running';
  return {
    id,
    kind: name,
    title: known ? known.kind.title(known.params) : name,
    period: known ? periodText(known.kind.period(known.params), zoneOf(row)) : '',
    format,
    state,
    progress: state === 'ready' ? 100 : isRunning && progress?.counts.total !== undefined ? progress.percent : null,
    rows: isRunning ? (progress?.counts.rows ?? 0) : row.rows,
    size: Number(row.size),
    fileName: `pelican-${kind?.fileName ?? 'export'}-${day}.${format}`,
    createdAt,
    finishedAt,
    expiresAt,
    reason: state === 'failed' ? (row.reason ?? 'failed') : null,
  };
}
