/** A venue's channels: a kind has the same params and pushes in both, and its suffix says which one is meant. */
import type { MarketView } from '../market-data/live-listeners.ts';
import type { MarketState } from '../market-data/market-state.ts';

export interface Venue<State extends MarketState = MarketState> {
  view: MarketView<State>;
  suffix: '' | '_swap';
}
