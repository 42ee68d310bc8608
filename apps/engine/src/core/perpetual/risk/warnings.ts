/**
 * Warnings to the owners of what comes near its liquidation: at ratios of 300% and 150%, and 30 and 5 minutes before a
 * funding that would bring them below 150%. A warning moves no money, so the ratios are doubles (the same on every
 * machine: only sums, products and quotients).
 */
import { riskWarning } from '@pelican/shared/engine/perpetual/events.ts';
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual/terms.ts';
import type { Changes } from '../changes.ts';
import type { Account, Position } from '../state.ts';
import { type Estimate, estimateCross, estimateIsolated, forEachRisk } from './exposure.ts';

/** What is told, in percent; and where a ratio counts as recovered, a little above, so that a wobble is told once. */
const firstLevel = 300;
const secondLevel = 150;
const recoveredLevel = 330;

const fundingWarningSeconds = [1800, 300];

/** An isolated position, or the cross account of `held`. */
export interface Watched {
  subject: Position | Account;
  held: Position;
}

/** Whether a ratio is, or was, low enough for `warnOfRatios` to look at it. */
export function isWatched(warned: number, { equity, required }: Estimate): boolean {
  return warned !== 0 || equity <= required * (firstLevel / 100);
}

/** Tells who of the watched fell to 300% or to 150% since they were last above. */
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

function estimateOf(subject: Position | Account): Estimate {
  return 'positions' in subject ? estimateCross(subject) : estimateIsolated(subject);
}

/** Tells, once 30 and once 5 minutes before the funding, whose ratio it will bring below 150% at the rate of now. */
export function warnOfFunding(changes: Changes, previousTick: number, n: number): void {
  const due = new Map<number, number>();
  for (const { id, funding } of changes.shard.markets.values()) {
    const dueSecond = funding.currentTimeMs / 1000;
    const crossed = fundingWarningSeconds.find(
      (before) => previousTick < dueSecond - before && n >= dueSecond - before,
    );
    if (crossed !== undefined) due.set(id, crossed / 60);
  }
  if (due.size === 0) return;
  forEachRisk(changes.shard, (subject, { equity, required }, held) => {
    const legs = 'positions' in subject ? crossLegs(subject) : [held];
    const leg = legs.find(({ market }) => due.has(market.id));
    if (!leg) return;
    const paid = legs.reduce((sum, each) => sum + (due.has(each.market.id) ? fundingOf(each) : 0), 0);
    if (paid <= 0 || equity - paid >= required * (secondLevel / 100)) return;
    warn(changes, subject, leg, due.get(leg.market.id) as number, true, (equity - paid) / required);
  });
}

function crossLegs(account: Account): Position[] {
  return [...account.positions.values()].filter(({ mode }) => mode === MarginMode.cross);
}

/** What a position pays at the running rate; below zero: receives. */
function fundingOf({ market, position, lots }: Position): number {
  const amount = market.markTicks * lots * Number(market.instrument.unit) * (market.funding.currentRate / 1e8);
  return position === PositionSide.long ? amount : -amount;
}

function warn(
  changes: Changes,
  subject: Position | Account,
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
