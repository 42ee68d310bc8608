/** The rank that each position shows: its fifth of the queue of those to be deleveraged, anew once a minute. */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import { lightRanks } from '@pelican/shared/perpetual';
import type { Changes } from '../changes.ts';
import type { RankingWalk } from '../pending-work.ts';
import { SortedList } from '../sorted-list.ts';
import type { Market, PerpetualShard, Position } from '../state.ts';
import { estimateCross, estimateIsolated } from './exposure.ts';
import { type Budget, goOn, startWalk } from './position-walk.ts';

/** Each market has its own second of the minute. */
const minute = 60;

/** Begins to rank the markets whose second is between the previous tick and this one. */
export function beginRankings(shard: PerpetualShard, previousTick: number, n: number): void {
  for (const market of shard.markets.values()) {
    const turn = market.id % minute;
    const isDue = Math.floor((n - turn) / minute) > Math.floor((previousTick - turn) / minute);
    if (!isDue || market.rankingWalk || market.positions.size === 0) continue;
    market.rankingWalk = { ...startWalk(shard.lastPositionId), isRanking: false, ...noScores() };
  }
}

/** Scores, then ranks, as many positions as the command may visit. */
export function continueRanking(changes: Changes, market: Market, visits: Budget): void {
  const walk = market.rankingWalk;
  if (!walk) return;
  if (!walk.isRanking) {
    if (!goOn(market, walk, visits, (held) => scoresOf(walk, held).add(scoreOf(held)))) return;
    startLights(walk);
  }
  if (goOn(market, walk, visits, (held) => rank(changes, walk, held))) market.rankingWalk = undefined;
}

/** What a walk has before its first visit. */
export function noScores(): Pick<RankingWalk, 'longScores' | 'shortScores' | 'longLimits' | 'shortLimits'> {
  return { longScores: scoreList(), shortScores: scoreList(), longLimits: [], shortLimits: [] };
}

function scoreList(): SortedList<number> {
  return new SortedList((a, b) => a - b);
}

function scoresOf(walk: RankingWalk, held: Position): SortedList<number> {
  return held.position === PositionSide.long ? walk.longScores : walk.shortScores;
}

function startLights(walk: RankingWalk): void {
  const longLimits = limitsOf(walk.longScores);
  const shortLimits = limitsOf(walk.shortScores);
  Object.assign(walk, noScores(), { longLimits, shortLimits, isRanking: true, cursor: 0 });
}

/** At least `rank` scores are higher than a score below the one at `rank` from the top. */
function limitsOf(scores: SortedList<number>): number[] {
  return lightRanks(scores.size).map((rank) => scores.at(scores.size - rank));
}

/** By how many scored strictly higher. */
function rank(changes: Changes, walk: RankingWalk, held: Position): void {
  const limits = held.position === PositionSide.long ? walk.longLimits : walk.shortLimits;
  const score = scoreOf(held);
  let light = 5;
  for (const limit of limits) if (score < limit) light--;
  if (light === held.adlRank) return;
  held.adlRank = light;
  changes.showPosition(held);
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
