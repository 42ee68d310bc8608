/** Rows of exports. Whether one waits or runs is what its job says. */
import type { ExportFormat, ExportState, OwnExport } from '@pelican/shared/contracts/exports';
import { deleteInBatches, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { type EncryptionKeys, newestHead } from '../../platform/sealing/index.ts';
import { type ExportKeys, resealExportKey } from './pieces.ts';

export interface NewExport extends ExportKeys {
  id: string;
  userId: number;
  kind: string;
  params: unknown;
  format: ExportFormat;
  jobId: string;
  expiresAt: Date;
}

export async function insertExport(tx: Transaction, row: NewExport): Promise<void> {
  await tx.query(
    `INSERT INTO exports (id, user_id, kind, params, format, job_id, public_key, sealed_key, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.id,
      row.userId,
      row.kind,
      JSON.stringify(row.params),
      row.format,
      row.jobId,
      row.publicKey,
      row.sealedKey,
      row.expiresAt,
    ],
  );
}

/** What the job of an export finds. */
export interface ExportOrder {
  id: string;
  userId: number;
  kind: string;
  params: unknown;
  format: ExportFormat;
  publicKey: Buffer;
  email: string;
  nickname: string;
  /** Null where the user has chosen none. */
  timeZone: string | null;
}

/** Undefined when it is written, has failed, or was deleted. */
export async function findOrder(db: Queryable, id: string): Promise<ExportOrder | undefined> {
  const { rows } = await db.query<Omit<ExportOrder, 'userId'> & { userId: string }>(
    `SELECT export.id, user_id AS "userId", kind, params, format, public_key AS "publicKey", email, nickname,
        time_zone AS "timeZone"
      FROM exports export JOIN users ON users.id = user_id WHERE export.id = $1 AND outcome IS NULL`,
    [id],
  );
  return rows[0] && { ...rows[0], userId: Number(rows[0].userId) };
}

export async function insertPiece(tx: Transaction, exportId: string, number: number, content: string): Promise<void> {
  await tx.query('INSERT INTO export_pieces (export_id, number, content) VALUES ($1, $2, $3)', [
    exportId,
    number,
    content,
  ]);
}

export async function deletePieces(tx: Transaction, exportId: string): Promise<void> {
  await tx.query('DELETE FROM export_pieces WHERE export_id = $1', [exportId]);
}

export interface ExportEnd {
  outcome: 'ready' | 'failed';
  reason?: OwnExport['reason'];
  rows?: number;
  size?: number;
  pieces?: number;
  expiresAt: Date;
}

/** @returns whether it was still there and open */
export async function endExport(tx: Transaction, id: string, end: ExportEnd): Promise<boolean> {
  const { outcome, reason = null, rows = 0, size = 0, pieces = 0, expiresAt } = end;
  const { rowCount } = await tx.query(
    `UPDATE exports SET outcome = $2, reason = $3, rows = $4, size = $5, pieces = $6, expires_at = $7, finished_at = now()
      WHERE id = $1 AND outcome IS NULL`,
    [id, outcome, reason, rows, size, pieces, expiresAt],
  );
  return rowCount === 1;
}

/** Files that a user keeps: so many, and pieces of all of them together. The newest is kept whatever its size. */
const keptFilesMax = 20;
const keptPiecesMax = 400;

/** Ends the time of a user's oldest files, so that what is kept is within its bounds; `deleteExpired` deletes them. */
export async function endOldestFiles(tx: Transaction, userId: number): Promise<void> {
  await tx.query(
    `UPDATE exports SET expires_at = now() WHERE id IN (
       SELECT id FROM (
         SELECT id, row_number() OVER newest AS place, sum(pieces) OVER newest AS pieces FROM exports
           WHERE user_id = $1 AND outcome = 'ready' AND expires_at > now()
           WINDOW newest AS (ORDER BY finished_at DESC, id)) kept
         WHERE place > $2 OR place > 1 AND pieces > $3)`,
    [userId, keptFilesMax, keptPiecesMax],
  );
}

/** What a user's list shows; older ones that have ended are deleted. */
const keptRowsMax = 100;

/** Deletes a user's oldest exports that have no file any more, so that a new one has room in the list. */
export async function deleteOldest(tx: Transaction, userId: number): Promise<void> {
  await tx.query(
    `DELETE FROM exports WHERE expires_at <= now() AND id IN (
       SELECT id FROM exports WHERE user_id = $1 ORDER BY created_at DESC, id OFFSET $2)`,
    [userId, keptRowsMax - 1],
  );
}

export interface ExportRow {
  id: string;
  kind: string;
  params: unknown;
  format: ExportFormat;
  state: ExportState;
  reason: OwnExport['reason'];
  /** Of the job; null before it says so. */
  progress: { percent: number; counts: Record<string, number> } | null;
  rows: number;
  size: string;
  pieces: number;
  publicKey: Buffer;
  sealedKey: Buffer;
  timeZone: string | null;
  createdAt: number;
  finishedAt: number | null;
  expiresAt: number;
}

const epoch = (column: string) => `extract(epoch FROM ${column})::float8`;
/** A job that is gone without an outcome has died with its processes. */
const state = `CASE WHEN outcome = 'ready' AND expires_at <= now() THEN 'expired' WHEN outcome IS NOT NULL THEN outcome
  WHEN job.state IN ('waiting', 'running', 'cancelled') THEN job.state ELSE 'failed' END`;
const selected = `SELECT export.id, kind, params, format, ${state} AS state, reason, job.progress, rows, size, pieces,
    public_key AS "publicKey", sealed_key AS "sealedKey", time_zone AS "timeZone", ${epoch('export.created_at')} AS "createdAt",
    ${epoch('export.finished_at')} AS "finishedAt", ${epoch('expires_at')} AS "expiresAt"
  FROM exports export JOIN users ON users.id = user_id LEFT JOIN jobs job ON job.id = job_id`;

/** Undefined when there is none, or it is of another user. */
export async function findExport(db: Queryable, userId: number, id: string): Promise<ExportRow | undefined> {
  const { rows } = await db.query<ExportRow>(`${selected} WHERE export.user_id = $1 AND export.id = $2`, [userId, id]);
  return rows[0];
}

/** The newest first. */
export async function listExports(
  db: Queryable,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ExportRow[]; total: number }> {
  const { rows } = await db.query<ExportRow>(
    `${selected} WHERE export.user_id = $1 ORDER BY export.created_at DESC, export.id LIMIT $2 OFFSET $3`,
    [userId, limit, offset],
  );
  const counted = await db.query<{ total: number }>('SELECT count(*)::int AS total FROM exports WHERE user_id = $1', [
    userId,
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function countOpen(tx: Transaction, userId: number): Promise<number> {
  const { rows } = await tx.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM exports export JOIN jobs job ON job.id = job_id
      WHERE export.user_id = $1 AND outcome IS NULL AND job.state IN ('waiting', 'running')`,
    [userId],
  );
  return rows[0]?.open ?? 0;
}

export async function readPiece(db: Queryable, exportId: string, number: number): Promise<string | undefined> {
  const { rows } = await db.query<{ content: string }>(
    `SELECT content FROM export_pieces JOIN exports export ON export.id = export_id
      WHERE export_id = $1 AND number = $2 AND expires_at > now()`,
    [exportId, number],
  );
  return rows[0]?.content;
}

/** With its file. @returns the ids of its job, none when it was not there */
export async function deleteExport(tx: Transaction, userId: number, id: string): Promise<(string | null)[]> {
  const { rows } = await tx.query<{ jobId: string | null }>(
    'DELETE FROM exports WHERE user_id = $1 AND id = $2 RETURNING job_id AS "jobId"',
    [userId, id],
  );
  return rows.map(({ jobId }) => jobId);
}

/** Those of an account that is erased. A run that is under way finds none of them when it ends. */
export async function deleteExportsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query('DELETE FROM exports WHERE user_id = $1', [userId]);
}

/** Pieces are hundreds of kilobytes each. */
const piecesAtOnce = 100;
const rowsAtOnce = 500;
/** The list of a user says for so long what became of an export. */
const keptDays = 30;

/** Files whose time is over, and rows that are old. Several workers may do so at once. */
export async function deleteExpired(db: Queryable): Promise<void> {
  await deleteInBatches(
    db,
    `DELETE FROM export_pieces WHERE (export_id, number) IN (
       SELECT export_id, number FROM exports export JOIN export_pieces piece ON export_id = export.id
         WHERE expires_at < now() LIMIT $1 FOR UPDATE OF piece SKIP LOCKED)`,
    piecesAtOnce,
  );
  await deleteInBatches(
    db,
    `DELETE FROM exports WHERE id IN (
       SELECT id FROM exports WHERE expires_at < now() - make_interval(days => ${keptDays}) LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    rowsAtOnce,
  );
}

/** Seals the keys of exports with the newest of the keys. @returns how many @throws Error as `unseal` */
export async function resealExportKeys(tx: Transaction, keys: EncryptionKeys): Promise<number> {
  const head = newestHead(keys);
  const { rows } = await tx.query<{ id: string; sealedKey: Buffer }>(
    `SELECT id, sealed_key AS "sealedKey" FROM exports WHERE substring(sealed_key FROM 1 FOR $2) <> $1 AND expires_at > now()
      ORDER BY id FOR NO KEY UPDATE`,
    [head, head.length],
  );
  await tx.query(
    `UPDATE exports SET sealed_key = changed.sealed
       FROM unnest($1::uuid[], $2::bytea[]) AS changed (id, sealed) WHERE exports.id = changed.id`,
    [rows.map(({ id }) => id), rows.map(({ id, sealedKey }) => resealExportKey(id, sealedKey, keys))],
  );
  return rows.length;
}
