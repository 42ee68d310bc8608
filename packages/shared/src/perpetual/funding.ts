/** Funding: the premium that is measured, the rate that comes of it, and who pays whom. Rates in 10^-8, money in 10^-8 USDT. */
import { MarginMode, PositionSide } from '../engine/perpetual/terms.ts';
import { ceilDiv, clampTo, floorDiv, halfUpDiv, maxOf, minOf, rateOne } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';
import { notionalOf } from './notional.ts';
import type { BookLevel } from './order-cost.ts';

/** A price in ticks as an exact fraction. */
interface PriceFraction {
  numerator: bigint;
  denominator: bigint;
}

export interface Premium {
  /** Average price of trading the impact notional on that side, 10^-8, half up; null when the side is too thin. */
  impactBid8: bigint | null;
  impactAsk8: bigint | null;
  /** [max(0, impact bid - index) - max(0, index - impact ask)] / index; a side that is too thin counts 0. */
  premium: bigint;
}

/** The premium of one moment. Levels are best first. */
export function premiumIndex(
  instrument: Instrument,
  indexTicks: number,
  bids: Iterable<BookLevel>,
  asks: Iterable<BookLevel>,
): Premium {
  const bid = impactPrice(instrument, bids);
  const ask = impactPrice(instrument, asks);
  const index = BigInt(indexTicks);
  const above = bid ? maxOf(0n, bid.numerator - index * bid.denominator) : 0n;
  const below = ask ? maxOf(0n, index * ask.denominator - ask.numerator) : 0n;
  const bidScale = bid?.denominator ?? 1n;
  const askScale = ask?.denominator ?? 1n;
  return {
    impactBid8: priceOf(instrument, bid),
    impactAsk8: priceOf(instrument, ask),
    premium: halfUpDiv((above * askScale - below * bidScale) * rateOne, bidScale * askScale * index),
  };
}

/** Notional over coins traded, the last level taken in part: with a rest r at price t after f lots, IMN t / (f t unit + r). */
function impactPrice(instrument: Instrument, levels: Iterable<BookLevel>): PriceFraction | null {
  let rest = instrument.impactNotional;
  let fullLots = 0n;
  for (const { ticks, lots } of levels) {
    const notional = notionalOf(instrument, ticks, lots);
    if (notional >= rest) {
      const price = BigInt(ticks);
      return {
        numerator: instrument.impactNotional * price,
        denominator: fullLots * price * instrument.unit + rest,
      };
    }
    rest -= notional;
    fullLots += BigInt(lots);
  }
  return null;
}

function priceOf(instrument: Instrument, price: PriceFraction | null): bigint | null {
  return price && halfUpDiv(price.numerator * instrument.tickSize, price.denominator);
}

export interface FundingRate {
  /** How many samples counted. */
  samples: number;
  average: bigint;
  /** interest - average, within the damper. */
  damped: bigint;
  raw: bigint;
  /** Within the cap. */
  rate: bigint;
}

/** Minute samples that the rate of 8 hours, and its indication of the next, are over. */
export const fundingSamples = 480;
export const nextFundingSamples = 60;

/** The rate of the last `count` minute samples (10^-8, oldest first). Of no samples the average is 0. */
export function fundingRate(
  instrument: Instrument,
  samples: readonly number[],
  count: number = fundingSamples,
): FundingRate {
  const counted = samples.slice(-count);
  const sum = counted.reduce((total, sample) => total + BigInt(sample), 0n);
  const average = counted.length === 0 ? 0n : halfUpDiv(sum, BigInt(counted.length));
  const damper = instrument.fundingDamper;
  const damped = clampTo(instrument.fundingInterest - average, -damper, damper);
  const raw = average + damped;
  const rate = clampTo(raw, -instrument.fundingCap, instrument.fundingCap);
  return { samples: counted.length, average, damped, raw, rate };
}

export interface FundedPosition {
  id: number;
  /** `fund`: a lot of the insurance fund. */
  owner: 'user' | 'fund';
  mode: MarginMode;
  position: PositionSide;
  lots: number;
  /** For an isolated position: the most that it can pay. */
  margin: bigint;
}

export interface FundingPayment {
  id: number;
  notional: bigint;
  /** Below zero: paid. */
  theoretical: bigint;
  actual: bigint;
}

export interface FundingSettlement {
  payments: FundingPayment[];
  /** By users and fund lots together. */
  paid: bigint;
  received: bigint;
  /** The fund after the settlement. */
  fund: bigint;
}

/**
 * One settlement of a market; positions by id. Payers pay notional x rate rounded up, isolated ones at most their margin,
 * fund lots at most what the fund holds; receivers get it rounded down, all of them less by the same factor when paid and
 * fund together do not reach. The fund keeps, or adds, the difference, and is never below zero after it.
 */
export function fundingSettlement(
  instrument: Instrument,
  settlement: { rate: bigint; markTicks: number; fund: bigint },
  positions: readonly FundedPosition[],
): FundingSettlement {
  let { fund } = settlement;
  let paid = 0n;
  let due = 0n;
  const payments = positions.map((held) => {
    const { notional, theoretical } = fundingDue(instrument, held, settlement.markTicks, settlement.rate);
    if (theoretical > 0n) due += theoretical;
    const actual = theoretical < 0n ? -payable(held, -theoretical, fund) : theoretical;
    if (actual < 0n) paid -= actual;
    if (actual < 0n && held.owner === 'fund') fund += actual;
    return { id: held.id, notional, theoretical, actual };
  });
  const pool = paid + fund;
  let received = 0n;
  payments.forEach((payment, at) => {
    if (payment.theoretical <= 0n) return;
    if (due > pool) payment.actual = floorDiv(payment.theoretical * pool, due);
    received += payment.actual;
    if (positions[at]?.owner === 'fund') fund += payment.actual;
  });
  return { payments, paid, received, fund: fund + paid - received };
}

/** What a position is due at a rate, below zero when it pays. A positive rate is paid by longs. */
export function fundingDue(
  instrument: Instrument,
  held: { position: PositionSide; lots: number },
  markTicks: number,
  rate: bigint,
): { notional: bigint; theoretical: bigint } {
  const notional = notionalOf(instrument, markTicks, held.lots);
  const flow = held.position === PositionSide.long ? -notional * rate : notional * rate;
  return { notional, theoretical: flow < 0n ? -ceilDiv(-flow, rateOne) : floorDiv(flow, rateOne) };
}

/** A cross payer has no cap of its own: what it can not bear, liquidation takes up. */
function payable(held: FundedPosition, owed: bigint, fund: bigint): bigint {
  if (held.owner === 'fund') return minOf(owed, maxOf(0n, fund));
  return held.mode === MarginMode.isolated ? minOf(owed, maxOf(0n, held.margin)) : owed;
}
