/** Margins, straight from their definitions: what a position and an account have, need, and can spend. */
import { MarginMode, PositionSide } from '@pelican/shared/engine/perpetual';
import { down, fee, least, lowest, most, one, total, up } from './arithmetic.ts';
import type { Market, Position, World } from './state.ts';
import { accountOf, crossLegs, direction, frozen, isTrusted, notional } from './world.ts';

export interface Tier {
  index: number;
  maxLots: bigint;
  mmr: bigint;
  maxLeverage: bigint;
}

export function tiersOf({ settings }: Market): Tier[] {
  return settings.tiers.map(({ maxLots, mmr, maxLeverage }, index) => ({
    index,
    maxLots: BigInt(maxLots),
    mmr: BigInt(mmr),
    maxLeverage: BigInt(maxLeverage),
  }));
}

/** The whole position takes the tier of its size. */
export function tierOf(market: Market, lots: bigint): Tier {
  const tiers = tiersOf(market);
  return tiers.find(({ maxLots }) => lots <= maxLots) ?? (tiers.at(-1) as Tier);
}

export function takerRate({ settings }: Market): bigint {
  return BigInt(settings.takerRate);
}

export function worthAtMark({ market, lots }: Position): bigint {
  return notional(market, market.mark, lots);
}

export function unrealised(held: Position): bigint {
  return direction(held.position) * (worthAtMark(held) - held.cost);
}

/** (mmr + f) x N, times 10^8 and so exact. */
export function required(held: Position): bigint {
  return (tierOf(held.market, held.lots).mmr + takerRate(held.market)) * worthAtMark(held);
}

/** The same with the maintenance rate of the lowest tier. */
export function requiredLowest(held: Position): bigint {
  return (tierOf(held.market, 1n).mmr + takerRate(held.market)) * worthAtMark(held);
}

export function equityOf(held: Position): bigint {
  return held.margin + unrealised(held);
}

/** E <= r. */
export function isIsolatedDue(held: Position): boolean {
  return equityOf(held) * one <= required(held);
}

export function ratio4(equity: bigint, requirement: bigint): bigint {
  return requirement === 0n ? 0n : down(equity * one * 10_000n, requirement);
}

/** CE = B + sum of U - F_i. */
export function crossEquity(world: World, user: number): bigint {
  const profit = total(crossLegs(world, user).map(unrealised));
  return accountOf(world, user).cash + profit - frozen(world, user, MarginMode.isolated);
}

export function crossRequired(world: World, user: number): bigint {
  return total(crossLegs(world, user).map(required));
}

/** CE': less the haircut of each leg whose mark is not trusted. It decides when an account is due. */
export function weighedEquity(world: World, user: number): bigint {
  const untrusted = crossLegs(world, user).filter(({ market }) => !isTrusted(market));
  return (
    crossEquity(world, user) -
    total(untrusted.map((leg) => fee(worthAtMark(leg), BigInt(leg.market.settings.staleHaircut))))
  );
}

export function hasUntrustedLeg(world: World, user: number): boolean {
  return crossLegs(world, user).some(({ market }) => !isTrusted(market));
}

export function isCrossDue(world: World, user: number): boolean {
  const needed = crossRequired(world, user);
  return needed > 0n && weighedEquity(world, user) * one <= needed;
}

export function crossRatio4(world: World, user: number): bigint {
  return ratio4(weighedEquity(world, user), crossRequired(world, user));
}

function initialMargins(world: World, user: number): bigint {
  return total(crossLegs(world, user).map((leg) => up(worthAtMark(leg), leg.leverage)));
}

function freezes(world: World, user: number): bigint {
  return frozen(world, user, MarginMode.cross) + frozen(world, user, MarginMode.isolated);
}

/** futures_tradingBalance before it is clamped. */
export function tradingBalance(world: World, user: number): bigint {
  const profit = total(crossLegs(world, user).map(unrealised));
  return accountOf(world, user).cash + profit - initialMargins(world, user) - freezes(world, user);
}

/** futures_available before it is clamped. */
export function available(world: World, user: number): bigint {
  const profit = total(crossLegs(world, user).map(unrealised));
  return accountOf(world, user).cash + least(0n, profit) - initialMargins(world, user) - freezes(world, user);
}

export function spendable(world: World, user: number, mode: MarginMode): bigint {
  return most(0n, mode === MarginMode.cross ? tradingBalance(world, user) : available(world, user));
}

/**
 * The worst price at which the position closes without a debt, found by trying: long the lowest tick with
 * M + (N - C) - fee >= 0, short the highest with M + (C - N) - fee >= 0; at least 1.
 */
export function bankruptcy(held: Position, margin = held.margin): bigint {
  const { market, lots, cost } = held;
  const left = (ticks: bigint) => {
    const worth = notional(market, ticks, lots);
    return margin + direction(held.position) * (worth - cost) - fee(worth, takerRate(market));
  };
  if (held.position === PositionSide.long) return lowest(1n, (ticks) => left(ticks) >= 0n);
  return most(1n, lowest(1n, (ticks) => left(ticks) < 0n) - 1n);
}

/** What each cross leg may lose: its part of the equity by requirement, rounded down. */
export function shares(world: World, user: number): Map<Position, bigint> {
  const [equity, all] = [crossEquity(world, user), crossRequired(world, user)];
  return new Map(crossLegs(world, user).map((leg) => [leg, down(equity * required(leg), all)]));
}
