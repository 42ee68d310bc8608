/** Recovery and change of passwords: calls and shapes. */
export { passwordsEndpoints } from './endpoints.ts';
export {
  type ChangeRequest,
  changeRequest,
  type RecoveryCodeRequest,
  type RecoveryRequest,
  type RemovedAccess,
  type ResetRequest,
  recoveryCodeRequest,
  recoveryRequest,
  resetRequest,
} from './schemas.ts';
