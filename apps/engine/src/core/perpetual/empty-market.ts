import { PositionSide } from '@pelican/shared/engine/perpetual';
import { MarketAlgos } from './algos/market-algos.ts';
import type { FundLot } from './fund.ts';
import type { Firing } from './pending-work.ts';
import type { Account, Position, Watch } from './state.ts';
import { TickHeap } from './tick-heap.ts';

/** What a market has while nothing is pending or held in it. */
export function emptyMarketParts() {
  return {
    positions: new Map<number, Position>(),
    fundLots: { [PositionSide.long]: new Map<number, FundLot>(), [PositionSide.short]: new Map<number, FundLot>() },
    fundingWalk: undefined,
    warningWalk: undefined,
    rankingWalk: undefined,
    falls: new TickHeap<Watch>(),
    rises: new TickHeap<Watch>(),
    algos: new MarketAlgos(),
    firings: [] as Firing[],
    resendCursor: -1,
    pausingCursor: -1,
    trustDependent: new Set<Account>(),
  };
}
