/** What many commands check of what they are given. */
import { MarginMode, marketPriceTicks, PositionSide, PriceSource, Side } from '@pelican/shared/engine/perpetual';
import { isPositiveSafe } from '../../kernel/limits.ts';
import { noLegs } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { accountOf } from '../positions/accounts.ts';
import type { Account, Legs, Market } from '../state.ts';

/** Accounts of the house begin here; persons are below, from 1. */
const houseUserMin = 0xffff_ff00;

export function isPerson(user: number): boolean {
  return user > 0 && user < houseUserMin;
}

/** Whether the codes name a mode, a side and a position. */
export function isTarget(target: { mode: MarginMode; side: Side; position: PositionSide }): boolean {
  return target.mode <= MarginMode.isolated && target.side <= Side.sell && target.position <= PositionSide.short;
}

export function isPriceSource(source: PriceSource): boolean {
  return source <= PriceSource.mark;
}

/** A price of an order that a trigger sends: -1 is the market. */
export function isOrderTicks(ticks: number, market: Market): boolean {
  return ticks === marketPriceTicks || isTicks(ticks, market);
}

export function isTicks(ticks: number, market: Market): boolean {
  return isPositiveSafe(ticks) && ticks <= market.settings.priceMaxTicks;
}

/** Legs of a new order or algo, an absent leg in its one form; undefined when a number in them is out of range. */
export function readLegs(market: Market, legs: Legs): Readonly<Legs> | undefined {
  if (legs.tpTriggerTicks === 0 && legs.slTriggerTicks === 0) return noLegs;
  return mergeLegs(market, noLegs, legs);
}

/** Legs after an amendment: trigger 0 keeps a leg, -1 takes it away; undefined when a number is out of range. */
export function mergeLegs(market: Market, kept: Legs, legs: Legs): Legs | undefined {
  const merged: Legs = {
    tpTriggerTicks: kept.tpTriggerTicks,
    tpOrderTicks: kept.tpOrderTicks,
    tpTriggerBy: kept.tpTriggerBy,
    slTriggerTicks: kept.slTriggerTicks,
    slOrderTicks: kept.slOrderTicks,
    slTriggerBy: kept.slTriggerBy,
  };
  for (const leg of ['tp', 'sl'] as const) {
    const ticks = legs[`${leg}TriggerTicks`];
    if (ticks === 0) continue;
    const source = ticks === -1 ? noLegs : legs;
    const isRight =
      ticks === -1 ||
      (isTicks(ticks, market) &&
        isOrderTicks(legs[`${leg}OrderTicks`], market) &&
        isPriceSource(legs[`${leg}TriggerBy`]));
    if (!isRight) return undefined;
    merged[`${leg}TriggerTicks`] = source[`${leg}TriggerTicks`];
    merged[`${leg}OrderTicks`] = source[`${leg}OrderTicks`];
    merged[`${leg}TriggerBy`] = source[`${leg}TriggerBy`];
  }
  return merged;
}

/** The price of now that a trigger is compared with; 0: unknown. */
export function referenceTicks(market: Market, source: PriceSource): number {
  if (source === PriceSource.last) return market.lastTicks;
  return source === PriceSource.index ? market.indexTicks : market.markTicks;
}

/** The account that a command is about, if it has one. */
export function knownAccount(changes: Changes, user: number): Account | undefined {
  return changes.shard.accounts.get(user);
}

/** The account that a command of a person is about. */
export function accountFor(changes: Changes, user: number): Account {
  return accountOf(changes.shard, user);
}
