export { createAuditRecord, readAuditRecords, recordAudit } from './audit-records.ts';
export { deleteInBatches } from './delete-in-batches.ts';
export {
  createPool,
  createPublicReadPool,
  createToolPool,
  inTransaction,
  inTransactionOn,
  publicReadsMax,
  type Queryable,
  type Transaction,
} from './pool.ts';
export { inPrismaTransaction, type PrismaQueryable } from './prisma.ts';
export { isUnavailable } from './unavailable.ts';
