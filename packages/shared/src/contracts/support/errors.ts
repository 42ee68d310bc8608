/** Refusals of support. */
import { declareErrors } from '../error-facts.ts';

export const supportErrors = declareErrors({
  ticket_closed: { status: 409, message: 'This ticket is closed. Open it again to write.', socket: 21 },
  status_refused: { status: 409, message: 'The ticket cannot get this status', socket: 21 },
});
