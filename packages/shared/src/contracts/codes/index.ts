/** Transfer codes: calls and shapes. */
export { codesEndpoints } from './endpoints.ts';
export {
  type AppliedCode,
  type CodeEvent,
  type CodeToConfirm,
  type CreatedCode,
  codeToApply,
  codeToConfirm,
  type NewCodeRequest,
  newCode,
  type OpenCode,
} from './schemas.ts';
export { codesPageSize, transferCodeLength } from './terms.ts';
