import { EventKind } from '@pelican/shared/engine/perpetual/events.ts';
import { LiquidationStage, MarginMode, PositionSide, Side } from '@pelican/shared/engine/perpetual/terms.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Crowd, startTicks } from '../../../testing/perpetual/crowd.ts';
import { checkNobodyIsOverdue } from '../../../testing/perpetual/perpetual-run.ts';
import { compareWithRestored } from '../../../testing/perpetual/restored.ts';
import { Random } from '../../../testing/random.ts';
import { checkInvariants } from '../invariants.ts';
import type { Account, PerpetualShard } from '../state.ts';
import { leftMax, waitingMax } from './evaluation.ts';

const timeoutMs = 120_000;
const pairs = 900;
const { long, short } = PositionSide;

/** Pairs of users, half of them with cross margin, a few of them with so much leverage that a fall of 5% liquidates. */
function quietCrowd(): Crowd {
  const crowd = new Crowd(0);
  for (let pair = 0; pair < pairs; pair++) {
    const mode = pair % 2 === 0 ? MarginMode.cross : MarginMode.isolated;
    const leverage = pair % 100 < 10 ? 50 : 5;
    crowd.open(2 * pair + 1, short, 10, startTicks, 5, mode);
    crowd.open(2 * pair + 2, long, 10, startTicks, leverage, mode);
    // A cross account of the first kind has little more than its margin.
    if (mode === MarginMode.cross && leverage === 50) crowd.withdraw(2 * pair + 2, mostOf(crowd, 2 * pair + 2));
  }
  crowd.tick(startTicks);
  crowd.finish();
  expect(crowd.shard.unwatched.length).toBe(0);
  return crowd;
}

/** All of a cross account's cash but a 37th of what it entered at. */
function mostOf({ shard }: Crowd, user: number): bigint {
  const { cash, crossPositions } = shard.accounts.get(user) as Account;
  return BigInt(cash) - BigInt(crossPositions[0]?.cost ?? 0) / 37n;
}

/** How many intervals a command gave or took. */
function countEvaluated(shard: PerpetualShard, command: () => void): number {
  const before = intervalsOf(shard);
  command();
  const after = intervalsOf(shard);
  return [...before].filter(([subject, interval]) => after.get(subject) !== interval).length;
}

function intervalsOf({ accounts, positions }: PerpetualShard): Map<string, string> {
  const intervals = new Map<string, string>();
  for (const { id, watch, mode, isUnwatched } of positions.values())
    if (mode === MarginMode.isolated)
      intervals.set(`position ${id}`, `${watch?.fall?.key} ${watch?.rise?.key} ${isUnwatched}`);
  for (const { user, watches, isUnwatched } of accounts.values())
    intervals.set(
      `account ${user}`,
      `${watches.map(({ fall, rise }) => `${fall?.key} ${rise?.key}`).join()} ${isUnwatched}`,
    );
  return intervals;
}

function liquidatedBy({ run }: Crowd): number[] {
  return run.events.flatMap((event) =>
    event.kind === EventKind.liquidationStep && event.stage === LiquidationStage.started ? [event.user] : [],
  );
}

describe('a fall that leaves the intervals of everybody', () => {
  it('is evaluated in slices, until all who are due were found', { timeout: timeoutMs }, () => {
    const crowd = quietCrowd();
    const { shard } = crowd;
    const counts = [countEvaluated(shard, () => crowd.tick(startTicks * 0.8))];
    const liquidated = liquidatedBy(crowd);
    for (; crowd.done.available === 1; liquidated.push(...liquidatedBy(crowd)))
      counts.push(countEvaluated(shard, () => crowd.goOn()));
    expect(Math.max(...counts)).toBeLessThanOrEqual(leftMax + waitingMax);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(3);
    const due = Array.from({ length: pairs }, (_, pair) => 2 * pair + 2).filter((user) => (user / 2 - 1) % 100 < 10);
    expect(liquidated).toEqual(expect.arrayContaining(due));
    checkNobodyIsOverdue(shard);
    checkInvariants(shard);
  });

  it('is evaluated to its end also when ticks come before each slice', { timeout: timeoutMs }, () => {
    const crowd = quietCrowd();
    for (let second = 0; second < 30; second++) crowd.tick(startTicks * 0.8 + (second % 2));
    checkNobodyIsOverdue(crowd.shard);
    crowd.finish();
    checkInvariants(crowd.shard);
  });

  it('goes on the same after a restart at any moment', { timeout: timeoutMs }, () => {
    const crowd = quietCrowd();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const random = new Random(seed);
        compareWithRestored(crowd, () => {
          for (let at = 0; at < 6; at++) moveOn(crowd, random);
        });
      }),
      { numRuns: 25, seed: 20_261_122 },
    );
    checkInvariants(crowd.shard);
  });
});

/** A slice, a tick somewhere between 70% and 120% of the beginning, a halt or its end, or an order. */
function moveOn(crowd: Crowd, random: Random): void {
  const choice = random.fraction();
  const user = 1 + Math.floor(random.fraction() * pairs * 2);
  if (choice < 0.4) crowd.goOn();
  else if (choice < 0.7) crowd.tick(Math.floor(startTicks * (0.7 + random.fraction() / 2)));
  else if (choice < 0.8) crowd.configure({ status: random.fraction() < 0.5 ? 'halted' : 'open' });
  else if (choice < 0.9) crowd.deposit(user, 1_000n);
  else crowd.place(user, user % 2 === 1 ? Side.buy : Side.sell, user % 2 === 1 ? short : long, 3, startTicks);
}

describe('whom a change of the terms concerns', () => {
  it('is evaluated in slices of a round', { timeout: timeoutMs }, () => {
    const crowd = quietCrowd();
    crowd.configure({ takerRate: 80_000 });
    const { length } = crowd.shard.unwatched;
    expect(length).toBe(pairs * 2);
    const count = countEvaluated(crowd.shard, () => crowd.tick(startTicks));
    expect(count).toBeLessThanOrEqual(leftMax + waitingMax);
    expect(crowd.shard.toEvaluate.length).toBe(length - waitingMax);
    expect(crowd.finish()).toBeGreaterThan(0);
    expect([crowd.shard.unwatched.length, crowd.shard.toEvaluate.length]).toEqual([0, 0]);
  });
});
