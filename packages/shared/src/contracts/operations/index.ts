/** What operators call, and their permissions. */
export { operationsEndpoints } from './endpoints.ts';
export { isPermission, type Permission, permissions } from './permissions.ts';
export type { Claim, OperatorSelf, QueueState } from './queues.ts';
export { isOperatorRole, type OperatorRole, operatorRoles, roleOf } from './roles.ts';
export { reasonText } from './schemas.ts';
export { type Requested, type Submission, submission, submissionOf, submissionStatuses } from './submission.ts';
