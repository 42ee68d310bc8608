/** The refusal of a transfer code. */
import { declareErrors } from '../error-facts.ts';

export const codesErrors = declareErrors({
  /** The same for a code that was never made, was used, was deleted, or is of an account that is blocked. */
  transfer_code_unusable: { status: 422, message: 'Code not found or already used', socket: 1 },
});
