import {
  AlgoState,
  EventKind,
  MarginMode,
  PositionSide,
  PriceSource,
  RejectCode,
  Side,
} from '@pelican/shared/engine/perpetual';
import { describe, expect, it } from 'vitest';
import { market, otherMarket, startTicks } from '../../../testing/perpetual/crowd.ts';
import { GuardedCrowd } from '../../../testing/perpetual/guarded-crowd.ts';
import { compareWithRestored } from '../../../testing/perpetual/restored.ts';
import { checkInvariants } from '../invariants.ts';
import { firesMax, pausesMax, resendsMax } from './limits.ts';

const timeoutMs = 120_000;

/** Applies a command, and to a shard restored just before as well; then continueRound until nothing is pending. */
function run(crowd: GuardedCrowd, command: () => void, see: () => void): number {
  compareWithRestored(crowd, command);
  see();
  let count = 0;
  for (; crowd.done.available === 1; count++) {
    compareWithRestored(crowd, () => crowd.goOn());
    see();
    expect(count).toBeLessThan(50);
  }
  checkInvariants(crowd.shard);
  return count;
}

function firedIn(crowd: GuardedCrowd): number[] {
  const changed = crowd.run.events.filter((event) => event.kind === EventKind.algoChanged);
  return changed.filter(({ firedTicks }) => firedTicks > 0).map(({ algoId }) => algoId);
}

/** The algos whose records the command wrote. */
function notifiedIn(crowd: GuardedCrowd): number[] {
  return crowd.run.events.filter((event) => event.kind === EventKind.algoChanged).map(({ algoId }) => algoId);
}

describe('stops that one price reaches', { timeout: timeoutMs }, () => {
  it('fire at most 64 a command, those that it passed first, until none is left', () => {
    const crowd = new GuardedCrowd(200, PriceSource.mark);
    const stops = crowd.stopsOfLongs();
    crowd.bid(2000, startTicks - 62);
    const taken: number[] = [];
    const commands = run(
      crowd,
      () => crowd.tick(startTicks - 60),
      () => {
        const fired = firedIn(crowd).filter((id) => !taken.includes(id));
        expect(fired.length).toBeLessThanOrEqual(firesMax);
        taken.push(...fired);
      },
    );
    expect(commands).toBeGreaterThan(1);
    expect(taken).toEqual(stops.map(({ id }) => id));
  });

  it('fire by the price that reached them, also when it has left them again, but not those set since', () => {
    const crowd = new GuardedCrowd(200, PriceSource.mark);
    const [first, moved, last] = [0, -2, -1].map((at) => crowd.stopsOfLongs().at(at));
    crowd.tick(startTicks - 60);
    const markTicks = crowd.shard.markets.get(market)?.markTicks as number;
    expect(crowd.done.available).toBe(1);
    expect([first?.firedTicks, last?.firedTicks]).toEqual([markTicks, 0]);
    // The mark is back: a stop that is moved now is not reached by the mark of then, its neighbours are.
    for (const index of [startTicks, startTicks + 5]) crowd.tick(index);
    crowd.amendStop(moved?.user as number, moved?.id as number, startTicks - 45);
    expect(crowd.done.code).toBe(RejectCode.none);
    run(
      crowd,
      () => crowd.goOn(),
      () => undefined,
    );
    expect(last?.firedTicks).toBe(markTicks);
    expect(moved).toMatchObject({ firedTicks: 0, state: AlgoState.live });
    checkInvariants(crowd.shard);
  });

  it('of a traded price fire in part behind the command, and in the next tick and its slices', () => {
    const crowd = new GuardedCrowd(200, PriceSource.last);
    crowd.bid(100, startTicks - 60);
    crowd.deposit(9999, 1_000_000_000n);
    const left = () => crowd.stopsOfLongs().filter(({ firedTicks }) => firedTicks === 0).length;
    compareWithRestored(crowd, () => crowd.place(9999, Side.sell, PositionSide.short, 1, startTicks - 60));
    expect(left()).toBe(200 - firesMax);
    let before = left();
    const see = () => {
      expect(before - left()).toBeLessThanOrEqual(firesMax);
      before = left();
    };
    expect(run(crowd, () => crowd.tick(startTicks), see)).toBeGreaterThan(0);
    expect(before).toBe(0);
  });

  it('are sent again at most 64 a command while the book is empty', () => {
    const crowd = new GuardedCrowd(150, PriceSource.mark);
    crowd.tick(startTicks - 60);
    crowd.finish();
    const unsent = () => [...crowd.shard.algos.values()].filter(({ state }) => state === AlgoState.partiallyEffective);
    expect(unsent().length).toBe(150);
    crowd.bid(1500, startTicks - 62);
    let before = unsent().length;
    const commands = run(
      crowd,
      () => crowd.tick(startTicks - 60),
      () => {
        const sent = before - unsent().length;
        expect(sent).toBeLessThanOrEqual(resendsMax);
        before -= sent;
      },
    );
    expect(commands).toBeGreaterThan(1);
    expect(unsent()).toEqual([]);
  });

  it('end when the market is halted: what it reopens at decides which stops fire', () => {
    const crowd = new GuardedCrowd(200, PriceSource.mark);
    crowd.tick(startTicks - 60);
    expect(crowd.done.available).toBe(1);
    crowd.configure({ status: 'halted' });
    const left = crowd.stopsOfLongs().filter(({ firedTicks }) => firedTicks === 0).length;
    crowd.finish();
    crowd.tick(startTicks);
    crowd.finish();
    expect(crowd.stopsOfLongs().filter(({ firedTicks }) => firedTicks === 0).length).toBe(left);
    crowd.configure({ status: 'open' });
    crowd.tick(startTicks);
    crowd.finish();
    expect(crowd.stopsOfLongs().filter(({ firedTicks }) => firedTicks === 0).length).toBe(left);
    crowd.tick(startTicks - 60);
    crowd.finish();
    expect(crowd.stopsOfLongs().filter(({ firedTicks }) => firedTicks === 0)).toEqual([]);
  });
});

describe('algos of a market that is halted', { timeout: timeoutMs }, () => {
  it('are paused at most 500 a command, and resumed, and fire at once whether resumed or not', () => {
    const crowd = new GuardedCrowd(400, PriceSource.mark);
    expect(crowd.shard.algos.size).toBe(800);
    const notified: number[] = [];
    const see = () => {
      expect(notifiedIn(crowd).length).toBeLessThanOrEqual(pausesMax);
      notified.push(...notifiedIn(crowd));
    };
    compareWithRestored(crowd, () => crowd.configure({ status: 'halted' }));
    see();
    expect(notified.length).toBe(pausesMax);
    run(crowd, () => crowd.tick(startTicks), see);
    expect(notified.length).toBe(800);
    expect([...crowd.shard.algos.values()].every(({ state }) => state === AlgoState.pause)).toBe(true);
    crowd.configure({ status: 'open' });
    const paused = crowd.stopsOfLongs().filter(({ state }) => state === AlgoState.pause);
    expect(paused.length).toBeGreaterThan(0);
    crowd.goOn();
    crowd.finish();
    expect([...crowd.shard.algos.values()].every(({ state }) => state === AlgoState.live)).toBe(true);
  });
});

describe('fired algos of two markets that wait for a book', { timeout: timeoutMs }, () => {
  it('are sent again in turn: the few of one do not wait for all of the other', () => {
    const crowd = new GuardedCrowd(200, PriceSource.mark);
    crowd.addMarket();
    crowd.placeTrigger(8001, startTicks + 5);
    crowd.tick(startTicks - 60, startTicks + 10);
    crowd.finish();
    const [waiting] = [...crowd.shard.algos.values()].filter(({ user }) => user === 8001);
    expect(waiting).toMatchObject({ state: AlgoState.partiallyEffective, actualLots: 0 });
    const unsent = [...crowd.shard.algos.values()].filter(({ state }) => state === AlgoState.partiallyEffective);
    expect(unsent.length).toBeGreaterThan(2 * resendsMax);
    crowd.deposit(8002, 1_000_000_000n);
    crowd.place(8002, Side.sell, PositionSide.short, 5, startTicks + 10, MarginMode.isolated, otherMarket);
    compareWithRestored(crowd, () => crowd.tick(startTicks - 60, startTicks + 10));
    compareWithRestored(crowd, () => crowd.goOn());
    expect(waiting?.state).toBe(AlgoState.filled);
    checkInvariants(crowd.shard);
  });
});
