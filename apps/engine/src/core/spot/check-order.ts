/**
 * The checks of an order, in the order of the reject codes and before any effect. They also find what the order has to
 * take from the user's available balance, into `taker.held`.
 */
import { OrderFlag, TimeInForce } from '@pelican/shared/engine/commands.ts';
import { houseUserMin } from '@pelican/shared/engine/events.ts';
import { RejectCode } from '@pelican/shared/engine/reject-codes.ts';
import { buyerCostOf, notionalOf, shareRoundedDown } from '@pelican/shared/money/trade-formulas.ts';
import { availableSaturated, hasAvailable } from '../accounts/cells.ts';
import { SeatField, SeatFlag } from '../accounts/seats.ts';
import { TermsField } from '../accounts/terms.ts';
import { UserField } from '../accounts/users.ts';
import { type Market, SelfTrade } from '../book/market.ts';
import { OrderField } from '../book/order-pool.ts';
import { LevelField } from '../book/price-levels.ts';
import { isPositiveSafe, safeMax } from '../limits.ts';
import type { Shard } from '../state.ts';
import { seatFor } from './seat.ts';
import { allowsServiceFee } from './service-fee.ts';
import { MatchEnd, type Taker } from './taker.ts';
import { canFillWhole, costOfMarketBuy, firstTradable, lotsOfMarketSale, Tradable } from './walk.ts';

const knownFlags =
  OrderFlag.sell | OrderFlag.market | OrderFlag.postOnly | OrderFlag.timeInForceMask | OrderFlag.amountIsQuote;

/** Sets the taker up from the command's fields; says whether they are well formed on their own. */
export function readTaker(
  taker: Taker,
  market: Market,
  user: number,
  flags: number,
  priceTicks: number,
  amount: number,
): boolean {
  taker.market = market;
  taker.user = user;
  taker.flags = flags;
  taker.isBuy = (flags & OrderFlag.sell) === 0;
  taker.isMarket = (flags & OrderFlag.market) !== 0;
  taker.amountIsQuote = (flags & OrderFlag.amountIsQuote) !== 0;
  taker.fills = 0;
  taker.end = MatchEnd.amount;
  taker.priceTicks = priceTicks;
  taker.limitTicks = priceTicks;
  taker.amount = amount;
  taker.remaining = amount;
  return user > 0 && user < houseUserMin && isPositiveSafe(amount) && isWellFormed(taker, priceTicks);
}

function isWellFormed(taker: Taker, priceTicks: number): boolean {
  const timeInForce = timeInForceOf(taker.flags);
  if ((taker.flags & ~knownFlags) !== 0 || timeInForce > TimeInForce.fok) return false;
  const isPostOnly = (taker.flags & OrderFlag.postOnly) !== 0;
  if (taker.isMarket) return priceTicks === 0 && !isPostOnly && timeInForce !== TimeInForce.fok;
  return isPositiveSafe(priceTicks) && !taker.amountIsQuote && !(isPostOnly && timeInForce !== TimeInForce.gtc);
}

export function timeInForceOf(flags: number): number {
  return (flags & OrderFlag.timeInForceMask) >> OrderFlag.timeInForceShift;
}

/** Takes the user's seat and terms. */
export function seatTaker(shard: Shard, taker: Taker, market: Market): void {
  const seat = seatFor(shard, taker.user, market);
  const at = seat * 8;
  const seats = shard.seats.i32;
  taker.seat = seat;
  taker.baseCell = seats[at + SeatField.baseCell] as number;
  taker.quoteCell = seats[at + SeatField.quoteCell] as number;
  taker.terms = seats[at + SeatField.terms] as number;
  taker.mayPayInService =
    ((seats[at + SeatField.flags] as number) & SeatFlag.customFee) !== 0 && allowsServiceFee(shard, market);
  const rates = shard.terms.i32;
  const terms = taker.terms * 8;
  taker.feePpm = rates[terms + TermsField.takerFeePpm] as number;
  taker.gstPpm = rates[terms + TermsField.gstPpm] as number;
  taker.sellTdsPpm = rates[terms + TermsField.sellTdsPpm] as number;
  taker.buyTdsPpm = rates[terms + TermsField.buyTdsPpm] as number;
  taker.freezeFeePpm = rates[terms + TermsField.freezeFeePpm] as number;
}

/** A limit order within its market's ranges always has a value in range; a user's own rates could lift its cost above. */
export function hasCostInRange(taker: Taker, market: Market): boolean {
  if (taker.isMarket || taker.amount > market.amountMaxLots || taker.priceTicks > market.priceMaxTicks) return true;
  if (!taker.isBuy) {
    taker.held = taker.amount * market.lotBaseUnits;
    return true;
  }
  const value = notionalOf(taker.priceTicks, taker.amount, market.tickLotQuoteUnits);
  taker.held = buyerCostOf(value, taker.freezeFeePpm, taker.gstPpm, taker.buyTdsPpm);
  return taker.held <= safeMax;
}

/** All checks from the amount on. */
export function checkOrder(shard: Shard, taker: Taker, market: Market): RejectCode {
  return (
    checkRanges(shard, taker, market) ||
    checkOpenOrders(shard, taker) ||
    (taker.isMarket ? checkMarketOrder(shard, taker, market) : checkLimitOrder(shard, taker, market))
  );
}

function refuse(shard: Shard, code: RejectCode, required: number, available: number): RejectCode {
  shard.reply.required = required;
  shard.reply.available = available;
  return code;
}

function checkRanges(shard: Shard, taker: Taker, market: Market): RejectCode {
  const amount = taker.amount;
  if (taker.amountIsQuote) {
    if (amount > market.totalMax) return refuse(shard, RejectCode.amountTooLarge, market.totalMax, amount);
    if (amount < market.totalMin) return refuse(shard, RejectCode.totalTooSmall, market.totalMin, amount);
    return RejectCode.none;
  }
  if (amount < market.amountMinLots) {
    return refuse(shard, RejectCode.amountTooSmall, market.amountMinLots, amount);
  }
  if (amount > market.amountMaxLots) {
    return refuse(shard, RejectCode.amountTooLarge, market.amountMaxLots, amount);
  }
  const priceTicks = taker.isMarket ? bestOppositePrice(shard, taker, market) : taker.priceTicks;
  if (priceTicks > 0 && market.totalMin > 0) {
    const value = notionalOf(priceTicks, amount, market.tickLotQuoteUnits);
    if (value < market.totalMin) return refuse(shard, RejectCode.totalTooSmall, market.totalMin, value);
  }
  if (taker.priceTicks > market.priceMaxTicks) {
    return refuse(shard, RejectCode.priceTooHigh, market.priceMaxTicks, taker.priceTicks);
  }
  return RejectCode.none;
}

/** Only an order that may rest counts against the number of open orders. */
function checkOpenOrders(shard: Shard, taker: Taker): RejectCode {
  if (taker.isMarket || timeInForceOf(taker.flags) !== TimeInForce.gtc) return RejectCode.none;
  const slot = shard.seats.i32[taker.seat * 8 + SeatField.userSlot] as number;
  const open = shard.users.i32[slot * 8 + UserField.openOrders] as number;
  const openMax = shard.users.i32[slot * 8 + UserField.openOrdersMax] as number;
  return open < openMax ? RejectCode.none : refuse(shard, RejectCode.tooManyOpenOrders, openMax, open);
}

function checkBalance(shard: Shard, taker: Taker): RejectCode {
  const cell = taker.isBuy ? taker.quoteCell : taker.baseCell;
  if (taker.held <= safeMax && hasAvailable(shard.cells, cell, taker.held)) return RejectCode.none;
  const required = Math.min(taker.held, safeMax);
  return refuse(shard, RejectCode.insufficientBalance, required, availableSaturated(shard.cells, cell));
}

function checkLimitOrder(shard: Shard, taker: Taker, market: Market): RejectCode {
  const code = checkBalance(shard, taker);
  if (code !== RejectCode.none) return code;
  if (taker.flags & OrderFlag.postOnly && wouldTake(shard, taker, market)) return RejectCode.wouldTake;
  if (timeInForceOf(taker.flags) === TimeInForce.fok && !canFillWhole(shard, taker, market)) {
    return RejectCode.cannotFill;
  }
  return RejectCode.none;
}

function wouldTake(shard: Shard, taker: Taker, market: Market): boolean {
  const best = bestOppositePrice(shard, taker, market);
  if (best === 0) return false;
  return taker.isBuy ? best <= taker.priceTicks : best >= taker.priceTicks;
}

function checkMarketOrder(shard: Shard, taker: Taker, market: Market): RejectCode {
  const best = bestOppositePrice(shard, taker, market);
  setBand(taker, market, best);
  taker.held = fundsOfMarketOrder(shard, taker, market);
  const code = checkBalance(shard, taker);
  if (code !== RejectCode.none) return code;
  if (best === 0) return RejectCode.emptyBook;
  if (isBestForeign(shard, taker, market)) return RejectCode.none;
  const tradable = firstTradable(shard, taker, market);
  if (tradable === Tradable.withinLimit) return RejectCode.none;
  return tradable === Tradable.none ? RejectCode.emptyBook : RejectCode.outsideBand;
}

/** The usual case, which spares the walk. */
function isBestForeign(shard: Shard, taker: Taker, market: Market): boolean {
  if (market.selfTrade === SelfTrade.allow) return true;
  const level = (taker.isBuy ? market.asks : market.bids).best;
  const order = shard.book.levels.i32[level * 8 + LevelField.head] as number;
  const seat = shard.book.orders.i32[order * 16 + OrderField.seat] as number;
  return (shard.seats.i32[seat * 8] as number) >>> 0 !== taker.user;
}

/** The worst price that the band allows: rounded so that it lies inside. */
function setBand(taker: Taker, market: Market, best: number): void {
  if (market.priceBandPpm === 0) {
    taker.limitTicks = taker.isBuy ? Number.POSITIVE_INFINITY : 0;
    return;
  }
  const span = shareRoundedDown(best, market.priceBandPpm);
  taker.limitTicks = taker.isBuy ? best + span : best - span;
}

/** What a market order takes from available when it begins. */
function fundsOfMarketOrder(shard: Shard, taker: Taker, market: Market): number {
  if (taker.isBuy) return taker.amountIsQuote ? taker.amount : costOfMarketBuy(shard, taker, market);
  const lots = taker.amountIsQuote ? lotsOfMarketSale(shard, taker, market) : taker.amount;
  return lots * market.lotBaseUnits;
}

/** 0 when the other side is empty. */
function bestOppositePrice(shard: Shard, taker: Taker, market: Market): number {
  const level = (taker.isBuy ? market.asks : market.bids).best;
  return level < 0 ? 0 : (shard.book.levels.f64[level * 4] as number);
}
