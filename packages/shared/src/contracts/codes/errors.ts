/** The refusal of a transfer code. */
import { declareErrors } from '../error-facts.ts';

export const codesErrors = declareErrors({
  /** Somebody who had a session for a moment may have added them. */
  factor_recent: {
    status: 403,
    message:
      'A second factor or recovery codes were added in the last days: until they are a week old only smaller codes can be created',
    socket: 20,
  },
  /** The same for a code that was never made, was used, was deleted, or is of an account that is blocked. */
  transfer_code_unusable: { status: 422, message: 'Code not found or already used', socket: 1 },
});
