/** Whether an order may be: its checks in one order, before any effect, whoever asks - a user, an algo, an amendment. */
import { isClosing } from '@pelican/shared/engine/perpetual/commands.ts';
import { RejectCode } from '@pelican/shared/engine/perpetual/reject-codes.ts';
import { MarginMode, MarketState, OrderKind, Side } from '@pelican/shared/engine/perpetual/terms.ts';
import { orderMaxLots } from '@pelican/shared/perpetual/max-size.ts';
import { freezeRate, limitFreeze, marketFreeze, orderCost } from '@pelican/shared/perpetual/order-cost.ts';
import { maxLeverageFor, tierMaxLots } from '@pelican/shared/perpetual/tiers.ts';
import { isPositiveSafe } from '../../kernel/limits.ts';
import type { Changes } from '../changes.ts';
import { leverageOf, spendable } from '../positions/accounts.ts';
import { positionOf } from '../positions/positions.ts';
import { hasUntrustedLeg } from '../risk/exposure.ts';
import type { Account, Market, Order } from '../state.ts';
import { countOrders, pendingLots, restOf } from './orders.ts';
import { type Walk, walkBook } from './walk.ts';

export type Wanted = Pick<
  Order,
  'market' | 'mode' | 'side' | 'position' | 'type' | 'priceTicks' | 'lots' | 'selfTrade'
>;

export interface Refusal {
  code: RejectCode;
  required?: number | bigint;
  available?: number | bigint;
}

/** The order that an amendment replaces: what it holds now is at its disposal. */
type Replaced = Order | undefined;

/** Why the order may not be, or undefined. `wanted.lots` is what is to be filled yet. */
export function refusalOf(
  changes: Changes,
  account: Account,
  wanted: Wanted,
  replaced?: Replaced,
): Refusal | undefined {
  const refusal =
    refusalByMarket(wanted) ??
    refusalBySize(account, wanted, replaced) ??
    refusalByPrice(wanted) ??
    refusalByCount(account, wanted, replaced) ??
    (isClosing(wanted) ? refusalToClose(account, wanted, replaced) : refusalToOpen(account, wanted, replaced));
  if (refusal) return refusal;
  const { type, lots } = wanted;
  const isWalked = type === OrderKind.market || type === OrderKind.fok;
  const walk = isWalked ? walkBook(changes, account, wanted, lots, limitTicksOf(wanted)) : undefined;
  return (
    refusalByBook(wanted, walk) ??
    (isClosing(wanted) ? undefined : refusalByMargin(account, wanted, walk?.deepestTicks ?? 0, replaced))
  );
}

function refusalByMarket({ market, ...wanted }: Wanted): Refusal | undefined {
  if (market.state === MarketState.halted) return { code: RejectCode.marketClosed };
  if (market.state !== MarketState.open && !isClosing(wanted)) return { code: RejectCode.closeOnly };
  return undefined;
}

/** A closing order may be as small, and one at the market as large, as its position. */
function refusalBySize(account: Account, wanted: Wanted, replaced: Replaced): Refusal | undefined {
  const { market, lots, type } = wanted;
  if (!isPositiveSafe(lots)) return { code: RejectCode.outOfRange };
  const total = lots + (replaced?.filledLots ?? 0);
  const { minLots } = market.settings;
  const maxLots = orderMaxLots(market.instrument, type);
  if (total >= minLots && total <= maxLots) return undefined;
  const heldLots = isClosing(wanted) ? (positionOf(account, wanted)?.lots ?? 0) : 0;
  if (lots <= heldLots && (total < minLots || type === OrderKind.market)) return undefined;
  return total < minLots
    ? { code: RejectCode.sizeTooSmall, required: minLots, available: total }
    : { code: RejectCode.sizeTooLarge, required: total, available: maxLots };
}

function refusalByPrice({ market, side, type, priceTicks }: Wanted): Refusal | undefined {
  if (type === OrderKind.market) return priceTicks === 0 ? undefined : { code: RejectCode.outOfRange };
  if (!isPositiveSafe(priceTicks) || priceTicks > market.settings.priceMaxTicks) return { code: RejectCode.outOfRange };
  const bound = boundTicks(market, side);
  const isBeyond = side === Side.buy ? priceTicks > bound : priceTicks < bound;
  return isBeyond ? { code: RejectCode.priceLimit, required: priceTicks, available: bound } : undefined;
}

/** The worst price that the band allows a side. */
export function boundTicks(market: Market, side: Side): number {
  return side === Side.buy ? market.maxBuyTicks : market.minSellTicks;
}

/** Where an order stops: at its price, one at the market at the band. */
export function limitTicksOf({ market, side, type, priceTicks }: Wanted): number {
  return type === OrderKind.market ? boundTicks(market, side) : priceTicks;
}

function mayRest({ type }: Wanted): boolean {
  return type === OrderKind.limit || type === OrderKind.postOnly;
}

function refusalByCount(account: Account, wanted: Wanted, replaced: Replaced): Refusal | undefined {
  const { market } = wanted;
  if (replaced || !mayRest(wanted) || account.orders.size < market.settings.ordersMax) return undefined;
  const count = countOrders(account, market);
  if (count < market.settings.ordersMax) return undefined;
  return { code: RejectCode.tooManyOrders, required: count + 1, available: market.settings.ordersMax };
}

function refusalToClose(account: Account, wanted: Wanted, replaced: Replaced): Refusal | undefined {
  const held = positionOf(account, wanted)?.lots ?? 0;
  const available = held - pendingLots(account, wanted, true) + (replaced ? restOf(replaced) : 0);
  return wanted.lots > available
    ? { code: RejectCode.insufficientPosition, required: wanted.lots, available }
    : undefined;
}

function refusalToOpen(account: Account, wanted: Wanted, replaced: Replaced): Refusal | undefined {
  const held = positionOf(account, wanted);
  if (account.isCloseOnly) return { code: RejectCode.accountCloseOnly };
  if (account.isLiquidating || held?.isLiquidating) return { code: RejectCode.liquidating };
  if (hasUntrustedLeg(account)) return { code: RejectCode.untrustedLeg };
  const { market, lots } = wanted;
  const pending = pendingLots(account, wanted, false) - (replaced ? restOf(replaced) : 0);
  const total = (held?.lots ?? 0) + pending + lots;
  if (total <= tierMaxLots(market.instrument, leverageOf(account, wanted))) return undefined;
  return { code: RejectCode.tierLimit, required: total, available: maxLeverageFor(market.instrument, total) };
}

/** What only the book can say: whether the order takes, and how much. */
function refusalByBook(wanted: Wanted, walk: Walk | undefined): Refusal | undefined {
  if (wanted.type === OrderKind.postOnly) return crosses(wanted) ? { code: RejectCode.postOnlyCross } : undefined;
  if (!walk) return undefined;
  if (walk.lots === 0 && walk.isGuarded) return { code: RejectCode.bankruptcyGuard };
  if (wanted.type === OrderKind.fok && walk.lots < wanted.lots)
    return { code: RejectCode.cannotFill, required: wanted.lots, available: walk.lots };
  return walk.lots === 0 ? { code: RejectCode.emptyBook } : undefined;
}

function crosses({ market, side, priceTicks }: Wanted): boolean {
  const { bestAskTicks, bestBidTicks } = market.book;
  return side === Side.buy ? bestAskTicks > 0 && priceTicks >= bestAskTicks : priceTicks <= bestBidTicks;
}

function refusalByMargin(
  account: Account,
  wanted: Wanted,
  deepestTicks: number,
  replaced: Replaced,
): Refusal | undefined {
  const required = costOf(account, wanted, deepestTicks);
  const available = spendableBut(account, wanted.mode, replaced);
  return required > available ? { code: RejectCode.insufficientMargin, required, available } : undefined;
}

/** What the account could spend if the replaced order were gone. */
function spendableBut(account: Account, mode: MarginMode, replaced: Replaced): bigint {
  const freeze = replaced?.freeze ?? 0n;
  if (freeze === 0n) return spendable(account, mode);
  const crossFreeze = mode === MarginMode.cross ? account.crossFreeze - freeze : account.crossFreeze;
  const isolatedFreeze = mode === MarginMode.isolated ? account.isolatedFreeze - freeze : account.isolatedFreeze;
  return spendable({ ...account, crossFreeze, isolatedFreeze }, mode);
}

/** The cost of an opening order at acceptance, 10^-8 USDT; `deepestTicks`: how deep a market order reaches. */
function costOf(account: Account, wanted: Wanted, deepestTicks: number): bigint {
  const { market, position, type, priceTicks, lots } = wanted;
  const { instrument, markTicks, book } = market;
  const isMarket = type === OrderKind.market;
  const prices = isMarket
    ? marketFreeze(position, deepestTicks, markTicks, book.bestBidTicks)
    : limitFreeze(position, priceTicks, markTicks, book.bestBidTicks);
  const leverage = leverageOf(account, wanted);
  const rate = freezeRate(instrument, type);
  return orderCost(instrument, { ...prices, position, leverage, lots, markTicks, rate }).cost;
}
