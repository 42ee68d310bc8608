/** Cases in Postgres. */
import type {
  CasePart,
  CaseStatus,
  DocumentField,
  GlobalKind,
  KycRisk,
  PanType,
  ResubmitPart,
} from '@pelican/shared/contracts/kyc';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { foundRisks, storedRisks } from './found-risks.ts';

export type Variant = 'global' | 'india';

export interface ProviderResult {
  result: 'passed' | 'failed';
  checks: { name: string; passed: boolean; detail?: string | undefined }[];
}

export interface KycCase {
  id: number;
  userId: number;
  variant: Variant;
  status: CaseStatus;
  revision: number;
  details: Buffer | null;
  country: string | null;
  documentKind: GlobalKind | null;
  panType: PanType | null;
  approvedParts: CasePart[];
  resubmit: ResubmitPart[];
  /** Those it was submitted with, and those that are found now. */
  risks: KycRisk[];
  providerResult: ProviderResult | null;
  reason: string | null;
  createdAt: Date;
  submittedAt: Date | null;
  decidedAt: Date | null;
}

export const caseColumns = `kyc_cases.id, user_id AS "userId", variant, kyc_cases.status, revision, details, kyc_cases.country,
  document_kind AS "documentKind", pan_type AS "panType", approved_parts AS "approvedParts", resubmit,
  ${foundRisks} || ${storedRisks} AS risks, provider_result AS "providerResult", reason, kyc_cases.created_at AS "createdAt", submitted_at AS "submittedAt", decided_at AS "decidedAt"`;

export type CaseRow = Omit<KycCase, 'id' | 'userId'> & { id: string; userId: string };

export function readCase<Row extends CaseRow>(row: Row): Row & KycCase {
  return { ...row, id: Number(row.id), userId: Number(row.userId) } as unknown as Row & KycCase;
}

/** The newest case of a user. @param lock keeps it until the transaction ends */
export async function findLastCase(
  db: Queryable,
  userId: number,
  lock: '' | 'FOR UPDATE' = '',
): Promise<KycCase | undefined> {
  const { rows } = await db.query<CaseRow>(
    `SELECT ${caseColumns} FROM kyc_cases WHERE user_id = $1 ORDER BY id DESC LIMIT 1 ${lock}`,
    [userId],
  );
  return rows[0] && readCase(rows[0]);
}

/** The one that says who the user is: the one that was approved, or else the newest. */
export async function findShownCase(
  db: Queryable,
  userId: number,
): Promise<Pick<KycCase, 'id' | 'details'> | undefined> {
  const { rows } = await db.query<{ id: string; details: Buffer }>(
    `SELECT id, details FROM kyc_cases WHERE user_id = $1 AND status <> 'withdrawn' AND details IS NOT NULL
      ORDER BY status = 'approved' DESC, id DESC LIMIT 1`,
    [userId],
  );
  return rows[0] && { ...rows[0], id: Number(rows[0].id) };
}

export async function findCase(db: Queryable, id: number, lock: '' | 'FOR UPDATE' = ''): Promise<KycCase | undefined> {
  const { rows } = await db.query<CaseRow>(`SELECT ${caseColumns} FROM kyc_cases WHERE id = $1 ${lock}`, [id]);
  return rows[0] && readCase(rows[0]);
}

/** Of two that are opened at once one is. */
export async function openCase(tx: Transaction, userId: number, variant: Variant): Promise<void> {
  await tx.query('INSERT INTO kyc_cases (user_id, variant) VALUES ($1, $2) ON CONFLICT DO NOTHING', [userId, variant]);
}

/** How many cases the user has opened in the last days. */
export async function countRecentCases(db: Queryable, userId: number, days: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM kyc_cases WHERE user_id = $1 AND created_at > now() - make_interval(days => $2)',
    [userId, days],
  );
  return rows[0]?.count ?? 0;
}

export interface CaseChange {
  details?: Buffer;
  country?: string;
  documentKind?: GlobalKind;
  panType?: PanType;
  resubmit?: readonly ResubmitPart[];
  /** What a provider has checked is no longer what stands here: only its refusals stay. */
  isOtherThanChecked?: boolean;
}

/** Changes what is given, as what its owner sent. */
export async function changeCase(tx: Transaction, id: number, change: CaseChange): Promise<void> {
  await tx.query(
    `UPDATE kyc_cases SET revision = revision + 1, changed_at = now(), details = coalesce($2, details), country = coalesce($3, country),
        document_kind = coalesce($4, document_kind), pan_type = coalesce($5, pan_type),
        resubmit = coalesce($6, resubmit),
        provider_result = CASE WHEN $7 AND provider_result->>'result' = 'passed' THEN NULL ELSE provider_result END WHERE id = $1`,
    [
      id,
      change.details ?? null,
      change.country ?? null,
      change.documentKind ?? null,
      change.panType ?? null,
      change.resubmit ?? null,
      change.isOtherThanChecked ?? false,
    ],
  );
}

/** Keeps the time of the first submission when the case is submitted again: deadlines are measured by it. */
export async function markSubmitted(tx: Transaction, id: number, risks: readonly KycRisk[]): Promise<void> {
  await tx.query(
    `UPDATE kyc_cases SET status = 'submitted', submitted_at = coalesce(submitted_at, now()), resubmit = '{}', risks = $2 WHERE id = $1`,
    [id, risks],
  );
}

/** Ends a draft. Its numbers are deleted by the worker. */
export async function withdrawCase(tx: Transaction, id: number): Promise<void> {
  await tx.query(`UPDATE kyc_cases SET status = 'withdrawn', details = NULL, decided_at = now() WHERE id = $1`, [id]);
}

export interface CaseDocument {
  id: number;
  field: DocumentField;
  fileId: string;
  mediaType: string;
  size: number;
  /** Null of one that was sent to an earlier release. */
  pictureHash: Buffer | null;
  createdAt: Date;
}

/** Those that count, the newest of each field. */
export async function currentDocuments(db: Queryable, caseId: number): Promise<CaseDocument[]> {
  const { rows } = await db.query<Omit<CaseDocument, 'id'> & { id: string }>(
    `SELECT kyc_documents.id, field, file_id AS "fileId", media_type AS "mediaType", size, picture_hash AS "pictureHash", kyc_documents.created_at AS "createdAt"
       FROM kyc_documents JOIN files ON files.id = file_id WHERE case_id = $1 AND is_current ORDER BY kyc_documents.id`,
    [caseId],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Puts a file in the place of the one that the field had. @returns the id of the file that it replaces, if it does */
export async function putDocument(
  tx: Transaction,
  caseId: number,
  { field, fileId, pictureHash }: { field: DocumentField; fileId: string; pictureHash: Buffer },
): Promise<string[]> {
  const { rows } = await tx.query<{ replaced: string | null }>(
    `UPDATE kyc_documents SET is_current = false WHERE case_id = $1 AND field = $2 AND is_current
      RETURNING file_id AS replaced`,
    [caseId, field],
  );
  await tx.query('INSERT INTO kyc_documents (case_id, field, file_id, picture_hash) VALUES ($1, $2, $3, $4)', [
    caseId,
    field,
    fileId,
    pictureHash,
  ]);
  return rows.flatMap(({ replaced }) => replaced ?? []);
}

/** What of a case does not belong to the document that was chosen at last. @returns the ids of their files */
export async function dropOtherDocuments(
  tx: Transaction,
  caseId: number,
  kept: readonly DocumentField[],
): Promise<string[]> {
  const { rows } = await tx.query<{ fileId: string | null }>(
    `UPDATE kyc_documents SET is_current = false WHERE case_id = $1 AND is_current AND field <> ALL ($2)
      RETURNING file_id AS "fileId"`,
    [caseId, kept],
  );
  return rows.flatMap(({ fileId }) => fileId ?? []);
}
