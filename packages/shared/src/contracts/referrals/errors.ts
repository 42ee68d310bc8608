/** Refusals of the referral programme. */
import { declareErrors } from '../error-facts.ts';

export const referralsErrors = declareErrors({
  rewards_unavailable: {
    status: 503,
    message: 'Rewards cannot be paid out at the moment. Nothing is lost: please try again later.',
    socket: 2,
  },
});
