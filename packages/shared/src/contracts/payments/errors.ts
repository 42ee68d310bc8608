/** Refusals that deposits and withdrawals have in common. */
import { declareErrors } from '../error-facts.ts';

export const paymentsErrors = declareErrors({
  unknown_payment_method: { status: 404, message: 'There is no such payment method for this currency', socket: 2 },
  deposit_disabled: { status: 422, message: 'Deposits are disabled', socket: 2 },
  fee_changed: { status: 409, message: 'The fee has changed', socket: 2 },
  withdrawal_disabled: { status: 422, message: 'Withdrawals are disabled', socket: 2 },
});
