/**
 * Warnings to the owners of what comes near its liquidation: at ratios of 300% and 150%, and 30 and 5 minutes before a
 * funding that would bring them below 150%. A warning moves no money, so the ratios are doubles (the same on every
 * machine: only sums, products and quotients).
 */
import { MarginMode, PositionSide, riskWarning } from '@pelican/shared/engine/perpetual';
import type { Changes } from '../changes.ts';
import type { WarningWalk } from '../pending-work.ts';
import type { Market, PerpetualShard, Position, Subject } from '../state.ts';
import { type Estimate, estimateCross, estimateIsolated } from './exposure.ts';
import { type Budget, goOn, startWalk } from './position-walk.ts';

/** The levels in percent; and where a ratio counts as recovered, a little above, so that one warning is sent for a wobble. */
const firstLevel = 300;
const secondLevel = 150;
const recoveredLevel = 330;

const fundingWarningSeconds = [1800, 300];

/** `held` is the subject, or a position of its account. */
export interface Watched {
  subject: Subject;
  held: Position;
}

/** Whether a ratio is, or was, low enough for `warnOfRatios` to look at it. */
export function isWarned(warned: number, { equity, required }: Estimate): boolean {
  return warned !== 0 || equity <= required * (firstLevel / 100);
}

/** Warns those of the watched who fell to 300% or to 150% since they were last above. */
export function warnOfRatios(changes: Changes, watched: readonly Watched[]): void {
  for (const { subject, held } of watched) {
    // A liquidation of this tick may have ended it.
    const { equity, required } = estimateOf(subject);
    const { warned } = subject;
    if (required === 0 || equity > required * (recoveredLevel / 100)) {
      subject.warned = 0;
      continue;
    }
    const isBetween = equity > required * (firstLevel / 100);
    const level = equity <= required * (secondLevel / 100) ? secondLevel : firstLevel;
    if (isBetween || (warned !== 0 && warned <= level)) continue;
    subject.warned = level;
    warn(changes, subject, held, level, false, equity / required);
  }
}

function estimateOf(subject: Subject): Estimate {
  return 'positions' in subject ? estimateCross(subject) : estimateIsolated(subject);
}

/** Begins to look, once 30 and once 5 minutes before a market's funding, whose ratio it will bring below 150%. */
export function beginFundingWarnings(shard: PerpetualShard, previousTick: number, n: number): void {
  for (const market of shard.markets.values()) {
    const { currentTimeMs: timeMs } = market.funding;
    const dueSecond = timeMs / 1000;
    const crossed = fundingWarningSeconds.find(
      (before) => previousTick < dueSecond - before && n >= dueSecond - before,
    );
    if (crossed === undefined || market.positions.size === 0) continue;
    market.warningWalk = { ...startWalk(shard.lastPositionId), minutes: crossed / 60, timeMs };
  }
}

/** Looks at as many positions as the command may visit, at the rates of now. */
export function continueWarning(changes: Changes, market: Market, visits: Budget): void {
  const walk = market.warningWalk;
  if (walk && goOn(market, walk, visits, (held) => warnOfFunding(changes, walk, held))) market.warningWalk = undefined;
}

/** An account with several positions in markets of this funding time is looked at once, with the first of them. */
function warnOfFunding(changes: Changes, { minutes, timeMs }: WarningWalk, held: Position): void {
  const isCross = held.mode === MarginMode.cross;
  const legs = (isCross ? held.account.crossPositions : [held]).filter(
    ({ market }) => market.funding.currentTimeMs === timeMs,
  );
  if (legs[0] !== held) return;
  const { equity, required } = isCross ? estimateCross(held.account) : estimateIsolated(held);
  const paid = legs.reduce((sum, leg) => sum + fundingOf(leg), 0);
  if (paid <= 0 || equity - paid >= required * (secondLevel / 100)) return;
  warn(changes, isCross ? held.account : held, held, minutes, true, (equity - paid) / required);
}

/** What a position pays at the running rate; below zero: receives. */
function fundingOf({ market, position, lots }: Position): number {
  const amount = market.markTicks * lots * Number(market.instrument.unit) * (market.funding.currentRate / 1e8);
  return position === PositionSide.long ? amount : -amount;
}

function warn(
  changes: Changes,
  subject: Subject,
  held: Position,
  level: number,
  isFunding: boolean,
  ratio: number,
): void {
  const isAccount = 'positions' in subject;
  changes.emit(riskWarning, subject.user, {
    market: held.market.id,
    positionId: isAccount ? 0 : held.id,
    level,
    isFunding,
    ratio: Math.floor(ratio * 10_000),
  });
}
