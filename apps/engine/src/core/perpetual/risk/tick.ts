/** One second: prices, funding, triggers, and then everybody's risk; and the commands that go on with what it left. */
import { type CommandOf, type Op, PriceSource, RejectCode, type TickPrice } from '@pelican/shared/engine/perpetual';
import { beginResending, continueFiring, continueResending, isFiring, runTriggers } from '../algos/triggers.ts';
import { emitMarketPriced } from '../change-records.ts';
import type { Changes } from '../changes.ts';
import { continuePausing } from '../market-state.ts';
import type { Market } from '../state.ts';
import { dropServedQueues } from './deleverage-queue.ts';
import { beginEvaluation, evaluateNext, isEvaluating, watchUndue } from './evaluation.ts';
import { deleverageLots, queueLots, workNewLots, workQueue } from './fund-desk.ts';
import { notePeak } from './fund-lots.ts';
import { applyFunding } from './funding.ts';
import { continueSettling } from './funding-payments.ts';
import { priceMarket } from './mark.ts';
import { isMarkTrusted } from './market-state.ts';
import { Budget, visitsMax } from './position-walk.ts';
import { beginRankings, continueRanking } from './ranks.ts';
import { checkAccounts, takeTurns } from './rounds.ts';
import { beginFundingWarnings, continueWarning, warnOfRatios } from './warnings.ts';

/** How far a tick may be ahead of the journal's time: one accepted from the future would bar all until then. */
const futureMsMax = 2_000;

/**
 * Applies the tick of second n; refuses one that is not above the last or lies in the future. Per market by id: index, mark
 * and band; the minute's premium; funding; triggers of mark and index. Then for all: orders at risk, liquidations, the
 * fund's desk and deleveraging, the rests of fired algos, and the accounts that those touched. What is too much for one
 * command is left to `continueRound`: docs/decisions/0033.
 */
export function applyTick(changes: Changes, { n, prices }: CommandOf<typeof Op.tick>): void {
  const { shard } = changes;
  const previous = shard.lastTick;
  if (!Number.isSafeInteger(n) || n <= previous) {
    changes.reject(RejectCode.oldTick, n, previous);
    return;
  }
  if (n * 1000 > shard.timeMs + futureMsMax) {
    changes.reject(RejectCode.outOfRange, n, Math.floor((shard.timeMs + futureMsMax) / 1000));
    return;
  }
  shard.lastTick = n;
  shard.lastTickMs = shard.timeMs;
  const indexes = readIndexes(prices);
  const markets = [...shard.markets.values()];
  const visits = new Budget(visitsMax);
  for (const market of markets) {
    priceMarket(changes, market, n, indexes.get(market.id) ?? 0);
    applyFunding(changes, market, n, visits);
    continuePausing(changes, market);
    fireByPrice(changes, market);
  }
  beginEvaluation(shard);
  const watched = evaluateNext(shard);
  takeTurns(changes);
  dropServedQueues(shard);
  queueLots(changes);
  workQueue(changes);
  for (const market of markets) beginResending(market);
  continueResending(changes, markets);
  checkAccounts(changes);
  notePeak(shard);
  beginFundingWarnings(shard, previous, n);
  for (const market of markets) continueWarning(changes, market, visits);
  warnOfRatios(changes, watched);
  beginRankings(shard, previous, n);
  for (const market of markets) continueRanking(changes, market, visits);
  for (const market of markets) emitMarketPriced(changes, market);
  replyPending(changes);
}

/** Goes on with what the last tick left; without any it changes nothing. */
export function continueRound(changes: Changes): void {
  const { shard } = changes;
  const unwatchedBefore = shard.unwatched.length;
  const wasFunding = shard.openFundings > 0;
  const visits = new Budget(visitsMax);
  const markets = [...shard.markets.values()];
  for (const market of markets) {
    continueSettling(changes, market, visits);
    continuePausing(changes, market);
    continueFiring(changes, market);
  }
  const watched = evaluateNext(shard);
  takeTurns(changes);
  if (!workQueue(changes)) workNewLots(changes);
  deleverageLots(changes);
  continueResending(changes, markets);
  checkAccounts(changes);
  if (wasFunding) notePeak(shard);
  for (const market of markets) continueWarning(changes, market, visits);
  warnOfRatios(changes, watched);
  for (const market of markets) continueRanking(changes, market, visits);
  watchUndue(shard, unwatchedBefore);
  replyPending(changes);
}

/** The answer's `available` is 1 while work is pending. */
function replyPending({ shard, reply }: Changes): void {
  const { turns, lotQueue, deleveraging } = shard;
  let isPending = isEvaluating(shard) || turns.length + lotQueue.length + deleveraging.lots.size > 0;
  for (const market of shard.markets.values()) if (isMarketPending(market)) isPending = true;
  reply.available = isPending ? 1 : 0;
}

function isMarketPending(market: Market): boolean {
  const { fundingWalk, warningWalk, rankingWalk, pausingCursor, resendCursor } = market;
  if (fundingWalk || warningWalk || rankingWalk) return true;
  return pausingCursor >= 0 || resendCursor >= 0 || isFiring(market);
}

function fireByPrice(changes: Changes, market: Market): void {
  if (!isMarkTrusted(market)) return;
  runTriggers(changes, market, PriceSource.mark);
  runTriggers(changes, market, PriceSource.index);
}

/** The valid indexes of a tick's JSON by market; whatever is none is left out. */
function readIndexes(prices: string): Map<number, number> {
  const indexes = new Map<number, number>();
  for (const { market, indexTicks } of parsePrices(prices))
    if (Number.isSafeInteger(indexTicks) && indexTicks > 0) indexes.set(market, indexTicks);
  return indexes;
}

/** No content of the journal may stop the shard: text that is not a list of prices is read as an empty list. */
function parsePrices(prices: string): TickPrice[] {
  try {
    const parsed: unknown = JSON.parse(prices);
    return Array.isArray(parsed) ? parsed.filter((price) => typeof price === 'object' && price !== null) : [];
  } catch {
    return [];
  }
}
