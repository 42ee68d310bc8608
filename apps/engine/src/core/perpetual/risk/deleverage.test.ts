import { EventKind, type EventOf, HouseUser, MarginMode, PositionSide, Side } from '@pelican/shared/engine/perpetual';
import { deleverageTakes, rankCandidates } from '@pelican/shared/perpetual';
import { describe, expect, it } from 'vitest';
import { Crowd, market, startTicks } from '../../../testing/perpetual/crowd.ts';
import { compareWithRestored, expectSameAfter, restoredFrom } from '../../../testing/perpetual/restored.ts';
import { checkInvariants } from '../invariants.ts';
import { exactOf } from '../positions/accounts.ts';
import type { Account, Market } from '../state.ts';

const timeoutMs = 60_000;

/** A lot and a tick of it are worth so much that a score passes 64 bits. */
const costly = { tickSize: 10_000_000_000 };
const costlyDeposit = 10n ** 14n;
const fundCash = 10n ** 14n;

describe('deleveraging among many', () => {
  /** 1,700 shorts at different prices, and a long whom the fund takes over and nobody buys. */
  function crowdWithLot(): Crowd {
    const crowd = new Crowd(0);
    for (let pair = 0; pair < 1700; pair++) {
      const ticks = startTicks + (pair % 37);
      crowd.open(2 * pair + 1, PositionSide.short, 10, ticks, 5 + (pair % 3));
      crowd.open(2 * pair + 2, PositionSide.long, 10, ticks, 5);
    }
    crowd.open(9001, PositionSide.short, 20, startTicks, 5);
    crowd.open(9002, PositionSide.long, 20, startTicks, 50);
    crowd.tick(startTicks);
    crowd.finish();
    crowd.tick(startTicks * 0.95);
    return crowd;
  }

  it('scores at most a thousand positions a command', { timeout: timeoutMs }, () => {
    const crowd = crowdWithLot();
    const { deleveraging, positions } = crowd.shard;
    const [queue] = deleveraging.queues;
    const ids = [...positions.keys()];
    let scored = 0;
    let commands = 1;
    const note = () => {
      const now = ids.filter((id) => id <= (queue?.cursor as number)).length;
      expect(now - scored).toBeLessThanOrEqual(1000);
      scored = now;
    };
    note();
    expect(scored).toBeGreaterThan(0);
    commands += crowd.finish(note);
    expect(scored).toBe(ids.length);
    expect(commands).toBeGreaterThan(2);
    expect([crowd.shard.fund.lots.size, deleveraging.lots.size, deleveraging.queues.length]).toEqual([0, 0, 0]);
    checkInvariants(crowd.shard);
  });

  it('keeps the exact order of its beginning, whatever ticks and owners do meanwhile', { timeout: timeoutMs }, () => {
    const crowd = crowdWithLot();
    const { shard } = crowd;
    const [lot] = shard.fund.lots.values();
    const [queue] = shard.deleveraging.queues;
    const markTicks = queue?.marks.get(market) as number;
    crowd.goOn();
    // A part of what was scored is closed, grows or gets margin, and the mark moves on.
    crowd.place(2, Side.sell, PositionSide.long, 3, startTicks * 0.95);
    crowd.place(1, Side.buy, PositionSide.short, 3, startTicks * 0.95);
    crowd.open(75, PositionSide.short, 7, startTicks * 0.95, 5);
    crowd.open(76, PositionSide.long, 7, startTicks * 0.95, 5);
    crowd.tick(startTicks * 0.94);
    const from = crowd.run.journal.length;
    const restored = restoredFrom(shard);
    const candidates = [...shard.positions.values()]
      .filter(({ position, isLiquidating }) => position === PositionSide.short && !isLiquidating)
      .map((held) => ({ id: held.id, ...exactOf(held), crossNotional: 0n, crossEquity: 0n, hedgedLots: 0 }));
    const { instrument } = shard.markets.get(market) as Market;
    const ranking = rankCandidates(instrument, markTicks, candidates);
    const terms = { lots: lot?.lots as number, bankruptcyTicks: lot?.bankruptcyTicks as number };
    const expected = deleverageTakes(instrument, terms, markTicks, ranking).map(({ candidate, lots }) => {
      const rank = ranking.findIndex((one) => one.candidate === candidate);
      return { positionId: candidate.id, lots, rank: rank + 1, score: Number(ranking[rank]?.score8) };
    });
    const taken: object[] = [];
    crowd.finish(() => {
      for (const event of crowd.run.events)
        if (event.kind === EventKind.deleveraged && event.lotId === lot?.id)
          taken.push({ positionId: event.positionId, lots: event.lots, rank: event.rank, score: event.score });
    });
    expect(taken.length).toBeGreaterThan(1);
    expect(taken).toEqual(expected);
    expectSameAfter(crowd, restored, from);
  });
});

describe('a lot that needs more asks than one second allows', () => {
  it('is closed over the ticks, by the order of its beginning', { timeout: timeoutMs }, () => {
    const crowd = new Crowd(0);
    addInsolventShorts(crowd, { count: 1000, hasSolvent: true });
    crowd.tick(950);
    const [solvent] = [...crowd.shard.positions.values()].filter(({ user }) => user === 9001);
    const taken: EventOf<typeof EventKind.deleveraged>[] = [];
    const note = () => {
      for (const event of crowd.run.events) if (event.kind === EventKind.deleveraged) taken.push(event);
    };
    for (let second = 1; second <= 5; second++) {
      compareWithRestored(crowd, () => crowd.tick(950 - (second % 3)));
      note();
      compareWithRestored(crowd, () => crowd.goOn());
      note();
    }
    expect(taken).toMatchObject([{ positionId: solvent?.id, lots: 20, rank: 1001 }]);
    expect(crowd.shard.fund.lots.size).toBe(0);
    checkInvariants(crowd.shard);
  });

  it('is ranked at newer marks once nobody could close it', { timeout: timeoutMs }, () => {
    const crowd = new Crowd(0);
    addInsolventShorts(crowd, { count: 1000, hasSolvent: false });
    crowd.tick(950);
    const rankedAt = new Set<number>();
    for (let second = 1; second <= 12; second++) {
      compareWithRestored(crowd, () => crowd.tick(950 - second));
      for (const { marks } of crowd.shard.deleveraging.queues) rankedAt.add(marks.get(market) as number);
    }
    // Scored in two commands, then asked 2,000 times by 500 a command.
    expect([...rankedAt]).toEqual([950, 945, 940]);
    expect(crowd.shard.fund.lots.size).toBe(1);
  });
});

describe('a score above 64 bits', () => {
  it('is kept exactly by a snapshot', { timeout: timeoutMs }, () => {
    const crowd = new Crowd(0, costly, costlyDeposit);
    openHedged(crowd, 950);
    addInsolventShorts(crowd, { count: 999, hasSolvent: false });
    crowd.tick(950);
    crowd.tick(935);
    crowd.goOn();
    leaveOneUnitAt(crowd, 950);
    crowd.goOn();
    const [queue] = crowd.shard.deleveraging.queues;
    expect(queue?.resumeAt?.pass).toBe(1);
    expect(queue?.resumeAt?.place.score).toBeGreaterThan(2n ** 64n);
    compareWithRestored(crowd, () => crowd.goOn());
  });

  it('reads 2^53 - 1 on a receipt', { timeout: timeoutMs }, () => {
    const crowd = new Crowd(1000, costly, costlyDeposit);
    openHedged(crowd, 977);
    crowd.open(9001, PositionSide.short, 20, 985, 5);
    crowd.open(9002, PositionSide.long, 20, 985, 100);
    crowd.deposit(HouseUser.fund, fundCash);
    crowd.tick(startTicks);
    crowd.finish();
    crowd.withdraw(HouseUser.fund, (fundCash * 9n) / 10n);
    crowd.tick(977);
    crowd.tick(966);
    leaveOneUnitAt(crowd, 977);
    crowd.goOn();
    const receipts = crowd.run.events.filter(({ kind }) => kind === EventKind.deleveraged);
    expect(receipts[0]).toMatchObject({ user: hedger, rank: 1, score: Number.MAX_SAFE_INTEGER });
  });
});

/**
 * A lot of the fund at a bankruptcy price near 975, and `count` shorts who gain at 950 and would owe something if they
 * closed at 975. The fund falls, so the next tick asks them; `hasSolvent`: behind them all is one short who can close it.
 */
function addInsolventShorts(crowd: Crowd, { count, hasSolvent }: { count: number; hasSolvent: boolean }): void {
  crowd.deposit(HouseUser.fund, fundCash);
  crowd.open(9001, PositionSide.short, 20, 985, 5);
  crowd.open(9002, PositionSide.long, 20, 985, 100);
  crowd.tick(960);
  expect(crowd.shard.fund.lots.size).toBe(1);
  for (let pair = 0; pair < count; pair++) {
    crowd.open(2 * pair + 1, PositionSide.short, 10, 960, 100);
    if (pair < 2 && !hasSolvent) crowd.place(9001, Side.buy, PositionSide.short, 10, 960);
    else crowd.open(2 * pair + 2, PositionSide.long, 10, 960, 5);
  }
  crowd.finish();
  crowd.withdraw(HouseUser.fund, (fundCash * 9n) / 10n);
}

const hedger = 9991;

/** A cross account with a short that gains a little at a mark, and a long that loses more. */
function openHedged(crowd: Crowd, markTicks: number): void {
  for (const [position, counterparty, lots, ticks] of [
    [PositionSide.short, PositionSide.long, 19, markTicks + 1],
    [PositionSide.long, PositionSide.short, 1, markTicks + 222],
  ] as const) {
    crowd.open(hedger, position, lots, ticks, 100, MarginMode.cross);
    crowd.open(hedger + 1, counterparty, lots, ticks, 5);
  }
}

/** Withdraws all but the smallest unit of what the account would have at a mark that has passed. */
function leaveOneUnitAt(crowd: Crowd, markTicks: number): void {
  const { cash, crossPositions } = crowd.shard.accounts.get(hedger) as Account;
  let equity = BigInt(cash);
  for (const { position, lots, cost } of crossPositions) {
    const worth = BigInt(markTicks) * BigInt(lots) * BigInt(costly.tickSize);
    equity += position === PositionSide.long ? worth - BigInt(cost) : BigInt(cost) - worth;
  }
  crowd.withdraw(hedger, equity - 1n);
  expect(crowd.done.code).toBe(0);
}
