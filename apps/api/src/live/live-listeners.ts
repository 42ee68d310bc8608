/** What listeners of a live view receive, in the order of the engine's commands. */
import type { MarketState } from './market-state.ts';

export interface LiveListener {
  /** After each entry: the markets of which `bookChanged`, `traded` or `repriced` is set. */
  onMarkets(changed: readonly MarketState[]): void;
  /** The view was rebuilt from Postgres: whatever was derived from it is stale. */
  onRestored(): void;
}

/** The part of a live view that public streams need. */
export interface MarketView<State extends MarketState = MarketState> {
  market(id: number): State | undefined;
  addListener(listener: LiveListener): void;
}
