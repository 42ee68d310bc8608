/**
 * One fill: the taker's order against the first order of the best price, at that price. Charges first (taker, then
 * maker), then what each receives, then the event. All amounts were frozen or held before, so nothing here can fail.
 * Figures are handed on in `shard.fill`: numbers in calls would be boxed.
 */
import { CloseReason, EventKind, recordLength } from '@pelican/shared/engine/spot';
import { buyerCostOf, feeOf, gstOf, notionalOf, sellerFeeOf, sellerGstOf, tdsOf } from '@pelican/shared/money';
import {
  addAvailable,
  availableSaturated,
  hasAvailable,
  subtractAvailable,
  subtractFrozen,
} from '../accounts/cells.ts';
import { SeatField, SeatFlag } from '../accounts/seats.ts';
import { allowsServiceFee, payServiceFee, quoteServiceFee } from '../accounts/service-fee.ts';
import { TermsField } from '../accounts/terms.ts';
import { KeyField } from '../arena/directory.ts';
import { unrestOrder } from '../book/book.ts';
import { type Market, MarketFigure } from '../book/market.ts';
import { OrderAmount, OrderField } from '../book/orders.ts';
import { type Shard, touch, touchHouse } from '../state.ts';
import type { Charge } from './fill-figures.ts';
import type { Taker } from './taker.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { filled: closedFilled } = CloseReason;
const { orderClosed: eventOrderClosed, orderFilled: eventOrderFilled } = EventKind;
const { user: keyUser } = KeyField;
const { tradeCount: figureTradeCount, lastPriceTicks: figureLastPriceTicks } = MarketFigure;
const { frozen: orderFrozen, remaining: orderRemaining } = OrderAmount;
const { seat: orderSeat, terms: orderTerms } = OrderField;
const { baseCell: seatBaseCell, flags: seatFlags, quoteCell: seatQuoteCell } = SeatField;
const { customFee: seatFlagCustomFee } = SeatFlag;
const {
  buyTdsPpm: termsBuyTdsPpm,
  freezeFeePpm: termsFreezeFeePpm,
  gstPpm: termsGstPpm,
  sellTdsPpm: termsSellTdsPpm,
} = TermsField;
const { orderClosed: lengthOfOrderClosed, orderFilled: lengthOfOrderFilled } = recordLength;

/**
 * Fills `shard.fill.lots` of `order` at its price. `takerPaysInService`: the taker's charge already holds its quoted
 * service fee for exactly this fill.
 */
export function fillOrder(
  shard: Shard,
  taker: Taker,
  market: Market,
  order: number,
  takerPaysInService: boolean,
): void {
  const { fill, memory } = shard;
  const { f64, i32 } = memory;
  const seat = (i32[order * 8 + orderSeat] as number) * 8;
  const lots = fill.lots;
  fill.makerRemaining = (f64[order * 4 + orderRemaining] as number) - lots;
  f64[order * 4 + orderRemaining] = fill.makerRemaining;
  fill.gross = notionalOf(fill.priceTicks, lots, market.tickLotQuoteUnits);
  fill.baseUnits = lots * market.lotBaseUnits;
  if (takerPaysInService) chargeTakerInService(shard, taker);
  else if (taker.isBuy) chargeBuy(fill.taker, market, fill.gross, taker.feePpm, taker.gstPpm, taker.buyTdsPpm);
  else chargeSale(fill.taker, market, fill.gross, taker.feePpm, taker.gstPpm, taker.sellTdsPpm);
  if (taker.isBuy) {
    chargeSellingMaker(shard, market, order, seat);
    settleBuyingTaker(shard, taker, market);
    settleSellingMaker(shard, order, seat);
  } else {
    chargeBuyingMaker(shard, market, order, seat);
    settleSellingTaker(shard, taker);
    addAvailable(memory, i32[seat + seatBaseCell] as number, fill.baseUnits);
    touch(shard, i32[seat + seatBaseCell] as number);
  }
  creditHouse(shard, market, fill.taker);
  creditHouse(shard, market, fill.maker);
  taker.fills++;
  writeFilled(shard, taker, market, order, seat);
  if (fill.makerRemaining === 0) closeFilledMaker(shard, market, order, seat);
}

function closeFilledMaker(shard: Shard, market: Market, order: number, seat: number): void {
  const { events, memory } = shard;
  const user = memory.i32[seat + keyUser] as number;
  const at = events.start(lengthOfOrderClosed, eventOrderClosed, closedFilled, user);
  events.i32[at * 2 + 2] = market.id;
  events.i32[at * 2 + 3] = 0;
  events.f64[at + 2] = memory.f64[order * 4] as number;
  events.f64[at + 3] = 0;
  unrestOrder(shard.book, memory, market, order);
}

/** A purchase's fee, GST and TDS in money. */
function chargeBuy(
  charge: Charge,
  market: Market,
  gross: number,
  feePpm: number,
  gstPpm: number,
  tdsPpm: number,
): void {
  charge.feeAsset = market.quote;
  charge.inService = false;
  const fee = feeOf(gross, feePpm);
  charge.fee = fee;
  charge.gst = gstOf(fee, gstPpm);
  charge.tds = tdsPpm === 0 ? 0 : tdsOf(gross, tdsPpm);
}

/** A sale's fee, GST and TDS in money. */
function chargeSale(
  charge: Charge,
  market: Market,
  gross: number,
  feePpm: number,
  gstPpm: number,
  tdsPpm: number,
): void {
  charge.feeAsset = market.quote;
  charge.inService = false;
  const fee = sellerFeeOf(gross, feePpm);
  const gst = sellerGstOf(gross, fee, gstPpm);
  charge.fee = fee;
  charge.gst = gst;
  charge.tds = tdsPpm === 0 ? 0 : tdsOf(gross - fee - gst, tdsPpm);
}

function chargeTakerInService(shard: Shard, taker: Taker): void {
  const charge = shard.fill.taker;
  payServiceFee(shard, taker.user, charge);
  charge.tds = tdsOf(shard.fill.gross, taker.isBuy ? taker.buyTdsPpm : taker.sellTdsPpm);
}

function chargeSellingMaker(shard: Shard, market: Market, order: number, seat: number): void {
  const { fill, memory } = shard;
  const { i32 } = memory;
  const terms = (i32[order * 8 + orderTerms] as number) * 8;
  const tdsPpm = i32[terms + termsSellTdsPpm] as number;
  const gstPpm = i32[terms + termsGstPpm] as number;
  if (makerPaysInService(shard, market, seat, false, gstPpm)) fill.maker.tds = tdsOf(fill.gross, tdsPpm);
  else chargeSale(fill.maker, market, fill.gross, i32[terms] as number, gstPpm, tdsPpm);
}

/**
 * Charges a resting buy and sets its freeze to what the rest of it can cost at most. The roundings of several fills can
 * add up to a few units more than the whole order froze: those come out of what the user has available, and where that
 * is empty the GST gives way, then the fee.
 */
function chargeBuyingMaker(shard: Shard, market: Market, order: number, seat: number): void {
  const { fill, memory } = shard;
  const { f64, i32 } = memory;
  const charge = fill.maker;
  const terms = (i32[order * 8 + orderTerms] as number) * 8;
  const gstPpm = i32[terms + termsGstPpm] as number;
  const tdsPpm = i32[terms + termsBuyTdsPpm] as number;
  const isPaid = makerPaysInService(shard, market, seat, true, gstPpm);
  if (isPaid) charge.tds = tdsOf(fill.gross, tdsPpm);
  else chargeBuy(charge, market, fill.gross, i32[terms] as number, gstPpm, tdsPpm);
  let frozen = 0;
  if (fill.makerRemaining > 0) {
    const rest = notionalOf(fill.priceTicks, fill.makerRemaining, market.tickLotQuoteUnits);
    frozen = buyerCostOf(rest, i32[terms + termsFreezeFeePpm] as number, gstPpm, tdsPpm);
  }
  const released = (f64[order * 4 + orderFrozen] as number) - frozen;
  f64[order * 4 + orderFrozen] = frozen;
  const cell = i32[seat + seatQuoteCell] as number;
  subtractFrozen(memory, cell, released);
  let surplus = released - fill.gross - charge.tds - (isPaid ? 0 : charge.fee + charge.gst);
  if (surplus < 0) surplus += giveWay(charge, -surplus - availableSaturated(memory, cell));
  if (surplus >= 0) addAvailable(memory, cell, surplus);
  else subtractAvailable(memory, cell, -surplus);
  touch(shard, cell);
}

/** Lowers a charge by `excess` units, first its GST, then its fee; returns by how much it was lowered. */
function giveWay(charge: Charge, excess: number): number {
  if (excess <= 0) return 0;
  const fromGst = Math.min(excess, charge.gst);
  charge.gst -= fromGst;
  charge.fee -= excess - fromGst;
  return excess;
}

function makerPaysInService(shard: Shard, market: Market, seat: number, isBuy: boolean, gstPpm: number): boolean {
  const { i32 } = shard.memory;
  if (((i32[seat + seatFlags] as number) & seatFlagCustomFee) === 0) return false;
  if (!allowsServiceFee(shard, market)) return false;
  const user = i32[seat + keyUser] as number;
  const { fill } = shard;
  if (!quoteServiceFee(shard, market, user, isBuy, gstPpm, fill.gross, fill.maker)) return false;
  payServiceFee(shard, user, fill.maker);
  return true;
}

function settleBuyingTaker(shard: Shard, taker: Taker, market: Market): void {
  const { fill, memory } = shard;
  const charge = fill.taker;
  if (!taker.isMarket && !charge.inService && !hasAvailable(memory, taker.quoteCell, 3 * (taker.fills + 2))) {
    limitRoundings(shard, taker, market);
  }
  const cost = fill.gross + charge.tds + (charge.inService ? 0 : charge.fee + charge.gst);
  taker.held -= cost;
  taker.remaining -= taker.amountIsQuote ? cost : fill.lots;
  addAvailable(memory, taker.baseCell, fill.baseUnits);
  touch(shard, taker.baseCell);
}

/**
 * The same rule as for a resting buy: see `chargeBuyingMaker`. A fill's roundings exceed its share of the freeze by
 * less than three units, so while that much is available for every fill, nothing can have to give way, and this need
 * not be asked.
 */
function limitRoundings(shard: Shard, taker: Taker, market: Market): void {
  const { fill } = shard;
  const rest = notionalOf(taker.priceTicks, taker.remaining - fill.lots, market.tickLotQuoteUnits);
  const restCost = buyerCostOf(rest, taker.freezeFeePpm, taker.gstPpm, taker.buyTdsPpm);
  const charge = fill.taker;
  const cost = fill.gross + charge.tds + charge.fee + charge.gst;
  giveWay(charge, cost + restCost - taker.held - availableSaturated(shard.memory, taker.quoteCell));
}

function settleSellingMaker(shard: Shard, order: number, seat: number): void {
  const { fill, memory } = shard;
  const { f64, i32 } = memory;
  const charge = fill.maker;
  const baseCell = i32[seat + seatBaseCell] as number;
  const quoteCell = i32[seat + seatQuoteCell] as number;
  f64[order * 4 + orderFrozen] = (f64[order * 4 + orderFrozen] as number) - fill.baseUnits;
  subtractFrozen(memory, baseCell, fill.baseUnits);
  addAvailable(memory, quoteCell, fill.gross - charge.tds - (charge.inService ? 0 : charge.fee + charge.gst));
  touch(shard, baseCell);
  touch(shard, quoteCell);
}

function settleSellingTaker(shard: Shard, taker: Taker): void {
  const { fill, memory } = shard;
  const charge = fill.taker;
  taker.held -= fill.baseUnits;
  taker.remaining -= taker.amountIsQuote ? fill.gross : fill.lots;
  addAvailable(memory, taker.quoteCell, fill.gross - charge.tds - (charge.inService ? 0 : charge.fee + charge.gst));
  touch(shard, taker.quoteCell);
}

function creditHouse(shard: Shard, market: Market, charge: Charge): void {
  const { memory } = shard;
  if (!charge.inService && charge.fee > 0) {
    addAvailable(memory, market.feesCell, charge.fee);
    touchHouse(shard, market.feesCell);
    addAvailable(memory, market.gstCell, charge.gst);
    touchHouse(shard, market.gstCell);
  }
  if (charge.tds > 0) {
    addAvailable(memory, market.tdsCell, charge.tds);
    touchHouse(shard, market.tdsCell);
  }
}

/** Counts the trade and writes its event. */
function writeFilled(shard: Shard, taker: Taker, market: Market, order: number, makerSeat: number): void {
  const { events, fill, memory } = shard;
  const { figures } = market;
  const tradeId = (figures[figureTradeCount] as number) + 1;
  figures[figureTradeCount] = tradeId;
  figures[figureLastPriceTicks] = fill.priceTicks;
  const at = events.start(lengthOfOrderFilled, eventOrderFilled, taker.isBuy ? 0 : 1, taker.user);
  const { f64, i32 } = events;
  const makerCharge = fill.maker;
  const takerCharge = fill.taker;
  i32[at * 2 + 2] = market.id | (makerCharge.feeAsset << 16);
  i32[at * 2 + 3] = takerCharge.feeAsset;
  i32[at * 2 + 4] = memory.i32[makerSeat + keyUser] as number;
  i32[at * 2 + 5] = 0;
  f64[at + 3] = tradeId;
  f64[at + 4] = memory.f64[order * 4] as number;
  f64[at + 5] = taker.orderId;
  f64[at + 6] = fill.priceTicks;
  f64[at + 7] = fill.lots;
  f64[at + 8] = makerCharge.fee;
  f64[at + 9] = makerCharge.gst;
  f64[at + 10] = makerCharge.tds;
  f64[at + 11] = takerCharge.fee;
  f64[at + 12] = takerCharge.gst;
  f64[at + 13] = takerCharge.tds;
  f64[at + 14] = fill.makerRemaining;
  f64[at + 15] = taker.remaining;
}
