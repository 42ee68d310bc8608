/** Pictures that the sides of a dispute show: files at rest, and the rows that say where they belong. */
import { DomainError } from '@pelican/shared/contracts';
import { type AttachmentView, attachmentsMax, ticketAttachments } from '@pelican/shared/contracts/support';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import {
  type CheckedFile,
  deleteFilesOf,
  type OpenedFile,
  openFile,
  storeFile,
  type UploadRules,
} from '../../../platform/files/index.ts';
import type { EncryptionKeys } from '../../../platform/sealing/index.ts';

const filePurpose = 'p2p_dispute';

export const evidenceRules: UploadRules = {
  files: { file: { kinds: ticketAttachments.kinds, bytesMax: ticketAttachments.bytesMax, countMax: attachmentsMax } },
  // One too many is refused by name.
  filesMax: attachmentsMax + 1,
  bodyBytesMax: ticketAttachments.formBytesMax,
  placesMax: 3,
};

/** In the transaction of the evidence that they belong to. */
export async function attachEvidence(
  tx: Transaction,
  keys: EncryptionKeys,
  { userId, evidenceId, files }: { userId: number; evidenceId: number; files: readonly CheckedFile[] },
): Promise<void> {
  for (const [position, file] of files.entries()) {
    const fileId = await storeFile(tx, keys, { userId, purpose: filePurpose, file, deleteAfter: null });
    await tx.query('INSERT INTO p2p_evidence_files (file_id, evidence_id, position) VALUES ($1, $2, $3)', [
      fileId,
      evidenceId,
      position,
    ]);
  }
}

/** By the id of the evidence. */
export async function filesOfEvidence(db: Queryable, ids: readonly string[]): Promise<Map<string, AttachmentView[]>> {
  const { rows } = await db.query<AttachmentView & { evidenceId: string }>(
    `SELECT file.id, file.name, file.media_type AS "mediaType", file.size, evidence_id AS "evidenceId"
      FROM p2p_evidence_files JOIN files AS file ON file.id = file_id
      WHERE evidence_id = ANY ($1::bigint[]) AND coalesce(file.delete_after, 'infinity') > now() ORDER BY evidence_id, position`,
    [[...ids]],
  );
  const views = Map.groupBy(rows, ({ evidenceId }) => evidenceId);
  return new Map([...views].map(([id, files]) => [id, files.map(({ evidenceId: _, ...file }) => file)]));
}

/** Who may see disputes of the loan is for the caller to say. @throws DomainError not_found */
export async function openEvidence(
  db: Queryable,
  keys: EncryptionKeys,
  { loanId, file }: { loanId: number; file: string },
): Promise<OpenedFile> {
  const { rowCount } = await db.query(
    `SELECT FROM p2p_evidence_files JOIN p2p_evidence evidence ON evidence.id = evidence_id
        JOIN p2p_disputes dispute ON dispute.id = dispute_id
      WHERE file_id = $1 AND loan_id = $2`,
    [file, loanId],
  );
  if (rowCount === 0) throw new DomainError('not_found');
  return openFile(db, keys, { id: file, purpose: filePurpose });
}

/** With the account. */
export async function eraseEvidence(tx: Transaction, userId: number): Promise<void> {
  await deleteFilesOf(tx, { userId, purpose: filePurpose });
}
