/** Refusals of a new password. */
import { declareErrors } from '../error-facts.ts';

export const passwordsErrors = declareErrors({
  link_ended: {
    status: 422,
    message: 'Your link is not full, was used before or has expired. Please ask for a new one.',
    socket: 1,
  },
  password_wrong: { status: 422, message: 'The password is wrong', socket: 1 },
  password_used_before: { status: 422, message: 'Field should not match one of your last 5 passwords', socket: 1 },
  withdrawals_locked: {
    status: 403,
    message: "You can't withdraw at the moment, because you have changed password in last 2 days",
    socket: 20,
  },
});
