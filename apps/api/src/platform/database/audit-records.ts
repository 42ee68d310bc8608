import type { Prisma } from '@pelican/prisma/client.ts';
import type { Queryable } from './pool.ts';
import type { PrismaQueryable } from './prisma.ts';

export interface AuditEntry {
  /** 'ops:<unix user>', 'user:<id>' or 'system' */
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
