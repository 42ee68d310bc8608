/**
 * One fill: the taker's order against the first order of the best price, at that price. Charges first (taker, then
 * maker), then what each receives, then the event. All amounts were frozen or held before, so nothing here can fail.
 */
import { CloseReason } from '@pelican/shared/engine/events.ts';
import {
  buyerCostOf,
  feeOf,
  gstOf,
  notionalOf,
  sellerFeeOf,
  sellerGstOf,
  tdsOf,
} from '@pelican/shared/money/trade-formulas.ts';
import {
  addAvailable,
  availableSaturated,
  hasAvailable,
  subtractAvailable,
  subtractFrozen,
} from '../accounts/cells.ts';
import { SeatField, SeatFlag } from '../accounts/seats.ts';
import { TermsField } from '../accounts/terms.ts';
import { unrestOrder } from '../book/book.ts';
import { type Market, MarketFigure } from '../book/market.ts';
import { OrderField, OrderField64 } from '../book/order-pool.ts';
import { type Shard, touch, touchHouse } from '../state.ts';
import type { Charge } from './charge.ts';
import { allowsServiceFee, payServiceFee, quoteServiceFee } from './service-fee.ts';
import type { Taker } from './taker.ts';

/**
 * Fills `lots` of `order`. `takerPaysInService`: `shard.takerCharge` already holds the taker's quoted service fee for
 * exactly this fill.
 */
export function fillOrder(
  shard: Shard,
  taker: Taker,
  market: Market,
  order: number,
  priceTicks: number,
  lots: number,
  takerPaysInService: boolean,
): void {
  const orders = shard.book.orders;
  const seat = orders.i32[order * 16 + OrderField.seat] as number;
  const makerRemaining = (orders.f64[order * 8 + OrderField64.remaining] as number) - lots;
  orders.f64[order * 8 + OrderField64.remaining] = makerRemaining;
  const gross = notionalOf(priceTicks, lots, market.tickLotQuoteUnits);
  const baseUnits = lots * market.lotBaseUnits;
  chargeTaker(shard, taker, market, gross, takerPaysInService);
  if (taker.isBuy) {
    chargeSellingMaker(shard, market, order, seat, gross);
    creditBuyingTaker(shard, taker, gross, lots, baseUnits);
    settleSellingMaker(shard, order, seat, gross, baseUnits);
  } else {
    chargeBuyingMaker(shard, market, order, seat, priceTicks, makerRemaining, gross);
    creditSellingTaker(shard, taker, gross, lots, baseUnits);
    settleBuyingMaker(shard, seat, baseUnits);
  }
  creditHouse(shard, market, shard.takerCharge);
  creditHouse(shard, market, shard.makerCharge);
  market.figures[MarketFigure.lastPriceTicks] = priceTicks;
  const dealId = (market.figures[MarketFigure.dealCount] as number) + 1;
  market.figures[MarketFigure.dealCount] = dealId;
  taker.fills++;
  writeFilled(shard, taker, market, order, seat, priceTicks, lots, makerRemaining, dealId);
  if (makerRemaining === 0) closeFilledMaker(shard, market, order, seat);
}

function closeFilledMaker(shard: Shard, market: Market, order: number, seat: number): void {
  const user = (shard.seats.i32[seat * 8] as number) >>> 0;
  const orderId = shard.book.orders.f64[order * 8] as number;
  unrestOrder(shard.book, market, shard.users, shard.seats, order);
  shard.events.orderClosed(user, market.id, orderId, CloseReason.filled, 0);
}

function chargeTaker(shard: Shard, taker: Taker, market: Market, gross: number, paysInService: boolean): void {
  const charge = shard.takerCharge;
  if (paysInService) {
    payServiceFee(shard, taker.user, charge);
    charge.tds = tdsOf(gross, taker.isBuy ? taker.buyTdsPpm : taker.sellTdsPpm);
    return;
  }
  charge.feeAsset = market.quote;
  charge.inService = false;
  if (taker.isBuy) {
    charge.fee = feeOf(gross, taker.feePpm);
    charge.gst = gstOf(charge.fee, taker.gstPpm);
    charge.tds = taker.buyTdsPpm === 0 ? 0 : tdsOf(gross, taker.buyTdsPpm);
  } else chargeSale(charge, gross, taker.feePpm, taker.gstPpm, taker.sellTdsPpm);
}

/** A seller's fee, GST and TDS in money. */
function chargeSale(charge: Charge, gross: number, feePpm: number, gstPpm: number, tdsPpm: number): void {
  const fee = sellerFeeOf(gross, feePpm);
  const gst = sellerGstOf(gross, fee, gstPpm);
  charge.fee = fee;
  charge.gst = gst;
  charge.tds = tdsPpm === 0 ? 0 : tdsOf(gross - fee - gst, tdsPpm);
}

function chargeSellingMaker(shard: Shard, market: Market, order: number, seat: number, gross: number): void {
  const charge = shard.makerCharge;
  const terms = (shard.book.orders.i32[order * 16 + OrderField.terms] as number) * 8;
  const rates = shard.terms.i32;
  const tdsPpm = rates[terms + TermsField.sellTdsPpm] as number;
  const gstPpm = rates[terms + TermsField.gstPpm] as number;
  if (makerPaysInService(shard, market, seat, false, gstPpm, gross)) {
    charge.tds = tdsOf(gross, tdsPpm);
    return;
  }
  charge.feeAsset = market.quote;
  charge.inService = false;
  chargeSale(charge, gross, rates[terms] as number, gstPpm, tdsPpm);
}

/**
 * Charges a resting buy and sets its freeze to what the rest of it can cost at most. The roundings of several fills can
 * add up to a few units more than the whole order froze: those come out of what the user has available, and where that
 * is empty the GST gives way, then the fee.
 */
function chargeBuyingMaker(
  shard: Shard,
  market: Market,
  order: number,
  seat: number,
  priceTicks: number,
  makerRemaining: number,
  gross: number,
): void {
  const charge = shard.makerCharge;
  const orders = shard.book.orders;
  const terms = (orders.i32[order * 16 + OrderField.terms] as number) * 8;
  const rates = shard.terms.i32;
  const gstPpm = rates[terms + TermsField.gstPpm] as number;
  const tdsPpm = rates[terms + TermsField.buyTdsPpm] as number;
  const isPaid = makerPaysInService(shard, market, seat, true, gstPpm, gross);
  if (!isPaid) {
    charge.feeAsset = market.quote;
    charge.inService = false;
    charge.fee = feeOf(gross, rates[terms] as number);
    charge.gst = gstOf(charge.fee, gstPpm);
  }
  charge.tds = tdsPpm === 0 ? 0 : tdsOf(gross, tdsPpm);
  const frozenBefore = orders.f64[order * 8 + OrderField64.frozen] as number;
  const rest = notionalOf(priceTicks, makerRemaining, market.tickLotQuoteUnits);
  const frozen = rest === 0 ? 0 : buyerCostOf(rest, rates[terms + TermsField.freezeFeePpm] as number, gstPpm, tdsPpm);
  orders.f64[order * 8 + OrderField64.frozen] = frozen;
  const cell = shard.seats.i32[seat * 8 + SeatField.quoteCell] as number;
  const released = frozenBefore - frozen;
  subtractFrozen(shard.cells, cell, released);
  let surplus = released - gross - charge.tds - (isPaid ? 0 : charge.fee + charge.gst);
  if (surplus < 0) surplus += giveWay(charge, -surplus - availableSaturated(shard.cells, cell));
  if (surplus >= 0) addAvailable(shard.cells, cell, surplus);
  else subtractAvailable(shard.cells, cell, -surplus);
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

function makerPaysInService(
  shard: Shard,
  market: Market,
  seat: number,
  isBuy: boolean,
  gstPpm: number,
  gross: number,
): boolean {
  if (((shard.seats.i32[seat * 8 + SeatField.flags] as number) & SeatFlag.customFee) === 0) return false;
  if (!allowsServiceFee(shard, market)) return false;
  const user = (shard.seats.i32[seat * 8] as number) >>> 0;
  if (!quoteServiceFee(shard, market, user, isBuy, gstPpm, gross, shard.makerCharge)) return false;
  payServiceFee(shard, user, shard.makerCharge);
  return true;
}

function creditBuyingTaker(shard: Shard, taker: Taker, gross: number, lots: number, baseUnits: number): void {
  const charge = shard.takerCharge;
  if (!taker.isMarket && !charge.inService) limitRoundings(shard, taker, gross, lots);
  const cost = gross + charge.tds + (charge.inService ? 0 : charge.fee + charge.gst);
  taker.held -= cost;
  taker.remaining -= taker.amountIsQuote ? cost : lots;
  addAvailable(shard.cells, taker.baseCell, baseUnits);
  touch(shard, taker.baseCell);
}

/**
 * The same rule as for a resting buy: see `chargeBuyingMaker`. A fill's roundings exceed its share of the freeze by
 * less than three units, so while that much is available for every fill, nothing can have to give way.
 */
function limitRoundings(shard: Shard, taker: Taker, gross: number, lots: number): void {
  if (hasAvailable(shard.cells, taker.quoteCell, 3 * (taker.fills + 2))) return;
  const market = taker.market as Market;
  const rest = notionalOf(taker.priceTicks, taker.remaining - lots, market.tickLotQuoteUnits);
  const restCost = rest === 0 ? 0 : buyerCostOf(rest, taker.freezeFeePpm, taker.gstPpm, taker.buyTdsPpm);
  const charge = shard.takerCharge;
  const cost = gross + charge.tds + charge.fee + charge.gst;
  giveWay(charge, cost + restCost - taker.held - availableSaturated(shard.cells, taker.quoteCell));
}

function settleSellingMaker(shard: Shard, order: number, seat: number, gross: number, baseUnits: number): void {
  const orders = shard.book.orders;
  const charge = shard.makerCharge;
  const baseCell = shard.seats.i32[seat * 8 + SeatField.baseCell] as number;
  const quoteCell = shard.seats.i32[seat * 8 + SeatField.quoteCell] as number;
  orders.f64[order * 8 + OrderField64.frozen] = (orders.f64[order * 8 + OrderField64.frozen] as number) - baseUnits;
  subtractFrozen(shard.cells, baseCell, baseUnits);
  addAvailable(shard.cells, quoteCell, gross - charge.tds - (charge.inService ? 0 : charge.fee + charge.gst));
  touch(shard, baseCell);
  touch(shard, quoteCell);
}

function creditSellingTaker(shard: Shard, taker: Taker, gross: number, lots: number, baseUnits: number): void {
  const charge = shard.takerCharge;
  taker.held -= baseUnits;
  taker.remaining -= taker.amountIsQuote ? gross : lots;
  addAvailable(shard.cells, taker.quoteCell, gross - charge.tds - (charge.inService ? 0 : charge.fee + charge.gst));
  touch(shard, taker.quoteCell);
}

function settleBuyingMaker(shard: Shard, seat: number, baseUnits: number): void {
  const baseCell = shard.seats.i32[seat * 8 + SeatField.baseCell] as number;
  addAvailable(shard.cells, baseCell, baseUnits);
  touch(shard, baseCell);
}

function creditHouse(shard: Shard, market: Market, charge: Charge): void {
  if (!charge.inService && charge.fee > 0) {
    addAvailable(shard.cells, market.feesCell, charge.fee);
    touchHouse(shard, market.feesCell);
    if (charge.gst > 0) {
      addAvailable(shard.cells, market.gstCell, charge.gst);
      touchHouse(shard, market.gstCell);
    }
  }
  if (charge.tds > 0) {
    addAvailable(shard.cells, market.tdsCell, charge.tds);
    touchHouse(shard, market.tdsCell);
  }
}

function writeFilled(
  shard: Shard,
  taker: Taker,
  market: Market,
  order: number,
  makerSeat: number,
  priceTicks: number,
  lots: number,
  makerRemaining: number,
  dealId: number,
): void {
  const events = shard.events;
  const at = events.orderFilled(taker.user, !taker.isBuy);
  const u32 = events.u32;
  const f64 = events.f64;
  const makerCharge = shard.makerCharge;
  const takerCharge = shard.takerCharge;
  u32[at * 2 + 2] = market.id | (makerCharge.feeAsset << 16);
  u32[at * 2 + 3] = takerCharge.feeAsset;
  u32[at * 2 + 4] = shard.seats.i32[makerSeat * 8] as number;
  u32[at * 2 + 5] = 0;
  f64[at + 3] = dealId;
  f64[at + 4] = shard.book.orders.f64[order * 8] as number;
  f64[at + 5] = taker.orderId;
  f64[at + 6] = priceTicks;
  f64[at + 7] = lots;
  f64[at + 8] = makerCharge.fee;
  f64[at + 9] = makerCharge.gst;
  f64[at + 10] = makerCharge.tds;
  f64[at + 11] = takerCharge.fee;
  f64[at + 12] = takerCharge.gst;
  f64[at + 13] = takerCharge.tds;
  f64[at + 14] = makerRemaining;
  f64[at + 15] = taker.remaining;
}
