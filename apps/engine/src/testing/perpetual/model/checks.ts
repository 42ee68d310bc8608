/** Checks of an order before any effect, in the order of the specification; and the walk through the book ahead of it. */
import {
  EndReason,
  isClosing,
  MarginMode,
  MarketState,
  OrderKind,
  PositionSide,
  RejectCode,
  SelfTrade,
  Side,
} from '@pelican/shared/engine/perpetual';
import { fee, least, most, up } from './arithmetic.ts';
import { bankruptcy, crossEquity, hasUntrustedLeg, spendable, takerRate, tiersOf } from './margin.ts';
import type { Market, Order, Position, Refusal, World } from './state.ts';
import {
  accountOf,
  best,
  book,
  direction,
  leverageOf,
  notional,
  ordersOf,
  pending,
  positionAt,
  rest,
} from './world.ts';

export type OrderIntent = Pick<
  Order,
  'user' | 'market' | 'mode' | 'side' | 'position' | 'type' | 'price' | 'lots' | 'selfTrade'
>;

/** The first reason against the order. `replaced` is the order that an amendment gives up for it. */
export function objection(world: World, wanted: OrderIntent, replaced?: Order): Refusal | undefined {
  return (
    byMarket(wanted) ??
    bySize(world, wanted, replaced) ??
    byPrice(wanted) ??
    byCount(world, wanted, replaced) ??
    (isClosing(wanted) ? byPosition(world, wanted, replaced) : byTier(world, wanted, replaced)) ??
    byBook(world, wanted) ??
    (isClosing(wanted) ? undefined : byMargin(world, wanted, replaced))
  );
}

function byMarket({ market, ...wanted }: OrderIntent): Refusal | undefined {
  if (market.state === MarketState.halted) return { code: RejectCode.marketClosed };
  return market.state !== MarketState.open && !isClosing(wanted) ? { code: RejectCode.closeOnly } : undefined;
}

/** A closing order may be as small, and at the market as large, as its position. */
function bySize(world: World, wanted: OrderIntent, replaced?: Order): Refusal | undefined {
  if (wanted.lots < 1n) return { code: RejectCode.outOfRange };
  const { settings } = wanted.market;
  const isMarket = wanted.type === OrderKind.market;
  const smallest = BigInt(settings.minLots);
  const largest = BigInt(isMarket ? settings.maxMarketLots : settings.maxLimitLots);
  const all = wanted.lots + (replaced?.filled ?? 0n);
  const held = isClosing(wanted) ? (positionAt(world, wanted.user, wanted)?.lots ?? 0n) : 0n;
  const fitsPosition = wanted.lots <= held;
  if (all < smallest)
    return fitsPosition ? undefined : { code: RejectCode.sizeTooSmall, required: smallest, available: all };
  if (all <= largest || (fitsPosition && isMarket)) return undefined;
  return { code: RejectCode.sizeTooLarge, required: all, available: largest };
}

/** The band's price of a side. */
export function bandPrice(market: Market, side: Side): bigint {
  return side === Side.buy ? market.maxBuy : market.minSell;
}

function byPrice({ market, type, side, price }: OrderIntent): Refusal | undefined {
  if (type === OrderKind.market) return price === 0n ? undefined : { code: RejectCode.outOfRange };
  if (price < 1n || price > BigInt(market.settings.priceMaxTicks)) return { code: RejectCode.outOfRange };
  const bound = bandPrice(market, side);
  const isOutside = side === Side.buy ? price > bound : price < bound;
  return isOutside ? { code: RejectCode.priceLimit, required: price, available: bound } : undefined;
}

export function mayRest(type: number): boolean {
  return type === OrderKind.limit || type === OrderKind.postOnly;
}

function byCount(world: World, { user, market, type }: OrderIntent, replaced?: Order): Refusal | undefined {
  if (replaced || !mayRest(type)) return undefined;
  const count = ordersOf(world, user).filter((order) => order.market === market).length;
  const { ordersMax } = market.settings;
  return count >= ordersMax
    ? { code: RejectCode.tooManyOrders, required: BigInt(count + 1), available: BigInt(ordersMax) }
    : undefined;
}

function byPosition(world: World, wanted: OrderIntent, replaced?: Order): Refusal | undefined {
  const held = positionAt(world, wanted.user, wanted)?.lots ?? 0n;
  const available = held - pending(world, wanted.user, wanted, true) + (replaced ? rest(replaced) : 0n);
  return wanted.lots > available
    ? { code: RejectCode.insufficientPosition, required: wanted.lots, available }
    : undefined;
}

function byTier(world: World, wanted: OrderIntent, replaced?: Order): Refusal | undefined {
  const { user, market, lots } = wanted;
  const account = accountOf(world, user);
  const held = positionAt(world, user, wanted);
  if (account.isCloseOnly) return { code: RejectCode.accountCloseOnly };
  if (account.isLiquidating || held?.isLiquidating) return { code: RejectCode.liquidating };
  if (hasUntrustedLeg(world, user)) return { code: RejectCode.untrustedLeg };
  const waiting = pending(world, user, wanted, false) - (replaced ? rest(replaced) : 0n);
  const all = (held?.lots ?? 0n) + waiting + lots;
  const leverage = leverageOf(world, user, wanted);
  const fits = tiersOf(market).some((tier) => tier.maxLeverage >= leverage && tier.maxLots >= all);
  return fits ? undefined : { code: RejectCode.tierLimit, required: all, available: highestLeverage(market, all) };
}

/** The highest leverage that a size allows; 0: none. */
export function highestLeverage(market: Market, lots: bigint): bigint {
  return most(
    0n,
    ...tiersOf(market)
      .filter((tier) => tier.maxLots >= lots)
      .map((tier) => tier.maxLeverage),
  );
}

function byBook(world: World, wanted: OrderIntent): Refusal | undefined {
  const { market, side, type, price, lots } = wanted;
  if (type === OrderKind.postOnly) {
    const other = best(world, market, side === Side.buy ? Side.sell : Side.buy);
    const crosses = other > 0n && (side === Side.buy ? price >= other : price <= other);
    return crosses ? { code: RejectCode.postOnlyCross } : undefined;
  }
  if (type !== OrderKind.market && type !== OrderKind.fok) return undefined;
  const ahead = walk(world, wanted, lots, limitOf(wanted));
  if (ahead.lots === 0n && ahead.isGuarded) return { code: RejectCode.bankruptcyGuard };
  if (type === OrderKind.fok && ahead.lots < lots)
    return { code: RejectCode.cannotFill, required: lots, available: ahead.lots };
  return ahead.lots === 0n ? { code: RejectCode.emptyBook } : undefined;
}

/** The worst price that an order takes: its own, one at the market the band's. */
export function limitOf({ market, side, type, price }: OrderIntent): bigint {
  return type === OrderKind.market ? bandPrice(market, side) : price;
}

function byMargin(world: World, wanted: OrderIntent, replaced?: Order): Refusal | undefined {
  const { market, position, type, price, lots, user, mode } = wanted;
  const bid = best(world, market, Side.buy);
  let [freezeAt, worst] = [price, price];
  if (type === OrderKind.market) {
    worst = walk(world, wanted, lots, limitOf(wanted)).deepest;
    freezeAt = position === PositionSide.long ? worst : most(bid, market.mark);
  } else if (position === PositionSide.short) freezeAt = most(price, market.mark, bid);
  const leverage = leverageOf(world, user, wanted);
  const required = cost(wanted, { freezeAt, worst, mark: market.mark, leverage, lots });
  const available = replaced ? spendableWithout(world, replaced, mode) : spendable(world, user, mode);
  return required > available ? { code: RejectCode.insufficientMargin, required, available } : undefined;
}

/** What could be spent if the replaced order were gone. */
function spendableWithout(world: World, replaced: Order, mode: MarginMode): bigint {
  const kept = replaced.freeze;
  replaced.freeze = 0n;
  const amount = spendable(world, replaced.user, mode);
  replaced.freeze = kept;
  return amount;
}

/** Initial margin + fee + the loss that the position would have at once. */
export function cost(
  { market, position, type }: Pick<Order, 'market' | 'position' | 'type'>,
  at: { freezeAt: bigint; worst: bigint; mark: bigint; leverage: bigint; lots: bigint },
): bigint {
  const worth = notional(market, at.freezeAt, at.lots);
  const maker = most(0n, BigInt(market.settings.makerRate));
  const rate = type === OrderKind.postOnly ? maker : takerRate(market);
  const loss = most(0n, direction(position) * notional(market, at.worst - at.mark, at.lots));
  return up(worth, at.leverage) + fee(worth, rate) + loss;
}

/** What an opening order freezes while it rests: by its own price, and mark and leverage of its acceptance. */
export function freezeOf(order: Order, leverage = order.leverage): bigint {
  if (isClosing(order)) return 0n;
  const { price, acceptedMark } = order;
  const freezeAt = order.position === PositionSide.long ? price : most(price, acceptedMark);
  return cost(order, { freezeAt, worst: price, mark: acceptedMark, leverage, lots: rest(order) });
}

/** Whether a close leaves no debt. `spent` is what earlier fills of the same walk have changed the cross equity by. */
export function guardAllows(
  world: World,
  held: Position,
  fill: { lots: bigint; ticks: bigint; rate: bigint },
  spent = 0n,
): boolean {
  if (held.mode === MarginMode.isolated) {
    const bound = bankruptcy(held);
    return held.position === PositionSide.long ? fill.ticks >= bound : fill.ticks <= bound;
  }
  return crossEquity(world, held.user) + spent + guardedGain(held, fill) >= 0n;
}

function guardedGain({ market, position }: Position, fill: { lots: bigint; ticks: bigint; rate: bigint }): bigint {
  const gain = direction(position) * notional(market, fill.ticks - market.mark, fill.lots);
  return gain - fee(notional(market, fill.ticks, fill.lots), fill.rate);
}

/** Why a resting order is cancelled instead of filled; none: it may be filled. */
export function makerObjection(world: World, maker: Order, lots: bigint): EndReason {
  if (!isClosing(maker)) return hasUntrustedLeg(world, maker.user) ? EndReason.riskOrdersCanceled : EndReason.none;
  const held = positionAt(world, maker.user, maker);
  const fill = { lots, ticks: maker.price, rate: BigInt(maker.market.settings.makerRate) };
  return held && guardAllows(world, held, fill) ? EndReason.none : EndReason.bankruptcyGuard;
}

export interface Ahead {
  lots: bigint;
  deepest: bigint;
  isGuarded: boolean;
}

/** How far an order would get; own makers and those that would be cancelled are no liquidity. */
export function walk(
  world: World,
  wanted: Pick<Order, 'user' | 'market' | 'mode' | 'side' | 'position' | 'selfTrade'>,
  lots: bigint,
  limit: bigint,
): Ahead {
  const { market, side, user } = wanted;
  const held = isClosing(wanted) ? positionAt(world, user, wanted) : undefined;
  const ahead: Ahead = { lots: 0n, deepest: 0n, isGuarded: false };
  let spent = 0n;
  for (const maker of book(world, market, side === Side.buy ? Side.sell : Side.buy)) {
    if (ahead.lots >= lots || (side === Side.buy ? maker.price > limit : maker.price < limit)) break;
    if (maker.user === user) {
      if (wanted.selfTrade !== SelfTrade.cancelMaker) break;
      continue;
    }
    const taken = least(rest(maker), lots - ahead.lots);
    if (makerObjection(world, maker, taken) !== EndReason.none) continue;
    const fill = { lots: taken, ticks: maker.price, rate: takerRate(market) };
    if (held && !guardAllows(world, held, fill, spent)) return { ...ahead, isGuarded: true };
    if (held) spent += guardedGain(held, fill);
    ahead.lots += taken;
    ahead.deepest = maker.price;
  }
  return ahead;
}
