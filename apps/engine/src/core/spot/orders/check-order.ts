/**
 * The checks of an order, in the order of the reject codes and before any effect. They also find what the order has to
 * take from the user's available balance, into `taker.held`.
 */
import { OrderFlag, RejectCode, TimeInForce } from '@pelican/shared/engine/spot';
import { buyerCostOf, notionalOf, shareRoundedDown } from '@pelican/shared/money';
import { safeMax } from '../../kernel/limits.ts';
import { isSelfTrade } from '../../kernel/self-trade.ts';
import { availableSaturated, hasAvailable } from '../accounts/cells.ts';
import { TermsField } from '../accounts/terms.ts';
import { openOrdersMaxOf, UserField } from '../accounts/users.ts';
import { KeyField } from '../arena/directory.ts';
import type { Market } from '../book/market.ts';
import { OrderField } from '../book/orders.ts';
import { LevelField } from '../book/price-levels.ts';
import type { Shard } from '../state.ts';
import { loadRates } from './read-taker.ts';
import type { Taker } from './taker.ts';
import { canFillWhole, costOfMarketBuy, firstTradable, isWithinLimit, lotsOfMarketSale, Tradable } from './walk.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { user: keyUser } = KeyField;
const { head: levelHead } = LevelField;
const { seat: orderSeat } = OrderField;
const { postOnly: flagPostOnly } = OrderFlag;
const {
  amountTooLarge: rejectAmountTooLarge,
  amountTooSmall: rejectAmountTooSmall,
  cannotFill: rejectCannotFill,
  emptyBook: rejectEmptyBook,
  insufficientBalance: rejectInsufficientBalance,
  none: rejectNone,
  outsideBand: rejectOutsideBand,
  priceTooHigh: rejectPriceTooHigh,
  tooManyOpenOrders: rejectTooManyOpenOrders,
  totalTooSmall: rejectTotalTooSmall,
  wouldTake: rejectWouldTake,
} = RejectCode;
const { buyTdsPpm: termsBuyTdsPpm, freezeFeePpm: termsFreezeFeePpm, gstPpm: termsGstPpm } = TermsField;
const { fok: timeInForceFok, gtc: timeInForceGtc } = TimeInForce;
const { none: tradableNone, withinLimit: tradableWithinLimit } = Tradable;
const { openOrders: userOpenOrders } = UserField;
const safeMaxOwn = safeMax;

/**
 * Finds what a limit order freezes. One within its market's ranges has a value in range, but a user's own rates could
 * lift its cost above: then false.
 */
export function findFreeze(shard: Shard, taker: Taker, market: Market): boolean {
  const { amount, priceTicks } = taker;
  if (taker.isMarket || amount > market.amountMaxLots || priceTicks > market.priceMaxTicks) return true;
  if (!taker.isBuy) {
    taker.held = amount * market.lotBaseUnits;
    return true;
  }
  const { i32 } = shard.memory;
  const terms = taker.terms * 8;
  const cost = buyerCostOf(
    notionalOf(priceTicks, amount, market.tickLotQuoteUnits),
    i32[terms + termsFreezeFeePpm] as number,
    i32[terms + termsGstPpm] as number,
    i32[terms + termsBuyTdsPpm] as number,
  );
  taker.held = cost;
  return cost <= safeMaxOwn;
}

/** All checks from the amount on. */
export function checkOrder(shard: Shard, taker: Taker, market: Market): RejectCode {
  return taker.isMarket ? checkMarketOrder(shard, taker, market) : checkLimitOrder(shard, taker, market);
}

function checkLimitOrder(shard: Shard, taker: Taker, market: Market): RejectCode {
  const { amount, priceTicks } = taker;
  const { memory } = shard;
  const isWithin =
    amount >= market.amountMinLots &&
    amount <= market.amountMaxLots &&
    priceTicks <= market.priceMaxTicks &&
    (market.totalMin === 0 || notionalOf(priceTicks, amount, market.tickLotQuoteUnits) >= market.totalMin);
  if (!isWithin) return checkRanges(shard, taker, market, priceTicks);
  if (taker.timeInForce === timeInForceGtc) {
    const open = memory.i32[taker.userRecord * 8 + userOpenOrders] as number;
    const openMax = openOrdersMaxOf(memory, taker.userRecord);
    if (open >= openMax) return refuse(shard, rejectTooManyOpenOrders, openMax, open);
  }
  if (!hasAvailable(memory, taker.isBuy ? taker.quoteCell : taker.baseCell, taker.held)) {
    return refuseBalance(shard, taker);
  }
  if (taker.flags & flagPostOnly && crosses(shard, taker, market)) return rejectWouldTake;
  if (taker.timeInForce === timeInForceFok && !canFillWhole(shard, taker, market)) return rejectCannotFill;
  return rejectNone;
}

/** Sets the figures of a refusal. @returns its code */
export function refuse(shard: Shard, code: RejectCode, required: number, available: number): RejectCode {
  shard.reply.required = required;
  shard.reply.available = available;
  return code;
}

function refuseBalance(shard: Shard, taker: Taker): RejectCode {
  const available = availableSaturated(shard.memory, taker.isBuy ? taker.quoteCell : taker.baseCell);
  return refuse(shard, rejectInsufficientBalance, Math.min(taker.held, safeMaxOwn), available);
}

/** The range checks of an amount in lots, one by one; `priceTicks` is 0 when there is no price to value it at. */
export function checkRanges(shard: Shard, taker: Taker, market: Market, priceTicks: number): RejectCode {
  const { amount } = taker;
  if (amount < market.amountMinLots) return refuse(shard, rejectAmountTooSmall, market.amountMinLots, amount);
  if (amount > market.amountMaxLots) return refuse(shard, rejectAmountTooLarge, market.amountMaxLots, amount);
  const value = notionalOf(priceTicks, amount, market.tickLotQuoteUnits);
  if (priceTicks > 0 && value < market.totalMin) {
    return refuse(shard, rejectTotalTooSmall, market.totalMin, value);
  }
  return checkPrice(shard, taker, market);
}

/** The range checks of an amount in quote units. */
function checkQuoteRanges(shard: Shard, taker: Taker, market: Market): RejectCode {
  const { amount } = taker;
  if (amount > market.totalMax) return refuse(shard, rejectAmountTooLarge, market.totalMax, amount);
  if (amount < market.totalMin) return refuse(shard, rejectTotalTooSmall, market.totalMin, amount);
  return checkPrice(shard, taker, market);
}

function checkPrice(shard: Shard, taker: Taker, market: Market): RejectCode {
  if (taker.priceTicks <= market.priceMaxTicks) return rejectNone;
  return refuse(shard, rejectPriceTooHigh, market.priceMaxTicks, taker.priceTicks);
}

function checkMarketOrder(shard: Shard, taker: Taker, market: Market): RejectCode {
  const best = bestOppositePrice(shard, taker, market);
  const code = taker.amountIsQuote ? checkQuoteRanges(shard, taker, market) : checkRanges(shard, taker, market, best);
  if (code !== rejectNone) return code;
  setLimit(taker, market, best);
  loadRates(shard, taker, market);
  taker.held = fundsOfMarketOrder(shard, taker, market);
  const cell = taker.isBuy ? taker.quoteCell : taker.baseCell;
  if (taker.held > safeMaxOwn || !hasAvailable(shard.memory, cell, taker.held)) return refuseBalance(shard, taker);
  if (best === 0) return rejectEmptyBook;
  if (isBestForeign(shard, taker, market)) return isWithinLimit(taker, best) ? rejectNone : rejectOutsideBand;
  const tradable = firstTradable(shard, taker, market);
  if (tradable === tradableWithinLimit) return rejectNone;
  return tradable === tradableNone ? rejectEmptyBook : rejectOutsideBand;
}

/** The usual case, which spares the walk. */
function isBestForeign(shard: Shard, taker: Taker, market: Market): boolean {
  const { i32 } = shard.memory;
  const level = (taker.isBuy ? market.asks : market.bids).best;
  const order = i32[level * 8 + levelHead] as number;
  const makerUser = i32[(i32[order * 8 + orderSeat] as number) * 8 + keyUser] as number;
  return !isSelfTrade(market.selfTrade, taker.user, makerUser);
}

/** The worst price that the band and the order's own limit allow; the band is rounded so that it lies inside. */
function setLimit(taker: Taker, market: Market, best: number): void {
  const { isBuy, priceTicks } = taker;
  let limit = isBuy ? Number.POSITIVE_INFINITY : 0;
  if (market.priceBandPpm !== 0) {
    const span = shareRoundedDown(best, market.priceBandPpm);
    limit = isBuy ? best + span : best - span;
  }
  if (priceTicks !== 0) limit = isBuy ? Math.min(limit, priceTicks) : Math.max(limit, priceTicks);
  taker.limitTicks = limit;
}

/** What a market order takes from available when it begins. */
function fundsOfMarketOrder(shard: Shard, taker: Taker, market: Market): number {
  if (taker.isBuy) return taker.amountIsQuote ? taker.amount : costOfMarketBuy(shard, taker, market);
  const lots = taker.amountIsQuote ? lotsOfMarketSale(shard, taker, market) : taker.amount;
  return lots * market.lotBaseUnits;
}

/** Whether a limit order meets the best price of the other side. */
export function crosses(shard: Shard, taker: Taker, market: Market): boolean {
  const level = (taker.isBuy ? market.asks : market.bids).best;
  if (level === 0) return false;
  const best = shard.memory.f64[level * 4] as number;
  return taker.isBuy ? best <= taker.priceTicks : best >= taker.priceTicks;
}

/** 0 when the other side is empty. */
function bestOppositePrice(shard: Shard, taker: Taker, market: Market): number {
  const level = (taker.isBuy ? market.asks : market.bids).best;
  return level === 0 ? 0 : (shard.memory.f64[level * 4] as number);
}
