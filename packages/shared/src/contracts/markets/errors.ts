/** Refusals that concern a market or an asset as a whole. */
import { declareErrors } from '../error-facts.ts';

export const marketsErrors = declareErrors({
  unknown_pair: { status: 422, message: 'Unknown pair', socket: 1 },
  unknown_asset: { status: 422, message: 'Unknown currency', socket: 1 },
  market_closed: { status: 422, message: 'Trading in this market is closed', socket: 19 },
  invalid_settings: { status: 422, message: 'These settings break the rules of the engine', socket: 1 },
});
