/** Refusals that follow from what operators set for the whole exchange. */
import { declareErrors } from '../error-facts.ts';

export const systemErrors = declareErrors({
  trading_paused: {
    status: 503,
    message: 'Trading is paused: no new orders are taken. Cancels and closing orders are. Nothing was changed.',
    socket: 3,
  },
  quick_swap_paused: {
    status: 503,
    message: 'Quick swaps are paused. Orders on the trading page are taken. Nothing was changed.',
    socket: 3,
  },
  flag_changed: { status: 409, message: 'Somebody else has changed it meanwhile. Load it again.', socket: 21 },
});
