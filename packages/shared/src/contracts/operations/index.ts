/** What operators call, and their permissions. */
export type { RequestView } from './approvals.ts';
export { operationsEndpoints } from './endpoints.ts';
export type { LedgerEntryDetail, LedgerLine } from './ledger.ts';
export { type Evidence, type EvidenceKind, evidenceKinds, type Person, type PersonLine } from './people.ts';
export { isPermission, type Permission, permissions } from './permissions.ts';
export type { Claim, OperatorSelf, QueueState } from './queues.ts';
export type { AuditRecordView } from './records.ts';
export { isOperatorRole, type OperatorRole, operatorRoles, roleOf } from './roles.ts';
export { reasonText } from './schemas.ts';
export { newOperatorRequest, type OperatorView } from './staff.ts';
export type { Requested, Submission, SubmittedStatus } from './submission.ts';
export type { JobView, MessageView } from './upkeep.ts';
