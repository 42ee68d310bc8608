/** Refusals of deposits by payment providers. */
import { declareErrors } from '../error-facts.ts';

export const fiatErrors = declareErrors({
  payment_provider_failed: {
    status: 503,
    message: 'The payment provider does not answer. Please try again later',
    socket: 1,
  },
});
