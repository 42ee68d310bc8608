import {
  CashReason,
  EndReason,
  isClosing,
  LiquidationStage,
  MarginMode,
  PositionCode,
  PositionSide,
  Side,
  TradeKind,
} from '@pelican/shared/engine/perpetual';
import { ascending, least, one, total } from './arithmetic.ts';
import { cancelClosing, closeFill } from './fills.ts';
import { emitAccount, emitOffBook, emitStep } from './liquidation-events.ts';
import {
  bankruptcy,
  crossRatio4,
  crossRequired,
  isCrossDue,
  required,
  requiredLowest,
  shares,
  unrealised,
  weighedEquity,
} from './margin.ts';
import { endOrder } from './order-life.ts';
import type { Account, Position, World } from './state.ts';
import { emitReduced, excessOfTier, sellInUsersName, takeOver, takeoverTerms } from './takeover.ts';
import { accountOf, crossLegs, frozen, isTrusted, ordersOf } from './world.ts';

/** CE' - F_x below the requirement, not at it. */
export function isAtRisk(world: World, user: number): boolean {
  const needed = crossRequired(world, user);
  return needed > 0n && (weighedEquity(world, user) - frozen(world, user, MarginMode.cross)) * one < needed;
}

export function cancelAtRisk(world: World, user: number): void {
  if (isAtRisk(world, user)) cancelOpening(world, user, crossRatio4(world, user));
}

function cancelOpening(world: World, user: number, ratio: bigint): void {
  const orders = ordersOf(world, user).filter((order) => !isClosing(order));
  for (const order of orders) endOrder(world, order, EndReason.riskOrdersCanceled);
  if (orders.length > 0) emitAccount(world, LiquidationStage.ordersCanceled, user, ratio);
}

export function crossTurn(world: World, user: number): void {
  const account = accountOf(world, user);
  if (isCrossDue(world, user)) liquidateCross(world, account);
  else if (account.isLiquidating) recoverCross(world, account);
}

function recoverCross(world: World, account: Account): void {
  const { user } = account;
  account.isLiquidating = false;
  for (const leg of crossLegs(world, user)) {
    leg.isLiquidating = false;
    world.touched.add(user);
  }
  emitAccount(world, LiquidationStage.recovered, user, crossRatio4(world, user));
}

function trustedLegs(world: World, user: number): Position[] {
  return crossLegs(world, user).filter(({ market }) => isTrusted(market));
}

function liquidateCross(world: World, account: Account): void {
  const { user } = account;
  if (trustedLegs(world, user).length === 0) return;
  if (!account.isLiquidating) startCross(world, account);
  netHedges(world, user);
  const tried = new Set<Position>();
  for (;;) {
    if (!isCrossDue(world, user)) {
      recoverCross(world, account);
      return;
    }
    const legs = trustedLegs(world, user).filter((leg) => !tried.has(leg));
    // The largest requirement; of equals the lower id, which stands first.
    const leg = legs.sort((a, b) => ascending(required(b), required(a)))[0];
    if (!leg) break;
    if (!offer(world, leg)) tried.add(leg);
  }
  const lowest = total(crossLegs(world, user).map(requiredLowest));
  if (weighedEquity(world, user) * one > lowest) return;
  const ratio = crossRatio4(world, user);
  const terms = [...shares(world, user)].map(([leg, share]) => {
    const margin = share - unrealised(leg);
    return { leg, terms: takeoverTerms(leg, bankruptcy(leg, margin), margin) };
  });
  for (const each of terms) if (isTrusted(each.leg.market)) takeOver(world, each.leg, each.terms, ratio);
  account.isLiquidating = crossLegs(world, user).length > 0;
}

function startCross(world: World, account: Account): void {
  const { user } = account;
  const ratio = crossRatio4(world, user);
  account.isLiquidating = true;
  for (const leg of crossLegs(world, user)) leg.isLiquidating = true;
  world.touched.add(user);
  emitAccount(world, LiquidationStage.started, user, ratio);
  cancelOpening(world, user, ratio);
}

/** What is long and short in one market closes against itself, at mark and free of fees. */
function netHedges(world: World, user: number): void {
  const legs = trustedLegs(world, user);
  for (const long of legs.filter(({ position }) => position === PositionSide.long)) {
    const short = legs.find(({ market, position }) => market === long.market && position === PositionSide.short);
    if (!short || !isCrossDue(world, user)) continue;
    const { market } = long;
    const ratio = crossRatio4(world, user);
    const lots = least(long.lots, short.lots);
    const fill = {
      lots,
      ticks: market.mark,
      rate: 0n,
      orderId: 0n,
      isForced: true,
      code: PositionCode.partiallyLiquidated,
      reason: CashReason.liquidation,
    };
    const [sold, bought] = [closeFill(world, long, fill), closeFill(world, short, fill)];
    const terms = { takerSide: Side.sell, ticks: market.mark, lots };
    const of = (positionId: bigint, pnl: bigint) => ({ user, positionId, pnl });
    emitOffBook(world, TradeKind.netting, market, terms, of(long.id, sold.pnl), of(short.id, bought.pnl));
    emitStep(world, LiquidationStage.netted, long, ratio, { lots, pnl: sold.pnl });
    emitStep(world, LiquidationStage.netted, short, ratio, { lots, pnl: bought.pnl });
  }
}

/** Offers a leg down to its next lower tier, in the lowest all of it; true when all of that was taken. */
function offer(world: World, leg: Position): boolean {
  const { user } = leg;
  cancelClosing(world, leg, EndReason.liquidation);
  const ratio = crossRatio4(world, user);
  const margin = (shares(world, user).get(leg) ?? 0n) - unrealised(leg);
  const limit = bankruptcy(leg, margin);
  const wanted = excessOfTier(leg) || leg.lots;
  const fills = sellInUsersName(world, leg, wanted, limit, false);
  emitReduced(world, leg, fills, limit, ratio);
  if (fills.lots > 0n && leg.lots === 0n) leg.code = PositionCode.liquidated;
  return fills.lots === wanted;
}
