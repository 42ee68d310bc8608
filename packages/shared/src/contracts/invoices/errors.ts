/** Refusals of invoices. */
import { declareErrors } from '../error-facts.ts';

export const invoicesErrors = declareErrors({
  /** Paid, canceled, over, or of an account that is blocked. */
  invoice_closed: { status: 409, message: 'This invoice can no longer be paid', socket: 1 },
  invoice_own: { status: 422, message: 'You cannot pay your own invoice', socket: 1 },
});
