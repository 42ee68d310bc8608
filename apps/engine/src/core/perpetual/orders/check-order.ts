/** The checks of an order, always in one sequence and before any effect: of a user's, of an algo's child, of an amendment. */
import { isClosing, MarketState, OrderKind, PositionSide, RejectCode, Side } from '@pelican/shared/engine/perpetual';
import { maxLeverageFor } from '@pelican/shared/perpetual';
import { isPositiveSafe } from '../../kernel/limits.ts';
import type { Money } from '../money.ts';
import { leverageOf, spendable } from '../positions/accounts.ts';
import { positionAimedAt } from '../positions/positions.ts';
import { hasUntrustedLeg } from '../risk/exposure.ts';
import type { Account, Market, Order } from '../state.ts';
import { freezeRateOf, orderCostOf } from './freeze.ts';
import { restOf, restsOf } from './orders.ts';
import { type Walk, walkBook } from './walk.ts';

export type OrderIntent = Pick<
  Order,
  'market' | 'seat' | 'mode' | 'side' | 'position' | 'type' | 'priceTicks' | 'lots' | 'selfTrade'
>;

export interface Refusal {
  code: RejectCode;
  required?: number | bigint;
  available?: number | bigint;
}

/** The order that an amendment replaces: what it holds now is at its disposal. */
type Replaced = Order | undefined;

/** Why the order is refused, or undefined. `intent.lots` is what is to be filled yet. */
export function refusalOf(account: Account, intent: OrderIntent, replaced?: Replaced): Refusal | undefined {
  const refusal =
    refusalByMarket(intent) ??
    refusalBySize(intent, replaced) ??
    refusalByPrice(intent) ??
    refusalByCount(account, intent, replaced) ??
    (isClosing(intent) ? refusalToClose(intent, replaced) : refusalToOpen(account, intent, replaced));
  if (refusal) return refusal;
  const { type, lots } = intent;
  const isWalked = type === OrderKind.market || type === OrderKind.fok;
  const walk = isWalked ? walkBook(account, intent, lots, limitTicksOf(intent)) : undefined;
  return (
    refusalByBook(intent, walk) ??
    (isClosing(intent) ? undefined : refusalByMargin(account, intent, walk?.deepestTicks ?? 0, replaced))
  );
}

function refusalByMarket(intent: OrderIntent): Refusal | undefined {
  const { state } = intent.market;
  if (state === MarketState.halted) return { code: RejectCode.marketClosed };
  if (state !== MarketState.open && !isClosing(intent)) return { code: RejectCode.closeOnly };
  return undefined;
}

/** A closing order may be as small, and one at the market as large, as its position. */
function refusalBySize(intent: OrderIntent, replaced: Replaced): Refusal | undefined {
  const { market, lots, type } = intent;
  if (!isPositiveSafe(lots)) return { code: RejectCode.outOfRange };
  const total = lots + (replaced?.filledLots ?? 0);
  const { minLots } = market.settings;
  const { maxMarketLots, maxLimitLots } = market.settings;
  const maxLots = type === OrderKind.market ? maxMarketLots : maxLimitLots;
  if (total >= minLots && total <= maxLots) return undefined;
  const heldLots = isClosing(intent) ? (positionAimedAt(intent)?.lots ?? 0) : 0;
  if (lots <= heldLots && (total < minLots || type === OrderKind.market)) return undefined;
  return total < minLots
    ? { code: RejectCode.sizeTooSmall, required: minLots, available: total }
    : { code: RejectCode.sizeTooLarge, required: total, available: maxLots };
}

function refusalByPrice({ market, side, type, priceTicks }: OrderIntent): Refusal | undefined {
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
export function limitTicksOf({ market, side, type, priceTicks }: OrderIntent): number {
  return type === OrderKind.market ? boundTicks(market, side) : priceTicks;
}

function mayRest({ type }: OrderIntent): boolean {
  return type === OrderKind.limit || type === OrderKind.postOnly;
}

function refusalByCount(account: Account, intent: OrderIntent, replaced: Replaced): Refusal | undefined {
  const { market } = intent;
  if (replaced || !mayRest(intent) || account.orders.size < market.settings.ordersMax) return undefined;
  const count = intent.seat.orderCount;
  if (count < market.settings.ordersMax) return undefined;
  return { code: RejectCode.tooManyOrders, required: count + 1, available: market.settings.ordersMax };
}

function refusalToClose(intent: OrderIntent, replaced: Replaced): Refusal | undefined {
  const held = positionAimedAt(intent)?.lots ?? 0;
  const available = held - restsOf(intent.seat, intent, true) + (replaced ? restOf(replaced) : 0);
  return intent.lots > available
    ? { code: RejectCode.insufficientPosition, required: intent.lots, available }
    : undefined;
}

function refusalToOpen(account: Account, intent: OrderIntent, replaced: Replaced): Refusal | undefined {
  const held = positionAimedAt(intent);
  if (account.isCloseOnly) return { code: RejectCode.accountCloseOnly };
  if (account.isLiquidating || held?.isLiquidating) return { code: RejectCode.liquidating };
  if (hasUntrustedLeg(account)) return { code: RejectCode.untrustedLeg };
  const { market, lots } = intent;
  const pending = restsOf(intent.seat, intent, false) - (replaced ? restOf(replaced) : 0);
  const total = (held?.lots ?? 0) + pending + lots;
  if (isWithinTier(market, leverageOf(account, intent), total)) return undefined;
  return { code: RejectCode.tierLimit, required: total, available: maxLeverageFor(market.instrument, total) };
}

/** Whether some tier that takes the leverage takes the size: see `tierMaxLots` of the formulas. */
function isWithinTier({ settings }: Market, leverage: number, lots: number): boolean {
  for (const tier of settings.tiers) if (tier.maxLeverage >= leverage && tier.maxLots >= lots) return true;
  return false;
}

/** What only the book can say: whether the order takes, and how much. */
function refusalByBook(intent: OrderIntent, walk: Walk | undefined): Refusal | undefined {
  if (intent.type === OrderKind.postOnly) return crosses(intent) ? { code: RejectCode.postOnlyCross } : undefined;
  if (!walk) return undefined;
  if (walk.lots === 0 && walk.isGuarded) return { code: RejectCode.bankruptcyGuard };
  if (intent.type === OrderKind.fok && walk.lots < intent.lots)
    return { code: RejectCode.cannotFill, required: intent.lots, available: walk.lots };
  return walk.lots === 0 ? { code: RejectCode.emptyBook } : undefined;
}

function crosses({ market, side, priceTicks }: OrderIntent): boolean {
  const { bestAskTicks, bestBidTicks } = market.book;
  return side === Side.buy ? bestAskTicks > 0 && priceTicks >= bestAskTicks : priceTicks <= bestBidTicks;
}

function refusalByMargin(
  account: Account,
  intent: OrderIntent,
  deepestTicks: number,
  replaced: Replaced,
): Refusal | undefined {
  const required = costOf(account, intent, deepestTicks);
  const available = spendable(account, intent.mode, replaced?.freeze);
  return required > available ? { code: RejectCode.insufficientMargin, required, available } : undefined;
}

/**
 * The cost of an opening order at acceptance (see `limitFreeze` and `marketFreeze` of the formulas), 10^-8 USDT;
 * `deepestTicks`: how deep a market order reaches.
 */
function costOf(account: Account, intent: OrderIntent, deepestTicks: number): Money {
  const { market, position, type, priceTicks, lots } = intent;
  const { markTicks, book } = market;
  const worstTicks = type === OrderKind.market ? deepestTicks : priceTicks;
  let freezeTicks = worstTicks;
  if (position === PositionSide.short) {
    // A short fills at its price or higher and its margin is taken at mark: the highest of the three counts.
    const floorTicks = Math.max(markTicks, book.bestBidTicks);
    freezeTicks = type === OrderKind.market ? floorTicks : Math.max(priceTicks, floorTicks);
  }
  const rate = freezeRateOf(market, type);
  const leverage = leverageOf(account, intent);
  return orderCostOf(market, position, lots, leverage, rate, freezeTicks, worstTicks, markTicks);
}
