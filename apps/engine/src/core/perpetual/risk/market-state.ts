/** What may be done in a market: what an operator set and what its index allows, the strictest of both. */
import { MarketState } from '@pelican/shared/engine/perpetual';
import type { Market } from '../state.ts';

/** A market without a valid index for so long is stale, and closes only for as long again once it is back. */
const staleAfterSeconds = 10;
const recoverySeconds = 10;

const ofOperator = {
  open: MarketState.open,
  closeOnly: MarketState.closeOnly,
  halted: MarketState.halted,
} as const;

/** Whether the market had no valid index in the ten seconds before second `n`. */
export function isStaleAt(market: Market, n: number): boolean {
  return market.indexTick === 0 || n - market.indexTick >= staleAfterSeconds;
}

/** The state of a market at second `n`, the newest tick's. */
export function marketStateAt(market: Market, n: number): MarketState {
  return Math.max(ofOperator[market.settings.status], stateOfIndex(market, n)) as MarketState;
}

function stateOfIndex(market: Market, n: number): MarketState {
  if (isStaleAt(market, n)) return MarketState.stale;
  const isRecovering = market.recoveredTick > 0 && n - market.recoveredTick < recoverySeconds;
  return isRecovering ? MarketState.closeOnly : MarketState.open;
}

/** Whether the market's mark may trigger and liquidate: neither stale nor halted. */
export function isMarkTrusted(market: Market): boolean {
  return market.state === MarketState.open || market.state === MarketState.closeOnly;
}
