import { Op } from '@pelican/shared/engine/perpetual/commands.ts';
import {
  AlgoKind,
  AlgoState,
  MarginMode,
  marketPriceTicks,
  PositionSide,
  PriceSource,
  Side,
} from '@pelican/shared/engine/perpetual/terms.ts';
import { describe, expect, it } from 'vitest';
import { Crowd, market, startTicks } from '../../../testing/perpetual/crowd.ts';
import { expectSameAfter, restoredFrom } from '../../../testing/perpetual/restored.ts';
import { checkInvariants } from '../invariants.ts';
import type { Algo } from '../state.ts';

const timeoutMs = 60_000;
const longs = 200;

/** Pairs of positions, each with a take-profit and a stop-loss at the market: the stops of the longs at 950, 949, ... */
function guardedCrowd(by: PriceSource): Crowd {
  const crowd = new Crowd(longs);
  for (let at = 0; at < longs; at++) {
    guard(crowd, 2 * at + 1, PositionSide.short, startTicks + 50 + at, startTicks - 300, by);
    guard(crowd, 2 * at + 2, PositionSide.long, startTicks - 50 - at, startTicks + 300, by);
  }
  crowd.tick(startTicks);
  crowd.finish();
  return crowd;
}

function guard(
  crowd: Crowd,
  user: number,
  position: PositionSide,
  stop: number,
  profit: number,
  by: PriceSource,
): void {
  const target = {
    user,
    market,
    mode: MarginMode.isolated,
    position,
    side: (1 - position) as Side,
    type: AlgoKind.oco,
  };
  const trigger = { triggerTicks: 0, triggerOrderTicks: 0, triggerBy: PriceSource.last, reduceOnly: false };
  const legs = {
    tpTriggerTicks: profit,
    tpOrderTicks: marketPriceTicks,
    tpTriggerBy: by,
    slTriggerTicks: stop,
    slOrderTicks: marketPriceTicks,
    slTriggerBy: by,
  };
  crowd.send({ kind: Op.placeAlgo, ...target, ...trigger, ...legs, lots: 0, clientId: '', source: '' });
}

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
