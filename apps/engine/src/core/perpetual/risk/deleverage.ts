/** Auto-deleveraging: a lot of the fund is closed against the positions that gain most from it, at its bankruptcy price. */
import { deleveraged } from '@pelican/shared/engine/perpetual/events.ts';
import {
  CashReason,
  HouseUser,
  MarginMode,
  PositionCode,
  PositionSide,
  TradeKind,
} from '@pelican/shared/engine/perpetual/terms.ts';
import type { CrossFigures } from '@pelican/shared/perpetual/cross.ts';
import { type DeleverageCandidate, deleverageTakes, rankCandidates } from '@pelican/shared/perpetual/deleveraging.ts';
import { closingSide } from '@pelican/shared/perpetual/triggers.ts';
import { figuresOf } from '../accounts.ts';
import type { Changes } from '../changes.ts';
import { applyCloseFill } from '../positions.ts';
import { type Account, type FundLot, type PerpetualShard, type Position, positionKey } from '../state.ts';
import { closeLot } from './fund-lots.ts';
import { tellOffBookTrade } from './receipts.ts';

/** Closes as much of the lot as there are users who can bear it. */
export function deleverage(changes: Changes, lot: FundLot): void {
  const { shard } = changes;
  const { market } = lot;
  const { markTicks, instrument } = market;
  const ranking = rankCandidates(instrument, markTicks, candidatesFor(shard, lot));
  const places = new Map(ranking.map((ranked, at) => [ranked.candidate, { rank: at + 1, score: ranked.score8 }]));
  for (const { candidate, lots } of deleverageTakes(instrument, lot, markTicks, ranking)) {
    const held = shard.positions.get(candidate.id) as Position;
    const { rank = 0, score = 0n } = places.get(candidate) ?? {};
    closeAgainst(changes, lot, held, lots, { rank: Math.min(rank, rankMax), score: Number(score) });
  }
}

/** What a record's field of 16 bits can hold. */
const rankMax = 0xffff;

function candidatesFor(shard: PerpetualShard, lot: FundLot): DeleverageCandidate[] {
  const accounts = new Map<Account, CrossFigures>();
  const crossOf = (account: Account): CrossFigures => {
    const figures = accounts.get(account) ?? figuresOf(account);
    accounts.set(account, figures);
    return figures;
  };
  const candidates: DeleverageCandidate[] = [];
  for (const held of shard.positions.values()) {
    if (held.market !== lot.market || held.position === lot.position || held.isLiquidating) continue;
    const account = shard.accounts.get(held.user) as Account;
    const isCross = held.mode === MarginMode.cross;
    if (isCross && account.isLiquidating) continue;
    const cross = isCross ? crossOf(account) : undefined;
    const { id, mode, position, lots, cost, margin } = held;
    const crossNotional = cross?.notional ?? 0n;
    const crossEquity = cross?.equity ?? 0n;
    const hedgedLots = hedgedLotsOf(account, held);
    candidates.push({ id, mode, position, lots, cost, margin, crossNotional, crossEquity, hedgedLots });
  }
  return candidates;
}

/** What the same user holds on the other side of the market, in either margin mode. */
function hedgedLotsOf({ positions }: Account, { market, position }: Position): number {
  const other = position === PositionSide.long ? PositionSide.short : PositionSide.long;
  const lotsOf = (mode: MarginMode) => positions.get(positionKey(market.id, mode, other))?.lots ?? 0;
  return lotsOf(MarginMode.cross) + lotsOf(MarginMode.isolated);
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
  const fill = { lots, ticks, rate: 0n, orderId: 0, isForced: true, code, reason };
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
  tellOffBookTrade(
    changes,
    TradeKind.deleveraging,
    market,
    { takerSide: closingSide(position), ticks, lots },
    { user: HouseUser.fund, positionId: 0, pnl: lotGain },
    { user: held.user, positionId: held.id, pnl },
  );
}
