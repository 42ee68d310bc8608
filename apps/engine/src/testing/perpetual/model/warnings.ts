/** Warnings: at ratios of 300% and 150%, and 30 and 5 minutes before a funding that would lead below 150%. */
import { EventKind, MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import { down, one, total } from './arithmetic.ts';
import { crossRequired, equityOf, required, weighedEquity, worthAtMark } from './margin.ts';
import type { Account, Position, World } from './state.ts';
import { accountOf, crossLegs, emit, isOpen } from './world.ts';

/** An isolated position, or (with its first leg) a cross account. */
export interface Subject {
  account?: Account;
  held: Position;
}

export function subjects(world: World): Subject[] {
  return world.positions.filter(isOpen).flatMap((held): Subject[] => {
    if (held.mode === MarginMode.isolated) return [{ held }];
    const isFirst = crossLegs(world, held.user)[0] === held;
    return isFirst ? [{ account: accountOf(world, held.user), held }] : [];
  });
}

function weigh(world: World, { account, held }: Subject): { equity: bigint; needed: bigint } {
  if (!account) return { equity: equityOf(held) * one, needed: required(held) };
  return { equity: weighedEquity(world, account.user) * one, needed: crossRequired(world, account.user) };
}

/** Who is near a level, or was warned of one. */
export function watched(world: World): Subject[] {
  return subjects(world).filter((subject) => {
    const { equity, needed } = weigh(world, subject);
    return (subject.account ?? subject.held).warned !== 0 || equity <= 3n * needed;
  });
}

/** Each level once, until the ratio is above 330% again. */
export function warnOfRatios(world: World, near: Subject[]): void {
  for (const subject of near) {
    const { equity, needed } = weigh(world, subject);
    const memory = subject.account ?? subject.held;
    if (needed === 0n || equity * 10n > 33n * needed) {
      memory.warned = 0;
      continue;
    }
    if (equity > 3n * needed) continue;
    const level = equity * 2n <= 3n * needed ? 150 : 300;
    if (memory.warned !== 0 && memory.warned <= level) continue;
    memory.warned = level;
    warn(world, subject, subject.held, level, false, down(equity * 10_000n, needed));
  }
}

/** Market by market; a cross account counts with all its legs of that funding time, and is warned at the first of them. */
export function warnOfFunding(world: World, before: number, n: number): void {
  for (const market of world.markets) {
    const due = market.currentTimeMs / 1000;
    const lead = [1800, 300].find((seconds) => before < due - seconds && n >= due - seconds);
    if (lead === undefined) continue;
    for (const held of world.positions.filter((each) => isOpen(each) && each.market === market))
      warnHolder(world, held, lead / 60);
  }
}

function warnHolder(world: World, held: Position, minutes: number): void {
  const isCross = held.mode === MarginMode.cross;
  const legs = (isCross ? crossLegs(world, held.user) : [held]).filter(
    (leg) => leg.market.currentTimeMs === held.market.currentTimeMs,
  );
  if (legs[0] !== held) return;
  const owed = total(
    legs.map((leg) => (leg.position === PositionSide.long ? 1n : -1n) * worthAtMark(leg) * leg.market.currentRate),
  );
  const subject = isCross ? { account: accountOf(world, held.user), held } : { held };
  const { equity, needed } = weigh(world, subject);
  if (owed <= 0n || (equity - owed) * 2n >= needed * 3n) return;
  warn(world, subject, held, minutes, true, down((equity - owed) * 10_000n, needed));
}

function warn(
  world: World,
  { account }: Subject,
  held: Position,
  level: number,
  isFunding: boolean,
  ratio: bigint,
): void {
  const positionId = account ? 0n : held.id;
  emit(world, EventKind.riskWarning, held.user, { market: held.market.id, positionId, level, isFunding, ratio });
}
