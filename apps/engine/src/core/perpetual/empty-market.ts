import type { Account, Position, Watch } from './state.ts';
import { TickHeap } from './tick-heap.ts';

/** What a market has while nothing is pending or held in it. */
export function emptyMarketParts() {
  return {
    positions: new Map<number, Position>(),
    fundingWalk: undefined,
    warningWalk: undefined,
    rankingWalk: undefined,
    falls: new TickHeap<Watch>(),
    rises: new TickHeap<Watch>(),
    trustDependent: new Set<Account>(),
  };
}
