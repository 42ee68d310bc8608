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
export {
  createLongPool,
  createPool,
  createReadPool,
  createToolPool,
  inTransaction,
  inTransactionOn,
  type Queryable,
  readsMax,
  type Transaction,
} from './pool.ts';
export { inPrismaTransaction, type PrismaQueryable } from './prisma.ts';
export { isUnavailable } from './unavailable.ts';
