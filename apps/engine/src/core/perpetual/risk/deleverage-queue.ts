/**
 * Who may be deleveraged in a market on one side, first to be closed first (docs/decisions/0033). A queue is filled in slices.
 * It scores everybody at the marks of its beginning and again after each change of an account, so once it is full it has
 * the exact order at those marks, whatever happened meanwhile. The places are derived and are not part of a snapshot.
 */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import { deleverageScore8 } from '@pelican/shared/perpetual';
import type { Changes } from '../changes.ts';
import { add, type Money, moneyOf, notionalOf, subtract } from '../money.ts';
import type { DeleverageQueue, Place, QueueSnapshot } from '../pending-work.ts';
import { SortedList } from '../sorted-list.ts';
import type { Account, Market, PerpetualShard, Position } from '../state.ts';
import { type Budget, goOn, startWalk } from './position-walk.ts';

/** Positions that a command may score. */
export const scoresMax = 1000;
/** Positions that a command may ask whether they can close a part of a lot. */
export const asksMax = 500;

/** The cursor of a queue that has everybody. */
const full = Number.MAX_SAFE_INTEGER;

/** The queue of a market's side, begun at the marks of now when there is none. */
export function queueOf(
  { deleveraging, markets }: PerpetualShard,
  market: Market,
  side: PositionSide,
): DeleverageQueue {
  const known = deleveraging.queues.find((queue) => queue.market === market && queue.position === side);
  if (known) return known;
  const marks = new Map([...markets.values()].map(({ id, markTicks }) => [id, markTicks]));
  const queue = queueFrom({ market, position: side, marks, cursor: 0, lastWaitingLotId: 0, resumeAt: undefined });
  deleveraging.queues.push(queue);
  return queue;
}

/** A queue without places. */
function queueFrom(snapshot: QueueSnapshot): DeleverageQueue {
  const list = () => new SortedList<Place>((a, b) => (a.score === b.score ? a.id - b.id : a.score > b.score ? -1 : 1));
  return { ...startWalk(full), ...snapshot, winners: list(), others: list(), places: new Map() };
}

/** The queue of a snapshot, with the places of those whom it has scored. */
export function restoreQueue(snapshot: QueueSnapshot): DeleverageQueue {
  const queue = queueFrom(snapshot);
  for (const held of queue.market.positions.values()) rescore(queue, held);
  return queue;
}

/** Scores further positions; true when the queue has everybody. */
export function fillQueue(shard: PerpetualShard, queue: DeleverageQueue, scores: Budget): boolean {
  if (isFull(queue)) return true;
  if (!goOn(queue.market, queue, scores, (held) => rescore(queue, held))) return false;
  queue.cursor = full;
  queue.lastWaitingLotId = lastWaitingFor(shard, queue);
  return true;
}

/** The last in the list of the lots that the queue can close; there is one, for whose turn the queue is filled. */
function lastWaitingFor({ deleveraging, fund }: PerpetualShard, { market, position }: DeleverageQueue): number {
  let last = 0;
  for (const id of deleveraging.lots) {
    const lot = fund.lots.get(id);
    if (lot?.market === market && lot.position !== position) last = id;
  }
  return last;
}

/** Settings decide what scores are: queues that are open begin anew. */
export function dropQueues({ deleveraging }: PerpetualShard): void {
  deleveraging.queues = [];
}

/**
 * Drops the full queues whose waiting lots have all had their turn, so that later lots are ranked at newer marks. Called in
 * a tick, before the desk works.
 */
export function dropServedQueues({ deleveraging }: PerpetualShard): void {
  deleveraging.queues = deleveraging.queues.filter((queue) => !isFull(queue) || queue.lastWaitingLotId > 0);
}

/** The first lot has had its turn: it leaves the list. */
export function endTurn({ deleveraging }: PerpetualShard, lotId: number): void {
  deleveraging.lots.delete(lotId);
  for (const queue of deleveraging.queues) {
    // Only the first lot's queue has one.
    queue.resumeAt = undefined;
    if (queue.lastWaitingLotId === lotId) queue.lastWaitingLotId = 0;
  }
}

function isFull({ cursor }: DeleverageQueue): boolean {
  return cursor === full;
}

/** Scores everybody anew whose account changed since the last call. */
export function rescoreChanged(changes: Changes): void {
  const { queues } = changes.shard.deleveraging;
  for (const subject of changes.takeUnscored()) {
    const positions = 'positions' in subject ? subject.positions.values() : [subject];
    for (const held of positions) for (const queue of queues) rescore(queue, held);
  }
}

/** How many are before a place. */
export function rankOf({ winners, others }: DeleverageQueue, place: Place): number {
  return winners.countBefore(place) + others.countBefore(place);
}

/** Puts a position that the walk has reached where it belongs now, or nowhere. */
function rescore(queue: DeleverageQueue, held: Position): void {
  if (held.market !== queue.market || held.position !== queue.position || held.id > queue.cursor) return;
  const known = queue.places.get(held.id);
  if (known) listOf(queue, known).remove(known);
  queue.places.delete(held.id);
  if (!mayClose(held)) return;
  const place = placeOf(queue, held);
  queue.places.set(held.id, place);
  listOf(queue, place).add(place);
}

function listOf({ winners, others }: DeleverageQueue, { isWinner }: Place): SortedList<Place> {
  return isWinner ? winners : others;
}

/** Not while it is being liquidated. */
function mayClose({ lots, isLiquidating, mode, account }: Position): boolean {
  return lots > 0 && !isLiquidating && !(mode === MarginMode.cross && account.isLiquidating);
}

/**
 * The place of a position, scored at the marks of the queue as packages/shared/src/perpetual/deleveraging.ts does at those
 * of now.
 */
function placeOf({ marks }: DeleverageQueue, held: Position): Place {
  const notional = notionalAt(marks, held);
  const pnl = pnlOf(held, notional);
  let worth = notional;
  let equity = add(held.margin, pnl);
  if (held.mode === MarginMode.cross) [worth, equity] = crossAt(marks, held.account);
  const score = deleverageScore8(BigInt(pnl), BigInt(held.cost), BigInt(worth), BigInt(equity));
  return { id: held.id, score: moneyOf(score), isWinner: pnl > 0 };
}

/** Notional and equity of a cross account. */
function crossAt(marks: ReadonlyMap<number, number>, account: Account): [Money, Money] {
  let worth: Money = 0;
  let equity = subtract(account.cash, account.isolatedFreeze);
  for (const leg of account.crossPositions) {
    const notional = notionalAt(marks, leg);
    worth = add(worth, notional);
    equity = add(equity, pnlOf(leg, notional));
  }
  return [worth, equity];
}

function notionalAt(marks: ReadonlyMap<number, number>, { market, lots }: Position): Money {
  return notionalOf(market, marks.get(market.id) ?? 0, lots);
}

function pnlOf({ position, cost }: Position, notional: Money): Money {
  return position === PositionSide.long ? subtract(notional, cost) : subtract(cost, notional);
}
