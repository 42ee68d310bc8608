/** The fund's desk: nets its lots, sells them into the book within a budget, and deleverages users for what is left too long. */
import {
  CashReason,
  HouseUser,
  oppositeOf,
  PositionSide,
  SelfTrade,
  Side,
  TradeKind,
} from '@pelican/shared/engine/perpetual';
import { closingSide, fundBudget, fundOrder } from '@pelican/shared/perpetual';
import type { Changes } from '../changes.ts';
import type { FundLot } from '../fund.ts';
import { add, type Money } from '../money.ts';
import { matchIoc, type Taker } from '../orders/trade.ts';
import type { Market } from '../state.ts';
import { deleverage } from './deleverage.ts';
import { endTurn } from './deleverage-queue.ts';
import { closeLot, isFundFalling, lotPnl, notePeak } from './fund-lots.ts';
import { isMarkTrusted } from './market-state.ts';
import { writeOffBookTrade } from './receipts.ts';

/** Ticks after which a lot is closed against users whatever the price. */
const ageMax = 60;

/** Lots that a tick or a continueRound works, besides those that were just taken over. */
const lotsMax = 64;

/** All lots become the queue of the desk, by id. */
export function queueLots({ shard }: Changes): void {
  shard.lotQueue = [...shard.fund.lots.keys()];
}

/** Works the next lots of the queue, which grow older by it; true when there were any. */
export function workQueue(changes: Changes): boolean {
  const { shard } = changes;
  const ids = shard.lotQueue.splice(0, lotsMax);
  const lots = ids.flatMap((id) => shard.fund.lots.get(id) ?? []);
  shard.deskLotId = Math.max(shard.deskLotId, ids.at(-1) ?? 0);
  work(changes, lots, true);
  return ids.length > 0;
}

/** Works the lots that were taken over since the desk last worked. */
export function workNewLots(changes: Changes): void {
  const { shard } = changes;
  if (shard.lastLotId === shard.deskLotId) return;
  const lots: FundLot[] = [];
  for (let id = shard.deskLotId + 1; id <= shard.lastLotId; id++) {
    const lot = shard.fund.lots.get(id);
    if (lot) lots.push(lot);
  }
  shard.deskLotId = shard.lastLotId;
  work(changes, lots, false);
}

/** Works lots in order of ids; `isAging`: they grow older by it. What the book does not take may be deleveraged after all of them. */
function work(changes: Changes, lots: readonly FundLot[], isAging: boolean): void {
  const { shard } = changes;
  if (lots.length === 0) return;
  notePeak(shard);
  for (const lot of lots) {
    if (lot.lots === 0 || !isMarkTrusted(lot.market)) continue;
    if (isAging) lot.age++;
    netLot(changes, lot);
    if (lot.lots > 0) sell(changes, lot);
    if (lot.lots > 0) shard.deleveraging.lots.add(lot.id);
  }
  deleverageLots(changes);
}

/** Closes against users what must go of the lots that the book did not take, as far as the command may look. */
export function deleverageLots(changes: Changes): void {
  const { deleveraging, fund } = changes.shard;
  for (const id of deleveraging.lots) {
    const lot = fund.lots.get(id);
    if (lot && isMarkTrusted(lot.market) && mustGo(changes, lot) && !deleverage(changes, lot)) return;
    endTurn(changes.shard, id);
  }
  deleveraging.queues = [];
}

/** Closes the lot against opposite ones of its market at mark, oldest first, as far as each result is within the budget. */
function netLot(changes: Changes, lot: FundLot): void {
  const { market } = lot;
  const { fund } = changes.shard;
  let budget = fundBudget(BigInt(fund.cash));
  for (const other of market.fundLots[oppositeOf(lot.position)].values()) {
    if (lot.lots === 0) return;
    const lots = Math.min(lot.lots, other.lots);
    const gains = [lot, other].map((each) => ({ lot: each, pnl: lotPnl(each, lots, market.markTicks) }));
    if (gains.reduce<Money>((sum, { pnl }) => add(sum, pnl), 0) < -budget) continue;
    // The gain first, so that the fund is not below zero between the two.
    gains.sort((a, b) => (a.pnl > b.pnl ? -1 : a.pnl < b.pnl ? 1 : 0));
    for (const { lot: each } of gains) closeLot(changes, each, lots, market.markTicks, CashReason.realisedPnl);
    writeNetting(changes, market, lots, gains);
    budget = fundBudget(BigInt(fund.cash));
  }
}

function writeNetting(changes: Changes, market: Market, lots: number, gains: { lot: FundLot; pnl: Money }[]): void {
  const sideOf = (position: PositionSide) => ({
    user: HouseUser.fund,
    positionId: 0,
    pnl: gains.find(({ lot }) => lot.position === position)?.pnl ?? 0,
  });
  const terms = { takerSide: Side.sell, ticks: market.markTicks, lots };
  const [long, short] = [sideOf(PositionSide.long), sideOf(PositionSide.short)];
  writeOffBookTrade(changes, TradeKind.netting, market, terms, long, short);
}

/** An order for the whole lot at the price that costs the fund a fifth of its cash at the worst. */
function sell(changes: Changes, lot: FundLot): void {
  const taker: Taker = {
    market: lot.market,
    user: HouseUser.fund,
    side: closingSide(lot.position),
    lots: lot.lots,
    limitTicks: limitTicksOf(changes, lot),
    selfTrade: SelfTrade.cancelMaker,
    tradeKind: TradeKind.fund,
    orderId: 0,
    mayFill: () => true,
    fill: (_, lots, ticks) => ({
      fee: 0,
      pnl: closeLot(changes, lot, lots, ticks, CashReason.realisedPnl),
      positionId: 0,
    }),
  };
  matchIoc(changes, taker);
}

/** The mark is at or past what the fund may pay, the fund is falling, or the lot is old. */
function mustGo(changes: Changes, lot: FundLot): boolean {
  const limitTicks = limitTicksOf(changes, lot);
  const { markTicks } = lot.market;
  const isPast = lot.position === PositionSide.long ? markTicks <= limitTicks : markTicks >= limitTicks;
  return isPast || lot.age >= ageMax || isFundFalling(changes.shard);
}

/** The limit of the lot's order at the fund's present cash. */
function limitTicksOf({ shard }: Changes, { market, position, lots, cost, bankruptcyTicks }: FundLot): number {
  const lot = { position, lots, cost: BigInt(cost), bankruptcyTicks };
  return fundOrder(market.instrument, lot, BigInt(shard.fund.cash)).limitTicks;
}
