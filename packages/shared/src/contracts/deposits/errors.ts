/** Refusals of deposits from networks. */
import { declareErrors } from '../error-facts.ts';

export const depositsErrors = declareErrors({
  deposit_address_unused: {
    status: 400,
    message: 'A new address can be created when the current one has received a deposit',
    socket: 2,
  },
  deposit_address_not_found: { status: 404, message: 'Address not Found. Please Contact Support', socket: 2 },
  deposit_address_failed: { status: 503, message: "Can't get your address", socket: 2, retryAfterSeconds: 5 },
  block_height_failed: { status: 503, message: "Can't get block height", socket: 2, retryAfterSeconds: 5 },
  faucet_failed: { status: 503, message: 'There are no test coins now', socket: 2, retryAfterSeconds: 5 },
});
