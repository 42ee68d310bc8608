/** Work that a command left to further ones (docs/decisions/0033): part of the state, and of its snapshots. */
import type { PositionSide } from '@pelican/shared/engine/perpetual';
import type { PriceRange } from '@pelican/shared/perpetual';
import type { Money } from './money.ts';
import type { SortedList } from './sorted-list.ts';
import type { Market, Position } from './state.ts';

/** Where a walk over a market's positions stands: see risk/position-walk.ts. */
export interface PositionWalk {
  /** The newest position that was visited; 0 before the first. */
  cursor: number;
  /** Later positions have no part. */
  lastPositionId: number;
  /** What is left of the walk, derived from the cursor. */
  rest: Generator<Position, undefined> | undefined;
}

/** A funding that is being settled, on the terms that were fixed when it began. */
export interface FundingWalk extends PositionWalk {
  rate: number;
  markTicks: number;
  timeMs: number;
  /** The second walk, which pays the receivers. */
  isPaying: boolean;
  paid: Money;
  received: Money;
  /** What receivers are owed: of those visited and not yet paid, and of the fund's lots. */
  due: Money;
  lotsDue: Money;
  /** The fund's cash when paying began: receivers share it when `due` was more. */
  pool: Money;
}

/** Warnings before a funding. */
export interface WarningWalk extends PositionWalk {
  minutes: number;
  timeMs: number;
}

/** A ranking for deleveraging: the first walk takes the scores of both sides, the second gives each position its light. */
export interface RankingWalk extends PositionWalk {
  isRanking: boolean;
  /** Lowest first; empty in the second walk. */
  longScores: SortedList<number>;
  shortScores: SortedList<number>;
  /** For the second walk: scores below which a position shows light 4, 3, 2 and 1. */
  longLimits: number[];
  shortLimits: number[];
}

/** A position in a queue for deleveraging. */
export interface Place {
  /** The position's. */
  id: number;
  score: Money;
  isWinner: boolean;
}

/** See risk/deleverage-queue.ts. */
export interface DeleverageQueue extends PositionWalk {
  market: Market;
  position: PositionSide;
  /** The mark of each market at which everybody is scored. */
  marks: Map<number, number>;
  /** Derived: who gains at these marks, and who does not, highest score first. */
  winners: SortedList<Place>;
  others: SortedList<Place>;
  /** By position. */
  places: Map<number, Place>;
  /** The last of the lots that waited when the queue became full; 0 before, and once that lot has had its turn. */
  lastWaitingLotId: number;
  /** For the first lot: the pass, and the place in its list, at which the next command continues to ask. */
  resumeAt: { pass: number; place: Place } | undefined;
}

/** What a snapshot holds of a queue. */
export type QueueSnapshot = Pick<
  DeleverageQueue,
  'market' | 'position' | 'marks' | 'cursor' | 'lastWaitingLotId' | 'resumeAt'
>;

/** Lots of the fund that users have to close, and the queues that are open for them. */
export interface Deleveraging {
  /** Ids, in the order of their turns. */
  lots: Set<number>;
  queues: DeleverageQueue[];
}

/** Prices that reached triggers which are not all fired yet. */
export interface Firing extends PriceRange {
  /** Algos whose triggers were set after these prices: they do not fire by them. */
  exempt: Set<number>;
}

/** One whose turn in a round of liquidations is to come: a position, or with position id 0 the cross account. */
export interface Turn {
  user: number;
  positionId: number;
}
