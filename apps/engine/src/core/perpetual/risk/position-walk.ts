/**
 * A walk over a market's positions in order of ids, cut into commands (docs/decisions/0033). It ends when a visit is left
 * over and no position is.
 */
import type { PositionWalk } from '../pending-work.ts';
import type { Market, Position } from '../state.ts';

/** Positions that a command may visit, over all its walks. */
export const visitsMax = 500;

/** How many positions the command at work may still visit, score or ask. */
export class Budget {
  left: number;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
    this.left = max;
  }

  /** For the next command. */
  renew(): void {
    this.left = this.#max;
  }
}

/** A walk over the positions that the market has now. */
export function startWalk(lastPositionId: number): PositionWalk {
  return { cursor: 0, lastPositionId, rest: undefined };
}

/** Visits further positions; true when the walk has ended. */
export function goOn(market: Market, walk: PositionWalk, visits: Budget, visit: (held: Position) => void): boolean {
  // The iterator follows deletions; one that a snapshot could not hold is made again from the cursor.
  walk.rest ??= positionsAfter(market, walk.cursor);
  while (visits.left > 0) {
    const { done, value: held } = walk.rest.next();
    if (done || held.id > walk.lastPositionId) {
      walk.rest = undefined;
      return true;
    }
    visits.left--;
    walk.cursor = held.id;
    visit(held);
  }
  return false;
}

function* positionsAfter(market: Market, cursor: number): Generator<Position, undefined> {
  for (const held of market.positions.values()) if (held.id > cursor) yield held;
}
