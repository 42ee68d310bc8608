/**
 * Evaluates subjects without an interval of marks (watches.ts), and those whose interval the marks have left: finds who is
 * due or may have to be warned, and gives the others an interval. Cut into slices (docs/decisions/0033): each tick begins a
 * round with all who have no interval by then, unless the last round goes on.
 */
import type { Changes } from '../changes.ts';
import type { Account, Market, PerpetualShard, Position, Subject } from '../state.ts';
import {
  byRatio,
  isAccountDue,
  isAtLimit,
  isPositionDue,
  type PlacedTurn,
  turnOfAccount,
  turnOfPosition,
} from './due.ts';
import { estimateCross, estimateIsolated } from './exposure.ts';
import { dropWatch } from './unwatched.ts';
import { isWarned, type Watched } from './warnings.ts';
import { hasLeft, takeLeft, watchAccount, watchPosition } from './watches.ts';

/** A slice takes so many ends of intervals that the marks have passed, and so many positions of the round's others. */
export const leftMax = 500;
export const waitingMax = 1000;
/** Owners whom a command of an operator checks at once. */
const ownersMax = 64;

/** What a slice finds. */
interface Found {
  due: PlacedTurn[];
  watched: Watched[];
}

/** Begins a round unless one is at work. Who is due and had no turn is in it, so the rest of the turns is dropped. */
export function beginEvaluation(shard: PerpetualShard): void {
  if (hasWaiting(shard)) return;
  shard.turns = [];
  shard.toEvaluate = shard.unwatched.reverse();
  shard.unwatched = [];
}

/**
 * Evaluates the round's next slice, unless turns of the last one are left. Those of it who are due become the queue of
 * turns, lowest ratio first. Returns whom a warning may concern.
 */
export function evaluateNext(shard: PerpetualShard): Watched[] {
  if (shard.turns.length > 0) return [];
  const found: Found = { due: [], watched: [] };
  const slice = new Set([...takeLeft(shard, leftMax), ...takeWaiting(shard.toEvaluate)]);
  for (const subject of slice) evaluate(shard, subject, found);
  found.due.sort(byRatio);
  shard.turns = found.due.map(({ user, positionId }) => ({ user, positionId }));
  return found.watched.sort((a, b) => a.held.id - b.held.id);
}

/** Whether somebody is left for a further slice. */
export function isEvaluating(shard: PerpetualShard): boolean {
  return hasWaiting(shard) || hasLeft(shard);
}

/** Whether somebody of the round waits. Closed positions do not count, for a snapshot leaves them out. */
function hasWaiting({ toEvaluate }: PerpetualShard): boolean {
  for (let next = toEvaluate.at(-1); next && !isOpen(next); next = toEvaluate.at(-1)) toEvaluate.pop();
  return toEvaluate.length > 0;
}

/** The next of the round who still exist. */
function takeWaiting(toEvaluate: Subject[]): Subject[] {
  const taken: Subject[] = [];
  let positions = 0;
  while (positions < waitingMax) {
    const subject = toEvaluate.pop();
    if (!subject) break;
    subject.isUnwatched = false;
    if (!isOpen(subject)) continue;
    taken.push(subject);
    positions += 'positions' in subject ? Math.max(1, subject.crossPositions.length) : 1;
  }
  return taken;
}

/** False for a position that was closed since it was listed. */
export function isOpen(subject: Subject): boolean {
  return 'positions' in subject || subject.lots > 0;
}

function evaluate(shard: PerpetualShard, subject: Subject, found: Found): void {
  if ('positions' in subject) evaluateAccount(shard, subject, found);
  else evaluatePosition(shard, subject, found);
}

function evaluatePosition(shard: PerpetualShard, held: Position, { due, watched }: Found): void {
  const estimate = estimateIsolated(held);
  if (isPositionDue(held)) due.push(turnOfPosition(held));
  if (isWarned(held.warned, estimate)) watched.push({ subject: held, held });
  // Without a trusted mark its turn comes when there is one.
  if (isAtLimit(held)) dropWatch(shard, held);
  else watchPosition(shard, held, estimate);
}

function evaluateAccount(shard: PerpetualShard, account: Account, { due, watched }: Found): void {
  const estimate = estimateCross(account);
  const [first] = account.crossPositions;
  const isDue = isAccountDue(account, estimate);
  if (isDue) due.push(turnOfAccount(account));
  if (first && isWarned(account.warned, estimate)) watched.push({ subject: account, held: first });
  if (isDue) dropWatch(shard, account);
  else watchAccount(shard, account, estimate);
}

/**
 * Watches those of the unwatched from index `start` on for whom neither a turn nor a warning is due now, so that the next
 * round need not evaluate them.
 */
export function watchUndue(shard: PerpetualShard, start: number): void {
  for (const subject of shard.unwatched.splice(start)) {
    subject.isUnwatched = false;
    if ('positions' in subject) watchUndueAccount(shard, subject);
    else if (subject.lots > 0) watchUnduePosition(shard, subject);
  }
}

function watchUnduePosition(shard: PerpetualShard, held: Position): void {
  const estimate = estimateIsolated(held);
  if (isAtLimit(held) || isWarned(held.warned, estimate)) dropWatch(shard, held);
  else watchPosition(shard, held, estimate);
}

function watchUndueAccount(shard: PerpetualShard, account: Account): void {
  const estimate = estimateCross(account);
  if (isAccountDue(account, estimate) || isWarned(account.warned, estimate)) dropWatch(shard, account);
  else watchAccount(shard, account, estimate);
}

/**
 * Notes owners of a market's isolated positions that were found at their limit, and so have no interval: some of them, the
 * others have their turns in the next round.
 */
export function noteOwnersAtLimit(changes: Changes, market: Market): void {
  const { unwatched, toEvaluate } = changes.shard;
  let count = 0;
  for (const list of [unwatched, toEvaluate])
    for (const subject of list) {
      if ('positions' in subject || subject.market !== market || !isAtLimit(subject)) continue;
      changes.addAtRisk(subject.account);
      if (++count === ownersMax) return;
    }
}
