export {
  type AuditEntry,
  type AuditFilter,
  type AuditRecord,
  createAuditRecord,
  readAuditRecords,
  recordAudit,
} from './audit-records.ts';
export { countRows } from './count-rows.ts';
export { deleteInBatches } from './delete-in-batches.ts';
export { type Deployment, readDeployment } from './deployment.ts';
export { likePattern } from './like-pattern.ts';
export {
  createLongPool,
  createPool,
  createReadPool,
  createToolPool,
  inTransaction,
  inTransactionOn,
  openLongPool,
  type Queryable,
  readsMax,
  type Transaction,
} from './pool.ts';
export { inPrismaTransaction, type PrismaQueryable } from './prisma.ts';
export { sharedRead } from './shared-read.ts';
export { inSnapshot } from './snapshot.ts';
export { isUnavailable } from './unavailable.ts';
