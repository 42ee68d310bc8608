import { EventKind, type EventOf, HouseUser, PositionSide, TradeKind } from '@pelican/shared/engine/perpetual';
import { describe, expect, it } from 'vitest';
import { Crowd, startTicks } from '../../../testing/perpetual/crowd.ts';
import { expectSameAfter, restoredFrom } from '../../../testing/perpetual/restored.ts';
import { checkInvariants } from '../invariants.ts';

function nettingsOf({ run }: Crowd): number[] {
  const trades = run.events.filter(
    (event): event is EventOf<typeof EventKind.traded> => event.kind === EventKind.traded,
  );
  return trades.filter(({ tradeKind }) => tradeKind === TradeKind.netting).map(({ lots }) => lots);
}

describe('the lots of the fund', () => {
  it('are netted against the opposite ones of their market, oldest first, also after a restart', () => {
    const crowd = new Crowd(0);
    crowd.deposit(HouseUser.fund, 10n ** 12n);
    for (const [user, lots] of [
      [1, 5],
      [3, 20],
      [5, 8],
    ] as const) {
      crowd.open(user, PositionSide.short, lots, startTicks, 100);
      crowd.open(user + 1, PositionSide.long, lots, startTicks, 5);
    }
    crowd.tick(1015);
    crowd.open(7, PositionSide.short, 17, 1015, 5);
    crowd.open(8, PositionSide.long, 17, 1015, 100);
    const restored = restoredFrom(crowd.shard);
    crowd.tick(1000);
    expect(nettingsOf(crowd)).toEqual([5, 12]);
    expect([...crowd.shard.fund.lots.values()].map(({ id, lots }) => [id & 0xff, lots])).toEqual([
      [2, 8],
      [3, 8],
    ]);
    checkInvariants(crowd.shard);
    expectSameAfter(crowd, restored, crowd.run.journal.length - 1);
    checkInvariants(restored);
  });
});
