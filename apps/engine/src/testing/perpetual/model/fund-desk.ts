/** The fund's desk and auto-deleveraging. */
import {
  CashReason,
  EventKind,
  HouseUser,
  MarginMode,
  PositionCode,
  PositionSide,
  SelfTrade,
  Side,
  TradeKind,
} from '@pelican/shared/engine/perpetual';
import { ascending, down, least, most, near, one, total, up } from './arithmetic.ts';
import { closeFill, costOfPart } from './fills.ts';
import { emitOffBook } from './liquidation-events.ts';
import { crossEquity, equityOf, unrealised, worthAtMark } from './margin.ts';
import { match } from './orders.ts';
import type { Lot, Position, World } from './state.ts';
import { closingSide } from './takeover.ts';
import { accountOf, crossLegs, direction, emit, isOpen, isTrusted, moveFund, notional, positionsOf } from './world.ts';

/**
 * In a tick every lot in order of ids, else those that were taken over since; what the book leaves may be deleveraged after
 * all of them.
 */
export function workFund(world: World, isTick: boolean): void {
  const lots = openLots(world).filter(({ id }) => isTick || id > world.deskLotId);
  world.deskLotId = isTick ? most(world.deskLotId, ...lots.map(({ id }) => id)) : world.lastLotId;
  if (lots.length === 0) return;
  notePeak(world);
  const left: Lot[] = [];
  for (const lot of lots) {
    if (lot.lots === 0n || !isTrusted(lot.market)) continue;
    if (isTick) lot.age++;
    net(world, lot);
    if (lot.lots > 0n) sell(world, lot);
    if (lot.lots > 0n) left.push(lot);
  }
  for (const lot of left) if (lot.lots > 0n && mustGo(world, lot)) deleverage(world, lot);
}

function openLots(world: World): Lot[] {
  return world.lots.filter(({ lots }) => lots > 0n);
}

/** The highest cash of each of the last eight hours. */
export function notePeak(world: World): void {
  const hour = Math.floor(world.lastTick / 3600);
  const known = world.peaks.find((peak) => peak.hour === hour);
  if (!known) world.peaks.push({ hour, cash: world.fund });
  else if (world.fund > known.cash) known.cash = world.fund;
  world.peaks = world.peaks.filter((peak) => peak.hour > hour - 8);
}

function gainOf(lot: Lot, lots: bigint, ticks: bigint): bigint {
  return direction(lot.position) * (notional(lot.market, ticks, lots) - costOfPart(lot, lots));
}

function closeLot(world: World, lot: Lot, lots: bigint, ticks: bigint, reason: CashReason): bigint {
  const gain = gainOf(lot, lots, ticks);
  lot.cost -= costOfPart(lot, lots);
  lot.lots -= lots;
  moveFund(world, gain, reason, lot.market.id);
  return gain;
}

function budgetOf(world: World): bigint {
  return down(world.fund * 20n, 100n);
}

/** The price at which the whole lot would cost the fund its budget. */
function limitOf(world: World, lot: Lot): bigint {
  const perTick = notional(lot.market, 1n, lot.lots);
  const worst = lot.bankruptcy * perTick - direction(lot.position) * budgetOf(world);
  return lot.position === PositionSide.long ? up(worst, perTick) : down(worst, perTick);
}

/** Against opposite lots of the market at mark, where the result is within the budget; the gain is booked first. */
function net(world: World, lot: Lot): void {
  const { market } = lot;
  for (const other of openLots(world)) {
    if (lot.lots === 0n) return;
    if (other.market !== market || other.position === lot.position) continue;
    const lots = least(lot.lots, other.lots);
    const gains = new Map([lot, other].map((each) => [each, gainOf(each, lots, market.mark)]));
    if (total(gains.values()) < -budgetOf(world)) continue;
    const order = [lot, other].sort((a, b) => Number((gains.get(b) ?? 0n) - (gains.get(a) ?? 0n)));
    for (const each of order) closeLot(world, each, lots, market.mark, CashReason.realisedPnl);
    const side = (position: PositionSide) => {
      const each = lot.position === position ? lot : other;
      return { user: HouseUser.fund, positionId: 0n, pnl: gains.get(each) ?? 0n };
    };
    const terms = { takerSide: Side.sell, ticks: market.mark, lots };
    emitOffBook(world, TradeKind.netting, market, terms, side(PositionSide.long), side(PositionSide.short));
  }
}

function sell(world: World, lot: Lot): void {
  match(world, {
    market: lot.market,
    user: HouseUser.fund,
    side: closingSide(lot.position),
    lots: lot.lots,
    limit: limitOf(world, lot),
    selfTrade: SelfTrade.cancelMaker,
    kind: TradeKind.fund,
    orderId: 0n,
    fill: (lots, ticks) => ({
      fee: 0n,
      pnl: closeLot(world, lot, lots, ticks, CashReason.realisedPnl),
      positionId: 0n,
    }),
  });
}

/** The mark is at or past the limit, the fund lost 30% of its peak, or the lot is 60 ticks old. */
function mustGo(world: World, lot: Lot): boolean {
  const { mark } = lot.market;
  const limit = limitOf(world, lot);
  const isPast = lot.position === PositionSide.long ? mark <= limit : mark >= limit;
  const peak = most(0n, ...world.peaks.map(({ cash }) => cash));
  return isPast || lot.age >= 60 || (peak > 0n && world.fund * 10n <= peak * 7n);
}

const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

interface Candidate {
  held: Position;
  score: bigint;
  hedged: bigint;
}

function deleverage(world: World, lot: Lot): void {
  const queue = queueFor(world, lot);
  const able = queue.filter(({ held }) => canBear(world, held, lot));
  const winners = able.filter(({ held }) => unrealised(held) > 0n);
  const takes = new Map<Candidate, bigint>();
  let left = lot.lots;
  const take = (candidate: Candidate, limit: bigint) => {
    const before = takes.get(candidate) ?? 0n;
    const lots = least(left, limit - before);
    if (lots <= 0n) return;
    takes.set(candidate, before + lots);
    left -= lots;
  };
  for (const each of winners) take(each, each.held.lots - each.hedged);
  for (const each of winners) take(each, each.held.lots);
  for (const each of able) if (!winners.includes(each)) take(each, each.held.lots);
  for (const [candidate, lots] of takes) closeAgainst(world, lot, candidate, lots, queue.indexOf(candidate) + 1);
}

/** Highest score first, of equals the lower position id. */
function queueFor(world: World, lot: Lot): Candidate[] {
  const opposite = world.positions.filter(
    (held) =>
      isOpen(held) &&
      held.market === lot.market &&
      held.position !== lot.position &&
      !held.isLiquidating &&
      !(held.mode === MarginMode.cross && accountOf(world, held.user).isLiquidating),
  );
  const candidates = opposite.map((held) => ({ held, score: scoreOf(world, held), hedged: hedgedOf(world, held) }));
  return candidates.sort((a, b) => ascending(b.score, a.score) || ascending(a.held.id, b.held.id));
}

/** Profit ratio times effective leverage, of a loss divided by it: one rounding, of the whole. */
function scoreOf(world: World, held: Position): bigint {
  const isCross = held.mode === MarginMode.cross;
  const profit = unrealised(held);
  const worth = isCross ? total(crossLegs(world, held.user).map(worthAtMark)) : worthAtMark(held);
  const equity = isCross ? crossEquity(world, held.user) : equityOf(held);
  if (profit <= 0n) return near(profit * equity * one, held.cost * worth);
  return equity === 0n ? 0n : near(profit * worth * one, held.cost * equity);
}

function hedgedOf(world: World, held: Position): bigint {
  const others = positionsOf(world, held.user).filter(
    (each) => each.market === held.market && each.position !== held.position,
  );
  return total(others.map(({ lots }) => lots));
}

/** Whether the whole position closed at the lot's price would leave no debt. */
function canBear(world: World, held: Position, lot: Lot): boolean {
  const atPrice = direction(held.position) * (notional(lot.market, lot.bankruptcy, held.lots) - held.cost);
  if (held.mode === MarginMode.isolated) return held.margin + atPrice >= 0n;
  return crossEquity(world, held.user) - unrealised(held) + atPrice >= 0n;
}

function closeAgainst(world: World, lot: Lot, { held, score }: Candidate, lots: bigint, rank: number): void {
  const { market, bankruptcy: ticks } = lot;
  const reason = CashReason.deleveraging;
  const fill = { lots, ticks, rate: 0n, orderId: 0n, isForced: true, code: PositionCode.deleveraged, reason };
  const { user, id: positionId } = held;
  const { pnl } = closeFill(world, held, fill);
  const gain = closeLot(world, lot, lots, ticks, reason);
  emit(world, EventKind.deleveraged, user, {
    market: market.id,
    lotId: lot.id,
    positionId,
    priceTicks: ticks,
    lots,
    pnl,
    rank,
    score: least(most(score, -safeMax), safeMax),
  });
  const terms = { takerSide: closingSide(lot.position), ticks, lots };
  const fund = { user: HouseUser.fund, positionId: 0n, pnl: gain };
  emitOffBook(world, TradeKind.deleveraging, market, terms, fund, { user, positionId, pnl });
}
