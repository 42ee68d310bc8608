/** Deletion of an account: calls and shapes. */
export { deletionEndpoints } from './endpoints.ts';
export { type DeletionBlock, type DeletionRequest, type DeletionState, deletionRequest } from './schemas.ts';
