import { type Command, EventKind, LiquidationStage, MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Crowd, fundingTimeMs, startTicks } from '../../../testing/perpetual/crowd.ts';
import { CommandGenerator } from '../../../testing/perpetual/generate-commands.ts';
import { PerpetualRun } from '../../../testing/perpetual/perpetual-run.ts';
import { restoredFrom } from '../../../testing/perpetual/restored.ts';
import { Random } from '../../../testing/random.ts';
import { checkInvariants } from '../invariants.ts';
import { crossEquityOf } from '../positions/accounts.ts';
import type { Account, PerpetualShard } from '../state.ts';
import { dropWatches } from './unwatched.ts';

const timeoutMs = 60_000;

describe('funding of many positions', () => {
  it('visits at most 500 a command, and pays each once on the terms of its time', { timeout: timeoutMs }, () => {
    const crowd = new Crowd(800);
    crowd.n = fundingTimeMs / 1000 - 1;
    crowd.finish();
    crowd.tick(startTicks);
    const paid = new Map<number, bigint>();
    const note = () => {
      expect(crowd.payments().length).toBeLessThanOrEqual(500);
      for (const { positionId, amount } of crowd.payments()) {
        expect(paid.has(positionId), `position ${positionId}`).toBe(false);
        paid.set(positionId, amount);
      }
    };
    note();
    expect(crowd.done.available).toBe(1);
    // The index moves on, and owners trade, before their turn: the amounts stay those of the funding's mark.
    const [late] = [...crowd.shard.positions.values()].slice(-1);
    crowd.place(late?.user as number, 1, PositionSide.long, 10);
    note();
    expect(paid.has(late?.id as number)).toBe(true);
    crowd.place(2, 1, PositionSide.long, 10);
    note();
    crowd.open(5001, PositionSide.long, 10);
    note();
    crowd.tick(startTicks + 20);
    note();
    expect(crowd.finish(note)).toBeGreaterThan(1);
    expect(paid.size).toBe(1600);
    expect(new Set([...paid.values()].map((amount) => (amount < 0n ? -amount : amount))).size).toBe(1);
    checkInvariants(crowd.shard);
  });
});

describe('liquidations of many', () => {
  it('are taken lowest ratio first, at most 64 a command, until nobody is overdue', { timeout: timeoutMs }, () => {
    const crowd = new Crowd(200);
    crowd.finish();
    crowd.tick(startTicks * 0.88);
    const taken: number[] = [];
    const note = () => {
      const begun = crowd.run.events.filter(
        (event) => event.kind === EventKind.liquidationStep && event.stage === LiquidationStage.started,
      );
      expect(begun.length).toBeLessThanOrEqual(64);
      for (const { user } of begun) taken.push(user);
    };
    note();
    crowd.finish(note);
    expect(taken.length).toBe(200);
    expect(taken).toEqual([...taken].sort((a, b) => a - b));
    expect(
      [...crowd.shard.positions.values()].some(({ position, isLiquidating }) => position === 0 && isLiquidating),
    ).toBe(false);
    checkInvariants(crowd.shard);
  });
});

describe('what a tick has to look at', () => {
  /** Whom the next tick looks at beside those whom the marks reach. */
  const countUnwatched = (shard: PerpetualShard) => shard.unwatched.length;

  function quietCrowd(): Crowd {
    const crowd = new Crowd(300);
    for (let user = 9001; user <= 9300; user += 2) {
      crowd.open(user, PositionSide.short, 10, startTicks, 10, MarginMode.cross);
      crowd.open(user + 1, PositionSide.long, 10, startTicks, 10, MarginMode.cross);
    }
    crowd.tick(startTicks);
    crowd.finish();
    crowd.tick(startTicks);
    expect(countUnwatched(crowd.shard)).toBe(0);
    return crowd;
  }

  it('is nobody after a restart', { timeout: timeoutMs }, () => {
    const { shard } = quietCrowd();
    expect(countUnwatched(restoredFrom(shard))).toBe(0);
  });

  it('is nobody after a halt and after its end, but those whose haircut decides', { timeout: timeoutMs }, () => {
    const crowd = quietCrowd();
    // An equity of 2% of its leg: above the level of a warning without a haircut of 1%, and below it with one.
    crowd.open(9991, PositionSide.short, 20, startTicks, 100, MarginMode.cross);
    crowd.open(9992, PositionSide.long, 20, startTicks, 100, MarginMode.cross);
    const account = crowd.shard.accounts.get(9992) as Account;
    const [leg] = account.crossPositions;
    crowd.withdraw(9992, BigInt(crossEquityOf(account)) - BigInt(leg?.cost ?? 0) / 50n);
    crowd.tick(startTicks);
    for (const status of ['halted', 'open'] as const) {
      expect(countUnwatched(crowd.shard)).toBe(0);
      crowd.configure({ status });
      expect(countUnwatched(crowd.shard)).toBe(1);
      crowd.tick(startTicks);
    }
    for (let second = 0; second < 12; second++) {
      crowd.tick(0);
      crowd.finish();
      expect(countUnwatched(crowd.shard)).toBeLessThanOrEqual(1);
    }
  });

  it('is nobody after a change of settings that no limit depends on', { timeout: timeoutMs }, () => {
    const crowd = quietCrowd();
    crowd.configure({ fundingCap: 300_000, bandX: 30_000_000, makerRate: 10_000, ordersMax: 20 });
    expect(countUnwatched(crowd.shard)).toBe(0);
    expect(crowd.run.events.some(({ kind }) => kind === EventKind.positionChanged)).toBe(false);
  });

  it('is everybody after a change of maintenance margins, which liquidates those at their limit at once', {
    timeout: timeoutMs,
  }, () => {
    const crowd = quietCrowd();
    crowd.open(9991, PositionSide.short, 10, startTicks, 5);
    crowd.open(9992, PositionSide.long, 10, startTicks, 100);
    const { size } = crowd.shard.positions;
    crowd.configure({ tiers: [{ maxLots: 400, mmr: 960_000, maxLeverage: 50 }] });
    const changed = crowd.run.events.filter((event) => event.kind === EventKind.positionChanged);
    expect(changed.map(({ user }) => user)).toEqual([9992]);
    expect(countUnwatched(crowd.shard)).toBeGreaterThanOrEqual(size - 1);
    checkInvariants(crowd.shard);
  });

  it('is less than a slice of a funding that went on before it', { timeout: timeoutMs }, () => {
    const crowd = new Crowd(1000);
    crowd.n = fundingTimeMs / 1000 - 1;
    crowd.finish();
    crowd.tick(startTicks);
    expect(crowd.finish(() => expect(countUnwatched(crowd.shard)).toBeLessThanOrEqual(500))).toBeGreaterThan(0);
  });
});

describe('a tick that looks only at whom the marks reached', () => {
  it('decides as one that looks at everybody', { timeout: timeoutMs }, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const watched = new PerpetualRun();
        const generator = new CommandGenerator(new Random(seed), watched.shard);
        const thorough = new PerpetualRun();
        const apply = (command: Command) => {
          watched.apply(command, generator.timeMs);
          for (const each of thorough.shard.markets.values()) dropWatches(thorough.shard, each);
          thorough.apply(command, generator.timeMs);
          expect(Buffer.compare(watched.answers.at(-1) as Uint8Array, thorough.answers.at(-1) as Uint8Array)).toBe(0);
        };
        for (const command of generator.setup()) apply(command);
        for (let at = 0; at < 500; at++) apply(generator.next());
      }),
      { numRuns: 30, seed: 20_261_122 },
    );
  });
});
