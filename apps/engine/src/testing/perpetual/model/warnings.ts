/** Warnings: at ratios of 300% and 150%, and 30 and 5 minutes before a funding that would lead below 150%. */
import { EventKind } from '@pelican/shared/engine/perpetual/events.ts';
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual/terms.ts';
import { down, one, total } from './arithmetic.ts';
import { crossRequired, equityOf, required, weighedEquity, worthAtMark } from './margin.ts';
import { type Account, accountOf, crossLegs, isOpen, type Position, tell, type World } from './world.ts';

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

/** Who is near a level, or was told of one. */
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

export function warnOfFunding(world: World, before: number, n: number): void {
  const minutes = new Map<number, number>();
  for (const { id, currentTimeMs } of world.markets) {
    const due = currentTimeMs / 1000;
    const crossed = [1800, 300].find((lead) => before < due - lead && n >= due - lead);
    if (crossed) minutes.set(id, crossed / 60);
  }
  if (minutes.size === 0) return;
  for (const subject of subjects(world)) {
    const legs = (subject.account ? crossLegs(world, subject.account.user) : [subject.held]).filter(({ market }) =>
      minutes.has(market.id),
    );
    const [first] = legs;
    if (!first) continue;
    const owed = total(
      legs.map((leg) => (leg.position === PositionSide.long ? 1n : -1n) * worthAtMark(leg) * leg.market.currentRate),
    );
    const { equity, needed } = weigh(world, subject);
    if (owed <= 0n || (equity - owed) * 2n >= needed * 3n) continue;
    warn(world, subject, first, minutes.get(first.market.id) ?? 0, true, down((equity - owed) * 10_000n, needed));
  }
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
  tell(world, EventKind.riskWarning, held.user, { market: held.market.id, positionId, level, isFunding, ratio });
}
