/** Disputes in Postgres. */
import { DomainError } from '@pelican/shared/contracts';
import type { DisputeView, OperatorDecision } from '@pelican/shared/contracts/loans';
import { isRunning, type Loan, type LoanEvent } from '@pelican/shared/loans';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import { secondsOf } from '../decimals.ts';
import type { StoredLoan } from '../loans.ts';
import { filesOfEvidence } from './files.ts';

export interface DisputeRow {
  id: string;
  loanId: string;
  openedBy: string;
  reason: DisputeView['reason'];
  openedAt: Date;
  lenderDays: number | null;
  borrowerDays: number | null;
  decision: { type: NonNullable<DisputeView['decision']> } | null;
  decidedAt: Date | null;
}

const columns = `id, loan_id AS "loanId", opened_by AS "openedBy", reason, opened_at AS "openedAt", lender_days AS "lenderDays",
  borrower_days AS "borrowerDays", decision, decided_at AS "decidedAt"`;

/**
 * The open dispute of a loan.
 * @param read the one that the caller has read; undefined: whichever is open @throws DomainError dispute_not_open
 */
export async function demandOpenDispute(db: Queryable, loanId: number, read?: number): Promise<DisputeRow> {
  const { rows } = await db.query<DisputeRow>(
    `SELECT ${columns} FROM p2p_disputes WHERE loan_id = $1 AND decided_at IS NULL`,
    [loanId],
  );
  const [dispute] = rows;
  if (!dispute || (read !== undefined && read !== Number(dispute.id))) throw new DomainError('dispute_not_open');
  return dispute;
}

/** The newest first. */
export async function findDisputes(db: Queryable, loanId: number): Promise<DisputeRow[]> {
  const { rows } = await db.query<DisputeRow>(
    `SELECT ${columns} FROM p2p_disputes WHERE loan_id = $1 ORDER BY id DESC LIMIT 20`,
    [loanId],
  );
  return rows;
}

export async function insertDispute(
  tx: Transaction,
  { loanId, userId, reason, now }: { loanId: number; userId: number; reason: string; now: number },
): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    'INSERT INTO p2p_disputes (loan_id, opened_by, reason, opened_at) VALUES ($1, $2, $3, $4) RETURNING id',
    [loanId, userId, reason, new Date(now)],
  );
  return Number(rows[0]?.id);
}

/** @returns its id */
export async function insertEvidence(
  tx: Transaction,
  { disputeId, userId, text }: { disputeId: number; userId: number; text: string },
): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    'INSERT INTO p2p_evidence (dispute_id, user_id, text) VALUES ($1, $2, $3) RETURNING id',
    [disputeId, userId, text],
  );
  return Number(rows[0]?.id);
}

/** What one side has said in a dispute. */
export async function countEvidence(db: Queryable, disputeId: string, userId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM p2p_evidence WHERE dispute_id = $1 AND user_id = $2',
    [disputeId, userId],
  );
  return rows[0]?.count ?? 0;
}

/** How many days more a side agrees to. @param days 0: to none any more */
export async function agreeToDays(
  tx: Transaction,
  disputeId: string,
  { by, days }: { by: 'lender' | 'borrower'; days: number },
): Promise<void> {
  await tx.query(`UPDATE p2p_disputes SET ${by}_days = nullif($2, 0) WHERE id = $1`, [disputeId, days]);
}

/** What operators have decided; the dispute ends when it is carried out. */
export async function keepDecision(
  tx: Transaction,
  disputeId: string,
  { decision, actor }: { decision: OperatorDecision; actor: string },
): Promise<void> {
  await tx.query('UPDATE p2p_disputes SET decision = $2, decided_by = $3 WHERE id = $1', [
    disputeId,
    JSON.stringify(decision),
    actor,
  ]);
}

/**
 * A decision that has been carried out ends its dispute, in the step that carries it out. A sale that was decided on and cannot be any more, as the
 * loan is repaid or sold for another cause, leaves its dispute to be decided anew.
 */
export async function followDispute(
  tx: Transaction,
  { id, saleWanted }: Pick<StoredLoan, 'id' | 'saleWanted'>,
  { loan, events }: { loan: Loan; events: readonly LoanEvent[] },
  now: number,
): Promise<void> {
  if (events.some(({ type }) => type === 'dispute_decided'))
    await tx.query('UPDATE p2p_disputes SET decided_at = $2 WHERE loan_id = $1 AND decided_at IS NULL', [
      id,
      new Date(now),
    ]);
  else if (saleWanted === 'arbitration' && !isRunning(loan))
    await tx.query(
      'UPDATE p2p_disputes SET decision = NULL, decided_by = NULL WHERE loan_id = $1 AND decided_at IS NULL',
      [id],
    );
}

interface EvidenceRow {
  id: string;
  userId: string;
  text: string;
  createdAt: Date;
}

/** With what both sides have shown, the oldest first. */
export async function viewDispute(
  db: Queryable,
  row: DisputeRow,
  { sides }: Pick<StoredLoan, 'sides'>,
): Promise<DisputeView> {
  const { rows } = await db.query<EvidenceRow>(
    `SELECT id, user_id AS "userId", text, created_at AS "createdAt" FROM p2p_evidence WHERE dispute_id = $1 ORDER BY id`,
    [row.id],
  );
  const files = await filesOfEvidence(
    db,
    rows.map(({ id }) => id),
  );
  const roleOf = (userId: string) => (Number(userId) === sides.lenderId ? 'lend' : 'borrow');
  return {
    id: Number(row.id),
    loan_id: Number(row.loanId),
    reason: row.reason,
    opened_by: roleOf(row.openedBy),
    state: row.decidedAt === null ? 'open' : 'decided',
    date: secondsOf(row.openedAt),
    decided_at: row.decidedAt && secondsOf(row.decidedAt),
    // What is not carried out yet is not said.
    decision: row.decidedAt === null ? null : (row.decision?.type ?? null),
    lender_days: row.lenderDays,
    borrower_days: row.borrowerDays,
    evidence: rows.map(({ id, userId, text, createdAt }) => ({
      id: Number(id),
      by: roleOf(userId),
      text,
      date: secondsOf(createdAt),
      files: files.get(id) ?? [],
    })),
  };
}
