/** Refusals of bank accounts in India and of what is paid by them. */
import { declareErrors } from '../error-facts.ts';
import { inrBanksMax } from './terms.ts';

export const inrErrors = declareErrors({
  inr_bank_not_found: { status: 404, message: 'INR Bank does not exists', socket: 2 },
  inr_bank_limit: {
    status: 422,
    message: `You could have only ${inrBanksMax} active INR Bank accounts`,
    socket: 1,
  },
  inr_bank_added: {
    status: 409,
    message: 'You cannot add this bank account because it was already added.',
    socket: 1,
  },
  inr_bank_not_added: { status: 422, message: 'Bank account not added!', socket: 1 },
  inr_bank_in_use: {
    status: 409,
    message: 'You cannot delete this bank account because there are unfinished transactions on it',
    socket: 1,
  },
  inr_transaction_id_exists: { status: 409, message: 'Sorry, but this transaction ID already exists.', socket: 1 },
  inr_daily_limit: { status: 422, message: 'This is more than you can move in a day', socket: 1 },
  inr_bank_not_verified: {
    status: 422,
    message: 'Your Bank Account has been not verified! Please check your data and try again',
    socket: 1,
  },
});
