/** Files that people attach to tickets, comments and applications: files at rest, and the rows that say where they belong. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type AttachmentLimits,
  type AttachmentView,
  applicationAttachments,
  attachmentsMax,
  ticketAttachments,
} from '@pelican/shared/contracts/support';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import {
  type CheckedFile,
  deleteFilesOf,
  type OpenedFile,
  openFile,
  storeFile,
  type UploadRules,
} from '../../platform/files/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';

const filePurpose = 'support';
/** Applications are of people without an account too, whose deletion never comes. */
const formFileDays = 730;
const dayMs = 86_400_000;

function rulesOf({ kinds, bytesMax, formBytesMax }: AttachmentLimits, placesMax: number): UploadRules {
  return {
    files: { file: { kinds, bytesMax, countMax: attachmentsMax } },
    // One too many is refused by name.
    filesMax: attachmentsMax + 1,
    bodyBytesMax: formBytesMax,
    placesMax,
  };
}

export const ticketRules = rulesOf(ticketAttachments, 6);
export const applicationRules = rulesOf(applicationAttachments, 3);

/** What files belong to: the text of a ticket, one of its comments, or an application. */
export type AttachmentPlace = { ticketId: number; commentId: number | null } | { formId: number };

export interface NewAttachments {
  /** Null for a visitor. */
  userId: number | null;
  place: AttachmentPlace;
  files: readonly CheckedFile[];
}

/** In the transaction of what they belong to. */
export async function attachFiles(
  tx: Transaction,
  keys: EncryptionKeys,
  { userId, place, files }: NewAttachments,
): Promise<void> {
  const {
    ticketId = null,
    commentId = null,
    formId = null,
  } = { ...place } as Partial<Record<'ticketId' | 'commentId' | 'formId', number | null>>;
  const deleteAfter = formId === null ? null : new Date(Date.now() + formFileDays * dayMs);
  for (const [position, file] of files.entries()) {
    const fileId = await storeFile(tx, keys, { userId, purpose: filePurpose, file, deleteAfter });
    await tx.query(
      'INSERT INTO support_files (file_id, ticket_id, comment_id, form_id, position) VALUES ($1, $2, $3, $4, $5)',
      [fileId, ticketId, commentId, formId, position],
    );
  }
}

export interface Attachment extends AttachmentView {
  /** Null: of the ticket's own text, or of an application. */
  commentId: number | null;
  formId: number | null;
}

/** Of a ticket's own text and of some of its comments, or of several applications; in the order in which they were attached. */
export async function findAttachments(
  db: Queryable,
  of: { ticketId: number; commentIds: readonly number[] } | { formIds: readonly number[] },
): Promise<Attachment[]> {
  const [column, ids] = 'ticketId' in of ? (['ticket_id', [of.ticketId]] as const) : (['form_id', of.formIds] as const);
  const { rows } = await db.query<AttachmentView & { commentId: string | null; formId: string | null }>(
    `SELECT file.id, file.name, file.media_type AS "mediaType", file.size, attached.comment_id AS "commentId",
        attached.form_id AS "formId"
      FROM support_files AS attached JOIN files AS file ON file.id = attached.file_id
      WHERE attached.${column} = ANY ($1::bigint[]) AND coalesce(file.delete_after, 'infinity') > now()
        AND (attached.comment_id IS NULL OR attached.comment_id = ANY ($2::bigint[]))
      ORDER BY attached.form_id, attached.comment_id, attached.position`,
    [ids, 'ticketId' in of ? of.commentIds : []],
  );
  return rows.map(({ commentId, formId, ...file }) => ({
    ...file,
    commentId: commentId === null ? null : Number(commentId),
    formId: formId === null ? null : Number(formId),
  }));
}

export function viewAttachment({ id, name, mediaType, size }: AttachmentView): AttachmentView {
  return { id, name, mediaType, size };
}

/** Whether a text that came again came with the same files. */
export function areSameFiles(stored: readonly AttachmentView[], sent: readonly CheckedFile[]): boolean {
  return (
    stored.length === sent.length &&
    stored.every(({ name, size }, at) => name === sent[at]?.name && size === sent[at].content.length)
  );
}

/** Who may see the ticket or the application is for the caller to say. @throws DomainError not_found */
export async function openAttachment(
  db: Queryable,
  keys: EncryptionKeys,
  of: { ticketId: number; file: string } | { formId: number; file: string },
): Promise<OpenedFile> {
  const [column, id] = 'ticketId' in of ? (['ticket_id', of.ticketId] as const) : (['form_id', of.formId] as const);
  const { rows } = await db.query(`SELECT FROM support_files WHERE ${column} = $1 AND file_id = $2`, [id, of.file]);
  if (rows.length === 0) throw new DomainError('not_found');
  return openFile(db, keys, { id: of.file, purpose: filePurpose });
}

/** With the account: of its tickets, and of applications that it sent. */
export async function eraseAttachments(tx: Transaction, userId: number): Promise<void> {
  await deleteFilesOf(tx, { userId, purpose: filePurpose });
}
