/** Auto-deleveraging: a lot of the fund is closed against the positions that gain most from it, at its bankruptcy price. */
import {
  CashReason,
  deleveraged,
  HouseUser,
  MarginMode,
  oppositeOf,
  PositionCode,
  TradeKind,
} from '@pelican/shared/engine/perpetual';
import { canBearClose, closingSide, takesInPasses } from '@pelican/shared/perpetual';
import { saturated } from '../../kernel/limits.ts';
import type { Changes } from '../changes.ts';
import type { FundLot } from '../fund.ts';
import type { DeleverageQueue, Place } from '../pending-work.ts';
import { crossEquityOf, exactOf } from '../positions/accounts.ts';
import { applyCloseFill } from '../positions/positions.ts';
import { type Account, type PerpetualShard, type Position, positionKey } from '../state.ts';
import { fillQueue, queueOf, rankOf, rescoreChanged } from './deleverage-queue.ts';
import { closeLot } from './fund-lots.ts';
import { hasOpenFunding, settleFundingOf } from './funding-payments.ts';
import type { Budget } from './position-walk.ts';
import { writeOffBookTrade } from './receipts.ts';

/** What a receipt's field of 16 bits can hold. */
const rankMax = 0xffff;

/** How much of a lot each position closes. */
interface Plan {
  takes: ReadonlyMap<Place, number>;
  /** Where the next command goes on; undefined when the lot is closed or everybody was asked. */
  stoppedAt: DeleverageQueue['resumeAt'];
}

/** Closes as much of the lot as there are users who can bear it; false when that takes a further command. */
export function deleverage(changes: Changes, lot: FundLot): boolean {
  const { shard, scores, asks } = changes;
  const queue = queueOf(shard, lot.market, oppositeOf(lot.position));
  if (!fillQueue(shard, queue, scores)) return false;
  for (;;) {
    rescoreChanged(changes);
    const plan = planFor(shard, lot, queue, asks);
    if (!settleTakers(changes, plan)) {
      close(changes, lot, queue, plan);
      queue.resumeAt = plan.stoppedAt;
      return plan.stoppedAt === undefined;
    }
    // What they close may be another part now: they are asked again.
    if (asks.left === 0) return false;
  }
}

/** Asks in the order of the passes from where the last command stopped. */
function planFor({ positions }: PerpetualShard, lot: FundLot, queue: DeleverageQueue, asks: Budget): Plan {
  const from = queue.resumeAt;
  let stoppedAt: DeleverageQueue['resumeAt'];
  function* asking(pass: number): Generator<Place> {
    if (stoppedAt || (from && pass < from.pass)) return;
    const list = pass === 2 ? queue.others : queue.winners;
    for (const place of list.items(from?.pass === pass ? from.place : undefined)) {
      if (asks.left === 0) {
        stoppedAt = { pass, place };
        return;
      }
      asks.left--;
      yield place;
    }
  }
  const passes = { unhedged: asking(0), winners: asking(1), others: asking(2) };
  const takes = takesInPasses(lot.lots, passes, ({ id }) => offerOf(lot, positions.get(id) as Position));
  return { takes, stoppedAt };
}

/** What a position may close of a lot: nothing when its owner would be left with a debt. */
function offerOf({ bankruptcyTicks }: FundLot, held: Position) {
  const { account, market, lots } = held;
  const crossEquity = held.mode === MarginMode.cross ? BigInt(crossEquityOf(account)) : 0n;
  const candidate = { ...exactOf(held), crossEquity };
  if (!canBearClose(market.instrument, market.markTicks, bankruptcyTicks, candidate)) return undefined;
  return { lots, hedgedLots: hedgedLotsOf(account, held) };
}

/** What the same user holds on the other side of the market, in either margin mode. */
function hedgedLotsOf({ positions }: Account, { market, position }: Position): number {
  const other = oppositeOf(position);
  const lotsOf = (mode: MarginMode) => positions.get(positionKey(market.id, mode, other))?.lots ?? 0;
  return lotsOf(MarginMode.cross) + lotsOf(MarginMode.isolated);
}

/** Settles open fundings of those that the lot would be closed against; true when anybody had one. */
function settleTakers(changes: Changes, { takes }: Plan): boolean {
  const { shard } = changes;
  if (shard.openFundings === 0) return false;
  let hadAny = false;
  for (const { id } of takes.keys()) {
    const { account } = shard.positions.get(id) as Position;
    if (hasOpenFunding(account)) hadAny = true;
    settleFundingOf(changes, account);
  }
  return hadAny;
}

function close(changes: Changes, lot: FundLot, queue: DeleverageQueue, { takes }: Plan): void {
  const ranked = [...takes].map(([place, lots]) => ({ place, lots, rank: rankOf(queue, place) + 1 }));
  for (const { place, lots, rank } of ranked) {
    const held = changes.shard.positions.get(place.id) as Position;
    closeAgainst(changes, lot, held, lots, { rank: Math.min(rank, rankMax), score: saturated(place.score) });
  }
}

function closeAgainst(
  changes: Changes,
  lot: FundLot,
  held: Position,
  lots: number,
  receipt: { rank: number; score: number },
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
    ...receipt,
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
