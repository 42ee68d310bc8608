/** Refusals of transfers. */
import { declareErrors } from '../error-facts.ts';

export const walletErrors = declareErrors({
  insufficient_balance: { status: 422, message: 'Insufficient balance', socket: 10 },
  transfer_mismatch: { status: 500, message: 'This transfer is pending: it has to be examined by hand', socket: 2 },
});
