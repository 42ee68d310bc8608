/** Refusals of loans between users, in the words that other clients of the specification know. */
import { declareErrors } from '../error-facts.ts';

export const loansErrors = declareErrors({
  passVerification: { status: 403, message: 'You must pass personal verification', socket: 20 },
  p2p_take_blocked: { status: 403, message: 'Switched off at the moment', socket: 20 },
  p2p_create_blocked: { status: 403, message: 'Switched off at the moment', socket: 20 },
  /** Also for somebody else's. */
  offer_not_found: { status: 404, message: 'Offer not found', socket: 4 },
  loan_not_found: { status: 404, message: 'Loan not found', socket: 4 },
  offer_closed: { status: 409, message: 'The offer is closed', socket: 21 },
  offer_taken: { status: 409, message: 'The offer has less left', socket: 21 },
  already_decided: { status: 409, message: 'The request is decided already', socket: 21 },
  pledge_fell: { status: 409, message: 'The pledge has lost value: more of it must be added first', socket: 21 },
  stale_version: { status: 409, message: 'This has changed meanwhile', socket: 21 },
  amount_in_use: { status: 422, message: 'So much is lent or reserved', socket: 1 },
  loan_ended: { status: 409, message: 'The loan has ended', socket: 21 },
  loan_liquidating: { status: 409, message: 'The pledge is being sold', socket: 21 },
  dispute_open: { status: 409, message: 'A dispute is open already', socket: 21 },
  dispute_not_open: { status: 409, message: 'No dispute is open', socket: 21 },
  dispute_too_late: { status: 409, message: 'A dispute can be opened for seven days after the loan', socket: 21 },
  p2p_default_open: { status: 403, message: 'Please settle your defaulted loan first', socket: 20 },
  release_blocked: { status: 409, message: 'Pledge is not released now', socket: 21 },
  own_offer: { status: 422, message: 'You cannot borrow from yourself', socket: 1 },
  currency_not_accepted: { status: 422, message: 'This currency is not accepted', socket: 1 },
  pledge_too_small: { status: 422, message: 'More pledge is needed now', socket: 1 },
  pledge_too_large: { status: 422, message: 'More than ten times what is needed', socket: 1 },
  repay_too_small: { status: 422, message: 'The repayment is too small', socket: 1 },
  repay_leaves_dust: { status: 422, message: 'Pay all, or leave more', socket: 1 },
  pledge_needed: { status: 422, message: 'So much of the pledge is needed', socket: 1 },
  too_many_offers: { status: 422, message: 'You have too many open offers', socket: 1 },
  too_many_pending: { status: 422, message: 'You have too many pending requests', socket: 1 },
  price_unavailable: { status: 503, message: 'No fresh price. Nothing was changed', socket: 3 },
});
