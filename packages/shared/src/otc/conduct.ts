/** What follows from how users and makers behave (docs/otc.md, "Faults and statistics"). Times in seconds. */
import { halfUpDiv } from '../money/rounding.ts';

const day = 86_400;
const hour = 3600;
const faultsMax = 3;
const lapsedLocksMax = 20;

/**
 * Three own faults within 24 hours stop new orders until the oldest is 24 hours old; so do 20 lapsed locks within an hour, until
 * the oldest is an hour old.
 * @returns until when; null: new orders are taken
 */
export function otcPause(now: number, faults: readonly number[], lapsedLocks: readonly number[]): number | null {
  const ends = [pauseEnd(now, faults, faultsMax, day), pauseEnd(now, lapsedLocks, lapsedLocksMax, hour)];
  const last = Math.max(...ends);
  return last > now ? last : null;
}

/** When fewer than `most` of the events are younger than the span. */
function pauseEnd(now: number, events: readonly number[], most: number, span: number): number {
  const young = events.filter((at) => at > now - span && at <= now).sort((a, b) => b - a);
  const deciding = young[most - 1];
  return deciding === undefined ? now : deciding + span;
}

const referenceSpan = 60;
const referencePauses = 30;
const movePercent = 3n;

/**
 * A reference price that moves by more than 3% (of the lower) within 60 s stops new orders for 30 s.
 * @param references oldest first
 * @returns until when; null: it has not moved so far
 */
export function otcMovePause(now: number, references: readonly { at: number; price8: bigint }[]): number | null {
  const moves = references.filter(({ at, price8 }) =>
    references.some((before) => before.at < at && at - before.at <= referenceSpan && areApart(before.price8, price8)),
  );
  const last = moves.at(-1);
  return last && last.at + referencePauses > now ? last.at + referencePauses : null;
}

function areApart(a: bigint, b: bigint): boolean {
  const [low, high] = a < b ? [a, b] : [b, a];
  return (high - low) * 100n > low * movePercent;
}

/** Below it a maker is new, and has no rate. */
const countedMin = 5;

/**
 * Of the orders that count (finished, ended by own fault, decided against the maker) the part that was finished.
 * @returns 10^-3 (0.1%), down; null: too few
 */
export function otcCompletion3(finished: number, ownFaults: number, decidedAgainst: number): number | null {
  const counted = finished + ownFaults + decidedAgainst;
  return counted < countedMin ? null : Math.floor((finished * 1000) / counted);
}

/** The middle of durations in whole seconds; of an even number the mean of the two in the middle, half up. Null of none. */
export function otcMedian(seconds: readonly number[]): number | null {
  const sorted = [...seconds].sort((a, b) => a - b);
  const above = sorted[Math.floor(sorted.length / 2)];
  const below = sorted[Math.floor((sorted.length - 1) / 2)];
  return above === undefined || below === undefined ? null : Number(halfUpDiv(BigInt(above + below), 2n));
}
