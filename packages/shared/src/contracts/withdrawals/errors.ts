/** Refusals of withdrawals. */
import { declareErrors } from '../error-facts.ts';

export const withdrawalsErrors = declareErrors({
  invalid_address: { status: 422, message: 'Invalid address', socket: 1 },
  withdrawal_limit: { status: 422, message: 'Your withdrawal limit of 24 hours is reached', socket: 2 },
  address_not_saved: { status: 403, message: 'Withdrawals go to saved addresses alone', socket: 20 },
  address_waits: { status: 403, message: 'This address was saved too recently to be used', socket: 20 },
  /** It was confirmed, canceled or taken by the part that pays. */
  withdrawal_closed: { status: 409, message: 'This withdrawal is already on its way or has ended', socket: 2 },
  /** The request was proven over this channel, or the telephone is not older than some days. */
  confirmation_channel: {
    status: 409,
    message:
      'A withdrawal is confirmed over another channel than the code of its request came by, and by text message once the phone number is a week old',
    socket: 2,
  },
  /** Of a payment to another user. Without a mail nobody but the one who has the session would know of it. */
  confirmation_needed: { status: 403, message: 'Please confirm this with the code of a mail', socket: 20 },
  /** Of a payment to another user: as a withdrawal it would wait for an operator. */
  review_needed: { status: 422, message: 'We have to look at this: please withdraw instead', socket: 2 },
  /** After a restore, until operators have compared what was paid. */
  payouts_stopped: {
    status: 503,
    message: 'Payouts by this method are being checked. Please try again later',
    socket: 3,
  },
  price_unknown: { status: 503, message: 'There is no price for this currency at the moment', socket: 3 },
});
