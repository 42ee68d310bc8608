/**
 * Money of this shard, in 10^-8 USDT and always exact: a number while it is a safe integer, a bigint beyond. Each value has
 * one form only, so `===`, `<` and `>` compare any two.
 *
 * The fast path of each function computes with doubles and keeps a result only when it is proven exact. All inputs are
 * integers, and rounding to a double is monotonic: a sum or product whose true value is 2^53 or more is never computed as
 * less. So a result below 2^53 is the true one, and so is every intermediate that is no larger in magnitude. Otherwise the
 * formulas of packages/shared/src/perpetual decide, which are all bigint.
 */

import { PositionSide } from '@pelican/shared/engine/perpetual';
import {
  costShare as exactCostShare,
  feeOf as exactFee,
  initialMargin as exactInitialMargin,
  mulFloor,
} from '@pelican/shared/perpetual';

export type Money = number | bigint;

// Module constants are folded into the code; imported ones are looked up.
const safeMax = Number.MAX_SAFE_INTEGER;
const one = 1e8;
/** Up to this rate a remainder below `one` times the rate is a safe integer. */
const fastRateMax = 9e7;
/** Up to this size the product of two sizes is a safe integer. */
const fastLotsMax = 94_906_265;
const long = PositionSide.long;

/** The one form of an amount. */
export function moneyOf(amount: bigint): Money {
  const number = Number(amount);
  return number <= safeMax && number >= -safeMax ? number : amount;
}

export function add(a: Money, b: Money): Money {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (sum <= safeMax && sum >= -safeMax) return sum;
  }
  return moneyOf(BigInt(a) + BigInt(b));
}

export function subtract(a: Money, b: Money): Money {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    if (difference <= safeMax && difference >= -safeMax) return difference;
  }
  return moneyOf(BigInt(a) - BigInt(b));
}

export function negate(a: Money): Money {
  return typeof a === 'number' ? 0 - a : moneyOf(-a);
}

export function smaller(a: Money, b: Money): Money {
  if (a < b) return a;
  return b;
}

export function larger(a: Money, b: Money): Money {
  if (a > b) return a;
  return b;
}

/** An instrument's unit as `notionalOf` takes it. */
export function unitOf({ unit }: { unit: bigint }): number {
  return unit <= BigInt(safeMax) ? Number(unit) : Number.NaN;
}

/** ticks x lots x unit; `unit` of the market is at least 1, NaN when it is no safe integer. */
export function notionalOf(market: { unit: number; instrument: { unit: bigint } }, ticks: number, lots: number): Money {
  const value = ticks * lots * market.unit;
  if (value <= safeMax && value >= -safeMax) return value;
  return moneyOf(BigInt(ticks) * BigInt(lots) * market.instrument.unit);
}

/** notional x rate (10^-8), up; see `feeOf` of the formulas. */
export function feeOf(notional: Money, rate: number): Money {
  if (typeof notional === 'number' && rate <= fastRateMax && rate >= -fastRateMax) {
    // Both products and their sum are below 2^53 in magnitude: the first is no larger than the notional.
    const whole = Math.floor(notional / one);
    const fee = whole * rate + ceilDivide((notional - whole * one) * rate, one);
    if (fee <= safeMax && fee >= -safeMax) return fee;
  }
  return moneyOf(exactFee(BigInt(notional), BigInt(rate)));
}

/** notional x rate (10^-8), down; the rate is not below zero. */
export function feeDownOf(notional: Money, rate: number): Money {
  if (typeof notional === 'number' && rate <= fastRateMax) {
    const whole = Math.floor(notional / one);
    const fee = whole * rate + floorDivide((notional - whole * one) * rate, one);
    if (fee <= safeMax) return fee;
  }
  return moneyOf(mulFloor(BigInt(notional), BigInt(rate)));
}

/** amount x share / whole, down; none below zero. */
export function shareOf(amount: Money, share: Money, whole: Money): Money {
  return moneyOf((BigInt(amount) * BigInt(share)) / BigInt(whole));
}

/** notional / leverage, up. */
export function initialMarginOf(notional: Money, leverage: number): Money {
  if (typeof notional === 'number') return ceilDivide(notional, leverage);
  return moneyOf(exactInitialMargin(notional, leverage));
}

/** The entry cost that a closed part takes with it: long up, short down. `cost` and `lots` are above zero. */
export function costShareOf(position: PositionSide, cost: Money, heldLots: number, lots: number): Money {
  if (lots === heldLots) return cost;
  if (typeof cost === 'number' && heldLots <= fastLotsMax) {
    // cost = whole x heldLots + rest, so that the share is whole x lots and a share of the rest.
    const whole = floorDivide(cost, heldLots);
    const part = (cost - whole * heldLots) * lots;
    return whole * lots + (position === long ? ceilDivide(part, heldLots) : floorDivide(part, heldLots));
  }
  return moneyOf(exactCostShare({ position, lots: heldLots, cost: BigInt(cost) }, lots));
}

/** a / b, up; both safe integers, b above zero. The quotient in doubles is off by less than one, the remainder exact. */
function ceilDivide(a: number, b: number): number {
  const quotient = Math.floor(a / b);
  return a - quotient * b > 0 ? quotient + 1 : quotient;
}

function floorDivide(a: number, b: number): number {
  const quotient = Math.floor(a / b);
  return a - quotient * b < 0 ? quotient - 1 : quotient;
}
