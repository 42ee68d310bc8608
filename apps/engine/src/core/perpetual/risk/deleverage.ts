/** Auto-deleveraging: a lot of the fund is closed against the positions that gain most from it, at its bankruptcy price. */
import { deleveraged } from '@pelican/shared/engine/perpetual/events.ts';
import { CashReason, HouseUser, PositionCode, TradeKind } from '@pelican/shared/engine/perpetual/terms.ts';
import { deleverageTakes } from '@pelican/shared/perpetual/deleveraging.ts';
import { closingSide } from '@pelican/shared/perpetual/triggers.ts';
import type { Changes } from '../changes.ts';
import { applyCloseFill } from '../positions/positions.ts';
import type { FundLot, Position } from '../state.ts';
import type { DeleverageQueues } from './deleverage-queues.ts';
import { closeLot } from './fund-lots.ts';
import { hasOpenFunding, settleFundingOf } from './funding-payments.ts';
import { writeOffBookTrade } from './receipts.ts';

/** What a receipt's field of 16 bits can hold. */
const rankMax = 0xffff;

/** Closes as much of the lot as there are users who can bear it. */
export function deleverage(changes: Changes, lot: FundLot, queues: DeleverageQueues): void {
  const { shard } = changes;
  const { markTicks, instrument } = lot.market;
  settleTakers(changes, lot, queues);
  const ranking = queues.rankingFor(lot);
  const users = new Set<number>();
  for (const { candidate, lots } of deleverageTakes(instrument, lot, markTicks, ranking)) {
    const held = shard.positions.get(candidate.id) as Position;
    const at = ranking.findIndex((ranked) => ranked.candidate === candidate);
    const score = Number(ranking[at]?.score8 ?? 0n);
    users.add(held.user);
    closeAgainst(changes, lot, held, lots, { rank: Math.min(at + 1, rankMax), score });
  }
  queues.renew(users);
}

/** Settles open fundings of those that the lot would be closed against, until nobody among them has any. */
function settleTakers(changes: Changes, lot: FundLot, queues: DeleverageQueues): void {
  const { shard } = changes;
  while (shard.openFundings > 0) {
    const takes = deleverageTakes(lot.market.instrument, lot, lot.market.markTicks, queues.rankingFor(lot));
    const users = new Set<number>();
    for (const { candidate } of takes) {
      const { account, user } = shard.positions.get(candidate.id) as Position;
      if (hasOpenFunding(account)) users.add(user);
      settleFundingOf(changes, account);
    }
    if (users.size === 0) return;
    queues.renew(users);
  }
}

function closeAgainst(
  changes: Changes,
  lot: FundLot,
  held: Position,
  lots: number,
  place: { rank: number; score: number },
): void {
  const { market, bankruptcyTicks: ticks, position } = lot;
  const code = PositionCode.deleveraged;
  const reason = CashReason.deleveraging;
  const fill = { lots, ticks, rate: 0, orderId: 0, isForced: true, code, reason, keepsMargin: false };
  const { pnl } = applyCloseFill(changes, held, fill);
  const lotGain = closeLot(changes, lot, lots, ticks, reason);
  changes.emit(deleveraged, held.user, {
    market: market.id,
    lotId: lot.id,
    positionId: held.id,
    priceTicks: ticks,
    lots,
    pnl,
    ...place,
  });
  writeOffBookTrade(
    changes,
    TradeKind.deleveraging,
    market,
    { takerSide: closingSide(position), ticks, lots },
    { user: HouseUser.fund, positionId: 0, pnl: lotGain },
    { user: held.user, positionId: held.id, pnl },
  );
}
