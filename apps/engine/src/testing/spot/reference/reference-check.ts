/** What the reference decides about an order before it has any effect. */
import { type MarketSettings, RejectCode, TimeInForce } from '@pelican/shared/engine/spot';
import { buyerCost, least } from './reference-formulas.ts';
import type { CheckingShard, ReferenceMarket, ReferenceOrder } from './reference-state.ts';

/** Whether the amount and the price are within the market's ranges. */
function checkRanges(
  shard: CheckingShard,
  order: ReferenceOrder,
  { settings }: ReferenceMarket,
  best: number,
): RejectCode {
  const unit = BigInt(settings.tickLotQuoteUnits);
  if (order.byQuote) {
    const most = BigInt(settings.priceMaxTicks) * BigInt(settings.amountMaxLots) * unit;
    if (order.amount > most) return shard.refuse(RejectCode.amountTooLarge, most, order.amount);
    if (order.amount < settings.totalMin) {
      return shard.refuse(RejectCode.totalTooSmall, settings.totalMin, order.amount);
    }
  } else {
    if (order.amount < settings.amountMinLots) {
      return shard.refuse(RejectCode.amountTooSmall, settings.amountMinLots, order.amount);
    }
    if (order.amount > settings.amountMaxLots) {
      return shard.refuse(RejectCode.amountTooLarge, settings.amountMaxLots, order.amount);
    }
    const price = order.isMarket ? best : order.price;
    const total = BigInt(price) * order.amount * unit;
    if (price > 0 && total < settings.totalMin) {
      return shard.refuse(RejectCode.totalTooSmall, settings.totalMin, total);
    }
  }
  if (order.price > settings.priceMaxTicks) {
    return shard.refuse(RejectCode.priceTooHigh, settings.priceMaxTicks, order.price);
  }
  return RejectCode.none;
}

/** Decides whether an order is taken, and sets what it freezes. */
export function check(shard: CheckingShard, order: ReferenceOrder, market: ReferenceMarket): RejectCode {
  const { settings } = market;
  const best = opposite(market, order.isBuy)[0]?.price ?? 0;
  const code = checkRanges(shard, order, market, best);
  if (code !== RejectCode.none) return code;
  const mayRest = !order.isMarket && order.command.timeInForce === TimeInForce.gtc;
  const { openOrdersMax } = shard.user(order.user).settings;
  const open = [...shard.markets.values()].flatMap((m) => m.orders).filter((o) => o.user === order.user).length;
  if (mayRest && open >= openOrdersMax) return shard.refuse(RejectCode.tooManyOpenOrders, openOrdersMax, open);
  order.frozen = order.isMarket ? fundsOfMarketOrder(order, market) : freezeOf(order, settings, order.amount);
  const { available } = shard.balance(order.user, order.isBuy ? settings.quote : settings.base);
  if (order.frozen > available || order.frozen > BigInt(Number.MAX_SAFE_INTEGER)) {
    return shard.refuse(RejectCode.insufficientBalance, order.frozen, available);
  }
  if (order.isMarket) return checkOpposite(order, market, best);
  if (order.command.postOnly && crosses(order, best)) return RejectCode.wouldTake;
  if (order.command.timeInForce === TimeInForce.fok) {
    const lots = meets(order, market).reduce((sum, maker) => sum + maker.remaining, 0n);
    if (lots < order.amount) return RejectCode.cannotFill;
  }
  return RejectCode.none;
}

function crosses(order: ReferenceOrder, best: number): boolean {
  return best !== 0 && (order.isBuy ? best <= order.price : best >= order.price);
}

/** Decides whether a resting order may become `amended`, and sets what that freezes. */
export function checkAmended(
  shard: CheckingShard,
  order: ReferenceOrder,
  amended: ReferenceOrder,
  market: ReferenceMarket,
): RejectCode {
  const { settings } = market;
  const best = opposite(market, order.isBuy)[0]?.price ?? 0;
  const code = checkRanges(shard, amended, market, best);
  if (code !== RejectCode.none) return code;
  amended.frozen = freezeOf(amended, settings, amended.remaining);
  if (amended.frozen > BigInt(Number.MAX_SAFE_INTEGER)) return RejectCode.outOfRange;
  const { available } = shard.balance(order.user, order.isBuy ? settings.quote : settings.base);
  const more = amended.frozen - order.frozen;
  if (more > available) return shard.refuse(RejectCode.insufficientBalance, more, available);
  return order.command.postOnly && crosses(amended, best) ? RejectCode.wouldTake : RejectCode.none;
}

function checkOpposite(order: ReferenceOrder, market: ReferenceMarket, best: number): RejectCode {
  if (best === 0) return RejectCode.emptyBook;
  const candidates = opposite(market, order.isBuy).filter(
    (maker) => market.settings.selfTrade !== 'cancelResting' || maker.user !== order.user,
  );
  const first = candidates[0];
  if (!first) return RejectCode.emptyBook;
  return isWithin(order, first.price, limitOf(order, market)) ? RejectCode.none : RejectCode.outsideBand;
}

function fundsOfMarketOrder(order: ReferenceOrder, market: ReferenceMarket): bigint {
  const { settings } = market;
  if (order.isBuy && order.byQuote) return order.amount;
  if (!order.isBuy && !order.byQuote) return order.amount * BigInt(settings.lotBaseUnits);
  let left = order.amount;
  let funds = 0n;
  for (const maker of meets(order, market)) {
    const lotValue = BigInt(maker.price) * BigInt(settings.tickLotQuoteUnits);
    const lots = least(maker.remaining, order.isBuy ? left : left / lotValue);
    funds += order.isBuy
      ? buyerCost(lots * lotValue, order.rates.taker, order.rates)
      : lots * BigInt(settings.lotBaseUnits);
    left -= order.isBuy ? lots : lots * lotValue;
    // An order not taken whole is where the amount ends, even if a cheaper lot further on would still fit.
    if (lots < maker.remaining) break;
  }
  return funds;
}

/** Other people's orders that it could trade with, before any effect. */
function meets(order: ReferenceOrder, market: ReferenceMarket): ReferenceOrder[] {
  const limit = limitOf(order, market);
  const within = opposite(market, order.isBuy).filter((maker) => isWithin(order, maker.price, limit));
  if (market.settings.selfTrade === 'allow') return within;
  if (market.settings.selfTrade === 'cancelResting') return within.filter((maker) => maker.user !== order.user);
  const own = within.findIndex((maker) => maker.user === order.user);
  return own < 0 ? within : within.slice(0, own);
}

/** The worst price at which the order may trade. */
export function limitOf(order: ReferenceOrder, market: ReferenceMarket): number {
  if (!order.isMarket) return order.price;
  const { priceBandPpm } = market.settings;
  const best = opposite(market, order.isBuy)[0]?.price ?? 0;
  const span = Number((BigInt(best) * BigInt(priceBandPpm)) / 1_000_000n);
  const own = order.price === 0 ? [] : [order.price];
  if (order.isBuy) return Math.min(...own, priceBandPpm === 0 ? Number.POSITIVE_INFINITY : best + span);
  return Math.max(...own, priceBandPpm === 0 ? 0 : best - span);
}

/** Whether what it would freeze is beyond what the shard can count. */
export function leavesRange(order: ReferenceOrder, { settings }: ReferenceMarket): boolean {
  const isWithin = order.amount <= BigInt(settings.amountMaxLots) && order.price <= settings.priceMaxTicks;
  return !order.isMarket && isWithin && freezeOf(order, settings, order.amount) > BigInt(Number.MAX_SAFE_INTEGER);
}

/** The orders that a taker on this side meets, in the order in which it meets them. */
export function opposite(market: ReferenceMarket, isBuy: boolean): ReferenceOrder[] {
  return (
    market.orders
      .filter((order) => order.isBuy !== isBuy)
      // Of one price in the order in which they came to rest, which the market's list keeps and sorting does not disturb.
      .sort((a, b) => (isBuy ? a.price - b.price : b.price - a.price))
  );
}

/** What a limit order still freezes when `remaining` lots are left. */
export function freezeOf(order: ReferenceOrder, settings: MarketSettings, remaining: bigint): bigint {
  if (!order.isBuy) return remaining * BigInt(settings.lotBaseUnits);
  const value = BigInt(order.price) * remaining * BigInt(settings.tickLotQuoteUnits);
  return buyerCost(value, Math.max(order.rates.maker, order.rates.taker), order.rates);
}

export function isWithin(order: ReferenceOrder, price: number, limit: number): boolean {
  return order.isBuy ? price <= limit : price >= limit;
}
