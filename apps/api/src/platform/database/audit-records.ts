import type { Prisma } from '@pelican/prisma/client.ts';
import type { Queryable } from './pool.ts';
import type { PrismaQueryable } from './prisma.ts';

export interface AuditEntry {
  /** 'ops:<operator>', 'user:<id>' or 'system' */
  actor: string;
  action: string;
  /** What it was done to: 'user:<id>', 'market:<id>' ... */
  subject: string;
  details: Record<string, unknown>;
}

/** Writes what happened, in the transaction in which it happens. */
export async function recordAudit(transaction: Queryable, entry: AuditEntry): Promise<void> {
  await transaction.query('INSERT INTO audit_records (actor, action, subject, details) VALUES ($1, $2, $3, $4)', [
    entry.actor,
    entry.action,
    entry.subject,
    JSON.stringify(entry.details),
  ]);
}

/** As `recordAudit`, in a transaction of Prisma. */
export async function createAuditRecord(transaction: PrismaQueryable, entry: AuditEntry): Promise<void> {
  await transaction.auditRecord.create({
    data: { ...entry, details: entry.details as Prisma.InputJsonObject },
    select: { id: true },
  });
}

export interface AuditRecord extends AuditEntry {
  id: number;
  createdAt: Date;
}

/** Texts are beginnings: 'wallet.' finds every action on wallets. */
export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  /** Older than the record of this id. */
  before?: number | undefined;
}

const pageRows = 1_000;

/** The newest first, read page by page. @param countMax how many at most */
export async function* readAuditRecords(
  db: Queryable,
  { actor, action, subject, since, until, before: last }: AuditFilter,
  countMax: number,
): AsyncGenerator<AuditRecord> {
  let before: string | number | null = last ?? null;
  for (let left = countMax; left > 0; left -= pageRows) {
    const { rows }: { rows: (Omit<AuditRecord, 'id'> & { id: string })[] } = await db.query(
      `SELECT id, actor, action, subject, details, created_at AS "createdAt" FROM audit_records
        WHERE ($1::text IS NULL OR starts_with(actor, $1)) AND ($2::text IS NULL OR starts_with(action, $2))
          AND ($3::text IS NULL OR starts_with(subject, $3))
          AND ($4::timestamptz IS NULL OR created_at >= $4) AND ($5::timestamptz IS NULL OR created_at < $5)
          AND ($6::bigint IS NULL OR id < $6)
        ORDER BY id DESC LIMIT $7`,
      [actor ?? null, action ?? null, subject ?? null, since ?? null, until ?? null, before, Math.min(left, pageRows)],
    );
    for (const row of rows) yield { ...row, id: Number(row.id) };
    const oldest = rows.at(-1);
    if (!oldest || rows.length < pageRows) return;
    before = oldest.id;
  }
}
