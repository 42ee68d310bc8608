/**
 * Fees paid in the service token (PLC). The fee's value in money is converted over last prices: the market token/money
 * directly, else money to the pivot asset and the token to the pivot. Without a price, or with too little of the token,
 * the fee is taken in money. On a market whose money is the token itself there is nothing to convert: the ordinary
 * rates apply.
 */
import { gstOf } from '@pelican/shared/money';
import { safeMax } from '../../kernel/limits.ts';
import { type Market, MarketFigure } from '../book/market.ts';
import type { Charge } from '../orders/fill-figures.ts';
import { houseCellsOf, type Shard, touch, touchHouse } from '../state.ts';
import { addAvailable, findCell, hasAvailable, subtractAvailable } from './cells.ts';

const million = 1_000_000n;

interface Ratio {
  numerator: bigint;
  denominator: bigint;
}

/** Whether fees on this market can be paid in the service token at all. */
export function allowsServiceFee(shard: Shard, market: Market): boolean {
  return shard.serviceAsset !== 0 && market.quote !== shard.serviceAsset;
}

/**
 * Sets `charge` to the fee and GST in the service token on a fill worth `gross` quote units; false, with nothing set,
 * when there is no price or the user has too little of the token. Takes nothing yet: see `payServiceFee`.
 */
export function quoteServiceFee(
  shard: Shard,
  market: Market,
  user: number,
  isBuy: boolean,
  gstPpm: number,
  gross: number,
  charge: Charge,
): boolean {
  const fee = feeInServiceUnits(shard, market, isBuy ? market.serviceFeeBuyPpm : market.serviceFeePpm, gross);
  if (fee < 0) return false;
  const gst = gstOf(fee, gstPpm);
  const cell = findCell(shard.directory, shard.memory, user, shard.serviceAsset);
  const isPayable = fee + gst <= safeMax && cell !== 0 && hasAvailable(shard.memory, cell, fee + gst);
  if (!isPayable) return false;
  charge.feeAsset = shard.serviceAsset;
  charge.inService = true;
  charge.fee = fee;
  charge.gst = gst;
  return true;
}

/** Moves a quoted fee from the user's available tokens to the house. */
export function payServiceFee(shard: Shard, user: number, charge: Charge): void {
  const { memory } = shard;
  const cell = findCell(shard.directory, memory, user, shard.serviceAsset);
  subtractAvailable(memory, cell, charge.fee + charge.gst);
  touch(shard, cell);
  const house = houseCellsOf(shard, shard.serviceAsset);
  addAvailable(memory, house.fees, charge.fee);
  addAvailable(memory, house.gst, charge.gst);
  touchHouse(shard, house.fees);
  touchHouse(shard, house.gst);
}

/** gross x rate, converted and rounded up; -1 when there is no price or the result leaves the safe range. */
function feeInServiceUnits(shard: Shard, market: Market, ratePpm: number, gross: number): number {
  const ratio = serviceUnitsPerQuoteUnit(shard, market.quote);
  if (!ratio) return -1;
  const numerator = BigInt(gross) * BigInt(ratePpm) * ratio.numerator;
  const denominator = million * ratio.denominator;
  const fee = (numerator + denominator - 1n) / denominator;
  return fee > BigInt(safeMax) ? -1 : Number(fee);
}

function serviceUnitsPerQuoteUnit(shard: Shard, quote: number): Ratio | undefined {
  const direct = priceOf(shard, shard.serviceAsset, quote);
  if (direct) return inverse(direct);
  const toPivot = priceOf(shard, quote, shard.pivotAsset) ?? inverse(priceOf(shard, shard.pivotAsset, quote));
  const serviceToPivot = priceOf(shard, shard.serviceAsset, shard.pivotAsset);
  if (!toPivot || !serviceToPivot) return undefined;
  return {
    numerator: toPivot.numerator * serviceToPivot.denominator,
    denominator: toPivot.denominator * serviceToPivot.numerator,
  };
}

/** Quote units for one base unit at the last price of the pair's market. */
function priceOf(shard: Shard, base: number, quote: number): Ratio | undefined {
  const market = shard.markets[shard.marketByPair.get(base * 65536 + quote) ?? 0];
  const lastPriceTicks = market?.figures[MarketFigure.lastPriceTicks] ?? 0;
  if (!market || lastPriceTicks === 0) return undefined;
  return {
    numerator: BigInt(lastPriceTicks) * BigInt(market.tickLotQuoteUnits),
    denominator: BigInt(market.lotBaseUnits),
  };
}

function inverse(ratio: Ratio): Ratio;
function inverse(ratio: Ratio | undefined): Ratio | undefined;
function inverse(ratio: Ratio | undefined): Ratio | undefined {
  return ratio && { numerator: ratio.denominator, denominator: ratio.numerator };
}
