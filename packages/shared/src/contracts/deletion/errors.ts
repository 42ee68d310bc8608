/** The refusal of a deletion. */
import { declareErrors } from '../error-facts.ts';

export const deletionErrors = declareErrors({
  deletion_blocked: { status: 422, message: 'The account cannot be deleted yet', socket: 1 },
});
