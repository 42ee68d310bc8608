/** The liquidation price of a position with its own margin. */
import { PositionSide, type Tier } from '@pelican/shared/engine/perpetual';
import { liquidationTicks } from '@pelican/shared/perpetual';
import type { Market, Position } from '../state.ts';
import { exactOf } from './accounts.ts';

const one = 1e8;
const safeMax = Number.MAX_SAFE_INTEGER;
/** Below this a quotient's distance from its neighbouring integers is computed exactly. */
const fastTicksMax = 2 ** 40;
/**
 * More, in proportion, than a quotient in doubles of exact inputs is wrong by: two products and the quotient round by
 * at most 2^-53 each.
 */
const relativeSlack = 2 ** -50;

/**
 * The first mark at which an isolated position is liquidated, 0 for none: see `liquidationTicks` of the formulas, which decides
 * only where doubles do not.
 */
export function liquidationTicksOf(held: Position): number {
  const { market, cost, margin, lots } = held;
  if (typeof cost === 'number' && typeof margin === 'number' && lots > 0) {
    const isLong = held.position === PositionSide.long;
    const rate = requirementRate8(market, lots);
    const amount = isLong ? cost - margin : cost + margin;
    const perTick = lots * market.unit;
    const divisor = isLong ? one - rate : one + rate;
    const ticks = (amount * one) / (perTick * divisor);
    const down = Math.floor(ticks);
    const slack = Math.abs(ticks) * relativeSlack;
    const isProven =
      Math.abs(amount) <= safeMax &&
      perTick <= safeMax &&
      divisor > 0 &&
      Math.abs(ticks) < fastTicksMax &&
      ticks - down > slack &&
      down + 1 - ticks > slack;
    if (isProven) return Math.max(0, isLong ? down : down + 1);
  }
  return liquidationTicks(market.instrument, exactOf(held)) ?? 0;
}

/** Maintenance rate of a size's tier plus the taker rate, 10^-8. */
export function requirementRate8({ settings }: Market, lots: number): number {
  const { tiers } = settings;
  let at = 0;
  while (at < tiers.length - 1 && lots > (tiers[at] as Tier).maxLots) at++;
  return (tiers[at] as Tier).mmr + settings.takerRate;
}
