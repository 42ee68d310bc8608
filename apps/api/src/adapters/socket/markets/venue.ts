/** A venue's channels: a kind has the same params and pushes in both, and its suffix says which one is meant. */
import type { MarketState, MarketView } from '../../../live/index.ts';

export interface Venue<State extends MarketState = MarketState> {
  view: MarketView<State>;
  suffix: '' | '_swap';
}
