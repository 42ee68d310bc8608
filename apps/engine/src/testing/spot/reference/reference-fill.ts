/** One fill of the reference: charges of both, then what each receives. */

import { EventKind, HouseUser, Side } from '@pelican/shared/engine/spot';
import { freezeOf } from './reference-check.ts';
import { buyerCost, type Charged, chargeBuyer, chargeSeller, largest, least, up } from './reference-formulas.ts';
import type { FillingShard, ReferenceMarket, ReferenceOrder } from './reference-state.ts';

/** False when the taker's money buys not one more lot. */
export function fill(
  shard: FillingShard,
  taker: ReferenceOrder,
  maker: ReferenceOrder,
  market: ReferenceMarket,
): boolean {
  const { settings } = market;
  const lotValue = BigInt(maker.price) * BigInt(settings.tickLotQuoteUnits);
  const planned = plan(shard, taker, maker, market, lotValue);
  if (planned.lots === 0n) return false;
  const lots = planned.lots;
  const gross = lots * lotValue;
  const base = lots * BigInt(settings.lotBaseUnits);
  const takerCharge = planned.service
    ? payService(shard, taker, planned.service)
    : chargeMoney(taker, gross, taker.rates.taker, settings.quote);
  takerCharge.tds = tdsIn(taker, gross, takerCharge);
  const makerService = serviceCharge(shard, maker, market, gross);
  const makerCharge = makerService
    ? payService(shard, maker, makerService)
    : chargeMoney(maker, gross, maker.rates.maker, settings.quote);
  makerCharge.tds = tdsIn(maker, gross, makerCharge);
  maker.remaining -= lots;
  const [buyer, buyerCharge] = taker.isBuy ? [taker, takerCharge] : [maker, makerCharge];
  const [seller, sellerCharge] = taker.isBuy ? [maker, makerCharge] : [taker, takerCharge];
  const isLimited = !buyer.isMarket;
  const lotsLeft = buyer === maker ? maker.remaining : taker.remaining - lots;
  const freezeLeft = isLimited ? freezeOf(buyer, settings, lotsLeft) : 0n;
  const quoteOfBuyer = shard.balance(buyer.user, settings.quote);
  if (isLimited && !buyerCharge.inService) {
    giveWay(buyerCharge, costOf(gross, buyerCharge) + freezeLeft - buyer.frozen - quoteOfBuyer.available);
  }
  const cost = costOf(gross, buyerCharge);
  // What the fill costs leaves the freeze; a limit order then freezes anew exactly what the rest of it can cost.
  const frozenAfter = isLimited ? freezeLeft : buyer.frozen - cost;
  quoteOfBuyer.frozen -= buyer.frozen - frozenAfter;
  quoteOfBuyer.available += buyer.frozen - frozenAfter - cost;
  buyer.frozen = frozenAfter;
  shard.balance(seller.user, settings.base).frozen -= base;
  seller.frozen -= base;
  shard.balance(buyer.user, settings.base).available += base;
  shard.balance(seller.user, settings.quote).available += gross - moneyOf(sellerCharge);
  if (taker.byQuote) taker.remaining -= taker.isBuy ? cost : gross;
  else taker.remaining -= lots;
  for (const charge of [takerCharge, makerCharge]) creditHouse(shard, charge, settings.quote);
  market.lastPrice = maker.price;
  market.trades++;
  shard.events.push({
    kind: EventKind.orderFilled,
    user: taker.user,
    market: taker.market,
    takerSide: taker.isBuy ? Side.buy : Side.sell,
    makerUser: maker.user,
    makerFeeAsset: makerCharge.feeAsset,
    takerFeeAsset: takerCharge.feeAsset,
    tradeId: market.trades,
    makerOrderId: maker.id,
    takerOrderId: taker.id,
    priceTicks: maker.price,
    lots: Number(lots),
    makerFee: Number(makerCharge.fee),
    makerGst: Number(makerCharge.gst),
    makerTds: Number(makerCharge.tds),
    takerFee: Number(takerCharge.fee),
    takerGst: Number(takerCharge.gst),
    takerTds: Number(takerCharge.tds),
    makerRemainingLots: Number(maker.remaining),
    takerRemaining: Number(taker.remaining),
  });
  return true;
}

/** How many lots, and the fee in the service token if it is paid so. */
function plan(
  shard: FillingShard,
  taker: ReferenceOrder,
  maker: ReferenceOrder,
  market: ReferenceMarket,
  lotValue: bigint,
): { lots: bigint; service: Charged | undefined } {
  if (!taker.byQuote) {
    const lots = least(taker.remaining, maker.remaining);
    return { lots, service: serviceCharge(shard, taker, market, lots * lotValue) };
  }
  const { rates } = taker;
  const affordable = (feePpm: number, buyTds: number) =>
    largest(maker.remaining, (lots) => buyerCost(lots * lotValue, feePpm, { ...rates, buyTds }) <= taker.remaining);
  const lots = affordable(0, taker.isBuy ? rates.buyTds : 0);
  const service = lots === 0n ? undefined : serviceCharge(shard, taker, market, lots * lotValue);
  if (service || !taker.isBuy) return { lots, service };
  return { lots: affordable(rates.taker, rates.buyTds), service: undefined };
}

function chargeMoney(order: ReferenceOrder, gross: bigint, feePpm: number, quote: number): Charged {
  const charge = order.isBuy ? chargeBuyer : chargeSeller;
  return charge(gross, feePpm, order.rates, quote);
}

function tdsIn(order: ReferenceOrder, gross: bigint, charge: Charged): bigint {
  if (!charge.inService) return charge.tds;
  return (gross * BigInt(order.isBuy ? order.rates.buyTds : order.rates.sellTds)) / 1_000_000n;
}

/** Fee and GST in the service token, when the user wants it, there is a price, and the user has that much. */
function serviceCharge(
  shard: FillingShard,
  order: ReferenceOrder,
  market: ReferenceMarket,
  gross: bigint,
): Charged | undefined {
  const { serviceAsset, pivotAsset } = shard.service;
  const { settings } = market;
  if (!shard.user(order.user).settings.customFee || serviceAsset === 0 || settings.quote === serviceAsset) {
    return undefined;
  }
  const price = servicePerQuote(shard, serviceAsset, pivotAsset, settings.quote);
  if (!price) return undefined;
  const ppm = BigInt(order.isBuy ? settings.serviceFeeBuyPpm : settings.serviceFeePpm);
  const divisor = 1_000_000n * price.per;
  const fee = (gross * ppm * price.units + divisor - 1n) / divisor;
  const gst = up(fee, order.rates.gst);
  const { available } = shard.balance(order.user, serviceAsset);
  if (fee + gst > available || fee + gst > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return { feeAsset: serviceAsset, inService: true, fee, gst, tds: 0n };
}

interface Conversion {
  units: bigint;
  per: bigint;
}

function priceIn(shard: FillingShard, base: number, quote: number): Conversion | undefined {
  const market = shard.pricedMarket(base, quote);
  if (!market) return undefined;
  return {
    units: BigInt(market.lastPrice) * BigInt(market.settings.tickLotQuoteUnits),
    per: BigInt(market.settings.lotBaseUnits),
  };
}

function servicePerQuote(shard: FillingShard, service: number, pivot: number, quote: number): Conversion | undefined {
  const direct = priceIn(shard, service, quote);
  if (direct) return { units: direct.per, per: direct.units };
  const quoteInPivot = priceIn(shard, quote, pivot);
  const pivotInQuote = priceIn(shard, pivot, quote);
  const serviceInPivot = priceIn(shard, service, pivot);
  if (!serviceInPivot) return undefined;
  if (quoteInPivot) {
    return { units: quoteInPivot.units * serviceInPivot.per, per: quoteInPivot.per * serviceInPivot.units };
  }
  if (!pivotInQuote) return undefined;
  return { units: pivotInQuote.per * serviceInPivot.per, per: pivotInQuote.units * serviceInPivot.units };
}

function payService(shard: FillingShard, order: ReferenceOrder, charge: Charged): Charged {
  shard.balance(order.user, charge.feeAsset).available -= charge.fee + charge.gst;
  return charge;
}

function giveWay(charge: Charged, excess: bigint): void {
  if (excess <= 0n) return;
  const fromGst = least(excess, charge.gst);
  charge.gst -= fromGst;
  charge.fee -= excess - fromGst;
}

/** What the charges take in money. */
function moneyOf(charge: Charged): bigint {
  return charge.tds + (charge.inService ? 0n : charge.fee + charge.gst);
}

function costOf(gross: bigint, charge: Charged): bigint {
  return gross + moneyOf(charge);
}

function creditHouse(shard: FillingShard, charge: Charged, quote: number): void {
  shard.balance(HouseUser.fees, charge.feeAsset).available += charge.fee;
  shard.balance(HouseUser.gst, charge.feeAsset).available += charge.gst;
  shard.balance(HouseUser.tds, quote).available += charge.tds;
}

/** Gives back what is left of an order's freeze. */
export function releaseRest(shard: FillingShard, order: ReferenceOrder, market: ReferenceMarket): void {
  const balance = shard.balance(order.user, order.isBuy ? market.settings.quote : market.settings.base);
  balance.frozen -= order.frozen;
  balance.available += order.frozen;
  order.frozen = 0n;
}
