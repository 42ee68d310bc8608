/** How long files of cases are kept. */
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { deleteFilesAfter } from '../../platform/files/index.ts';

export const filePurpose = 'kyc';
/** A case that is never completed. */
export const draftDays = 30;
/** Records against money laundering. */
const recordYears = 10;
const dayMs = 86_400_000;

export function draftEnd(): Date {
  return new Date(Date.now() + draftDays * dayMs);
}

/** Whatever an operator may decide on is kept from then on. */
export async function keepCaseFiles(tx: Transaction, caseId: number): Promise<void> {
  await deleteFilesAfter(tx, await filesOf(tx, caseId), new Date(Date.now() + recordYears * 365.25 * dayMs));
}

/** Nobody will look at them. */
export async function dropDraftFiles(tx: Transaction, caseId: number): Promise<void> {
  await deleteFilesAfter(tx, await filesOf(tx, caseId), new Date());
}

async function filesOf(db: Queryable, caseId: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT file_id AS id FROM kyc_documents WHERE case_id = $1 AND is_current AND file_id IS NOT NULL',
    [caseId],
  );
  return rows.map(({ id }) => id);
}
