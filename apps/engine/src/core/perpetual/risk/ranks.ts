/** The rank that each position shows: its fifth of the queue of those to be deleveraged, anew once a minute. */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual/terms.ts';
import { deleverageLight } from '@pelican/shared/perpetual/deleveraging.ts';
import type { Changes } from '../changes.ts';
import type { Market, PerpetualShard, Position, RankingWalk } from '../state.ts';
import { estimateCross, estimateIsolated } from './exposure.ts';
import { goOn, startWalk, type Visits } from './position-walk.ts';

/** Each market has its own second of the minute. */
const minute = 60;

/** Begins to rank the markets whose second is between the previous tick and this one. */
export function beginRankings(shard: PerpetualShard, previousTick: number, n: number): void {
  for (const market of shard.markets.values()) {
    const turn = market.id % minute;
    const isDue = Math.floor((n - turn) / minute) > Math.floor((previousTick - turn) / minute);
    if (!isDue || market.rankingWalk || market.positions.size === 0) continue;
    market.rankingWalk = { ...startWalk(shard.lastPositionId), isRanking: false, longScores: [], shortScores: [] };
  }
}

/** Scores, then ranks, as many positions as the command may visit. */
export function goOnRanking(changes: Changes, market: Market, visits: Visits): void {
  const walk = market.rankingWalk;
  if (!walk) return;
  if (!walk.isRanking) {
    if (!goOn(market, walk, visits, (held) => scoresOf(walk, held).push(scoreOf(held)))) return;
    // Typed memory sorts numbers several times faster.
    walk.longScores = [...Float64Array.from(walk.longScores).sort()];
    walk.shortScores = [...Float64Array.from(walk.shortScores).sort()];
    walk.isRanking = true;
    walk.cursor = 0;
  }
  if (goOn(market, walk, visits, (held) => rank(changes, scoresOf(walk, held), held))) market.rankingWalk = undefined;
}

function scoresOf(walk: RankingWalk, held: Position): number[] {
  return held.position === PositionSide.long ? walk.longScores : walk.shortScores;
}

/** By how many scored strictly higher. */
function rank(changes: Changes, scores: readonly number[], held: Position): void {
  const higher = scores.length - countUpTo(scores, scoreOf(held));
  const fifth = deleverageLight(Math.min(higher, scores.length - 1), scores.length);
  if (fifth === held.adlRank) return;
  held.adlRank = fifth;
  changes.showPosition(held);
}

/** How many of the sorted scores are at most `score`. */
function countUpTo(scores: readonly number[], score: number): number {
  let low = 0;
  let high = scores.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((scores[middle] as number) <= score) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** In doubles: a rank decides nothing, and is the same on every machine. */
function scoreOf(held: Position): number {
  const { equity, notional } = held.mode === MarginMode.cross ? estimateCross(held.account) : estimateIsolated(held);
  const worth = held.market.markTicks * held.lots * Number(held.market.instrument.unit);
  const cost = Number(held.cost);
  const gain = held.position === PositionSide.long ? worth - cost : cost - worth;
  const leverage = equity > 0 ? notional / equity : 0;
  if (gain > 0) return (gain / cost) * leverage;
  return leverage > 0 ? gain / cost / leverage : 0;
}
