import { AlgoState, PositionSide, PriceSource, Side } from '@pelican/shared/engine/perpetual';
import { describe, expect, it } from 'vitest';
import { type Crowd, market, startTicks } from '../../../testing/perpetual/crowd.ts';
import { GuardedCrowd } from '../../../testing/perpetual/guarded-crowd.ts';
import { expectSameAfter, restoredFrom } from '../../../testing/perpetual/restored.ts';
import { checkInvariants } from '../invariants.ts';
import type { Algo } from '../state.ts';

const timeoutMs = 60_000;
const longs = 200;

const guardedCrowd = (by: PriceSource) => new GuardedCrowd(longs, by, longs);

/** The algos of which `act` reads the state. */
function visitedBy(crowd: Crowd, act: () => void): Set<Algo> {
  const visited = new Set<Algo>();
  const algos = [...crowd.shard.algos.values()];
  for (const algo of algos) {
    let { state } = algo;
    Object.defineProperty(algo, 'state', {
      configurable: true,
      enumerable: true,
      get: () => {
        visited.add(algo);
        return state;
      },
      set: (value: AlgoState) => {
        state = value;
      },
    });
  }
  act();
  const seen = new Set(visited);
  for (const algo of algos) Object.defineProperty(algo, 'state', { value: algo.state, writable: true });
  return seen;
}

describe('the algos that a command looks at', { timeout: timeoutMs }, () => {
  it('are none while no price reaches a trigger', () => {
    const crowd = guardedCrowd(PriceSource.mark);
    expect(crowd.shard.algos.size).toBe(2 * longs);
    expect(visitedBy(crowd, () => crowd.tick(startTicks + 1)).size).toBe(0);
  });

  it('are those that a mark reaches', () => {
    const crowd = guardedCrowd(PriceSource.mark);
    crowd.place(9001, Side.buy, PositionSide.long, 1000, startTicks - 60);
    const visited = visitedBy(crowd, () => crowd.tick(startTicks - 52));
    const reached = [...visited].map(({ slTriggerTicks }) => slTriggerTicks);
    expect(reached.length).toBeGreaterThan(0);
    expect(Math.min(...reached)).toBeGreaterThanOrEqual(crowd.shard.markets.get(market)?.markTicks ?? 0);
    expect(reached.length).toBeLessThan(10);
    checkInvariants(crowd.shard);
  });

  it('are those that a trade reaches', () => {
    const crowd = guardedCrowd(PriceSource.last);
    crowd.deposit(9001, 1_000_000_000n);
    crowd.deposit(9002, 1_000_000_000n);
    crowd.place(9001, Side.buy, PositionSide.long, 1, startTicks - 52);
    const visited = visitedBy(crowd, () => crowd.place(9002, Side.sell, PositionSide.short, 1, startTicks - 52));
    expect([...visited].map(({ slTriggerTicks }) => slTriggerTicks)).toEqual([
      startTicks - 50,
      startTicks - 51,
      startTicks - 52,
    ]);
  });

  it('are in a later tick those that could not send everything, also after a restart', () => {
    const crowd = guardedCrowd(PriceSource.mark);
    crowd.tick(startTicks - 55);
    const unsent = [...crowd.shard.algos.values()].filter(({ state }) => state === AlgoState.partiallyEffective);
    expect(unsent.length).toBeGreaterThan(0);
    const restored = restoredFrom(crowd.shard);
    const from = crowd.run.journal.length;
    const visited = visitedBy(crowd, () => crowd.tick(startTicks - 55));
    expect([...visited].filter((algo) => !unsent.includes(algo))).toEqual([]);
    expect(visited.size).toBe(unsent.length);
    expectSameAfter(crowd, restored, from);
  });
});
