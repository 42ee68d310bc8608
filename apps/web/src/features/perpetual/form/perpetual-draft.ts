/** The order that the form describes: cost, margin level, liquidation price, profits, by the engine's formulas. */
import { MarginMode, OrderKind, PositionSide } from '@pelican/shared/engine/perpetual';
import {
  type AfterOpen,
  type BookLevel,
  type CrossCash,
  type CrossLeg,
  closeFill,
  crossAfterOpen,
  directionOf,
  type ExitEstimate,
  exitEstimate,
  feeOf,
  freezeRate,
  type Instrument,
  isolatedAfterOpen,
  limitFreeze,
  type MarketWalk,
  marketFreeze,
  marketWalk,
  maxSize,
  notionalOf,
  type OrderCost,
  orderCost,
  orderMaxLots,
  tierMaxLots,
} from '@pelican/shared/perpetual';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { contractsOf, lotsOf, ticksOf } from '../account/sizes.ts';
import { isSet, type LegDraft, type LegName } from '../dialogs/legs.ts';
import { contractsOfSize, type PerpetualFields, type SizeSteps, sideOf } from './perpetual-fields.ts';

/** What is held of the position that the order is about. */
export interface HeldPosition {
  lots: number;
  cost: bigint;
  margin: bigint;
}

/** What the form must know of the market and the user. Prices in ticks, 0 unknown; money in 10^-8. */
export interface PerpetualContext {
  instrument: Instrument;
  steps: SizeSteps;
  mode: 'cross' | 'isolated';
  leverage: number;
  markTicks: number;
  lastTicks: number;
  indexTicks: number;
  /** Best first. */
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
  /** The price band; 0: none known. */
  maxBuyTicks: number;
  minSellTicks: number;
  /** What backs the order; null while unknown. */
  funds: bigint | null;
  held: HeldPosition | null;
  /** Of the position, what plain closing orders leave to be closed. */
  closableLots: number;
  /** Of the position, what its pending opening orders have left to fill. */
  pendingLots: number;
  /** The cross account without its isolated positions; null while unknown. */
  account: CrossCash | null;
  legs: readonly CrossLeg[];
}

export interface PerpetualDraft {
  lots: number;
  contracts: string;
  /** The order's price, or where the walk through the book ends; 0 unknown. */
  priceTicks: number;
  notional: bigint;
  /** Of an opening order; null while something is missing. */
  cost: OrderCost | null;
  /** Of a market order. */
  walk: MarketWalk | null;
  after: AfterOpen | null;
  /** Of a closing order: profit and fee. */
  close: { pnl: bigint; fee: bigint } | null;
  /** Profit of each leg that is set, both fees off. */
  exits: Record<LegName, ExitEstimate | null>;
}

export function positionCode(position: 'long' | 'short'): PositionSide {
  return position === 'long' ? PositionSide.long : PositionSide.short;
}

export function orderKindOf({ type, execution }: Pick<PerpetualFields, 'type' | 'execution'>): OrderKind {
  if (type === 'market') return OrderKind.market;
  if (type === 'trigger' || execution === 'gtc') return OrderKind.limit;
  return { post_only: OrderKind.postOnly, ioc: OrderKind.ioc, fok: OrderKind.fok }[execution];
}

/** The price that the order would be sent at; 0 for the market's. */
export function ownPriceTicks(fields: PerpetualFields, instrument: Instrument): number {
  const isMarket = fields.type === 'market' || (fields.type === 'trigger' && fields.triggerSends === 'market');
  return isMarket ? 0 : ticksOf(instrument, wireDecimal(fields.price));
}

export function draftOf(fields: PerpetualFields, context: PerpetualContext): PerpetualDraft {
  const { instrument, steps } = context;
  const contracts = contractsOfSize(fields, steps);
  const lots = lotsOf(instrument, contracts);
  const walk = fields.type === 'market' ? walkOf(fields, lots, context) : null;
  const priceTicks = priceOfDraft(fields, context, walk);
  const notional = walk ? walk.notional : notionalOf(instrument, priceTicks, lots);
  const draft: PerpetualDraft = {
    lots,
    contracts,
    priceTicks,
    notional,
    cost: null,
    walk,
    after: null,
    close: null,
    exits: { tp: null, sl: null },
  };
  const filledLots = walk ? walk.lots : lots;
  if (filledLots === 0 || priceTicks === 0 || context.markTicks === 0) return draft;
  if (fields.action === 'close') return { ...draft, close: closeOf(filledLots, notional, context, fields) };
  return {
    ...draft,
    cost: costOf(fields, context, filledLots, priceTicks),
    after: afterOf(fields, context, filledLots, notional),
    exits: fields.hasLegs
      ? {
          tp: exitOf(fields.legs.tp, fields, context, filledLots, notional),
          sl: exitOf(fields.legs.sl, fields, context, filledLots, notional),
        }
      : draft.exits,
  };
}

export type MaxReason = 'balance' | 'leverage' | 'orderType' | 'book' | 'position';

/** What keeps the largest size from being larger. @param most it, in contracts; "" and null: not known */
export function maxReason(most: string, fields: PerpetualFields, context: PerpetualContext): MaxReason | null {
  if (most === '') return null;
  if (fields.action === 'close') return 'position';
  const { instrument, leverage, held, pendingLots } = context;
  const lots = lotsOf(instrument, most);
  if (lots >= orderMaxLots(instrument, orderKindOf(fields))) return 'orderType';
  if (lots >= tierMaxLots(instrument, leverage) - (held?.lots ?? 0) - pendingLots) return 'leverage';
  const isMarket = fields.type === 'market';
  return isMarket && lots > 0 && lots >= walkOf(fields, Number.MAX_SAFE_INTEGER, context).lots ? 'book' : 'balance';
}

/**
 * The largest size of an opening order with a price of its own, in contracts. A worse price costs more than the best one of the other
 * side.
 * @param apiMax the API's answer, which assumes that best price
 */
export function maxAtPrice(apiMax: string, fields: PerpetualFields, context: PerpetualContext): string {
  const { instrument, funds, leverage, markTicks, bids, asks } = context;
  const priceTicks = ownPriceTicks(fields, instrument);
  if (apiMax === '' || funds === null || fields.action === 'close' || fields.type === 'market') return apiMax;
  if (priceTicks === 0 || markTicks === 0) return apiMax;
  const most = maxSize(instrument, orderKindOf(fields), {
    position: positionCode(fields.position),
    leverage,
    funds,
    markTicks,
    priceTicks,
    bestBidTicks: bids[0]?.ticks ?? 0,
    bestAskTicks: asks[0]?.ticks ?? 0,
    positionLots: 0,
    pendingLots: 0,
  });
  return most.lots < lotsOf(instrument, apiMax) ? contractsOf(instrument, most.lots) : apiMax;
}

function walkOf(fields: PerpetualFields, lots: number, context: PerpetualContext): MarketWalk {
  const isBuy = sideOf(fields) === 'buy';
  const boundTicks = (isBuy ? context.maxBuyTicks : context.minSellTicks) || null;
  const direction = isBuy ? PositionSide.long : PositionSide.short;
  return marketWalk(context.instrument, isBuy ? context.asks : context.bids, lots, { position: direction, boundTicks });
}

function priceOfDraft(fields: PerpetualFields, context: PerpetualContext, walk: MarketWalk | null): number {
  if (walk) return walk.deepestTicks;
  const own = ownPriceTicks(fields, context.instrument);
  return own || ticksOf(context.instrument, wireDecimal(fields.triggerPrice));
}

/** A trigger freezes nothing until it fires: its cost is what it will take then, with the mark at its price. */
function costOf(fields: PerpetualFields, context: PerpetualContext, lots: number, priceTicks: number): OrderCost {
  const position = positionCode(fields.position);
  const isTrigger = fields.type === 'trigger';
  const markTicks = isTrigger ? priceTicks : context.markTicks;
  const bestBid = isTrigger ? 0 : (context.bids[0]?.ticks ?? 0);
  const freeze =
    fields.type === 'market'
      ? marketFreeze(position, priceTicks, markTicks, bestBid)
      : limitFreeze(position, priceTicks, markTicks, bestBid);
  const rate = freezeRate(context.instrument, orderKindOf(fields));
  return orderCost(context.instrument, { ...freeze, position, leverage: context.leverage, lots, markTicks, rate });
}

function afterOf(fields: PerpetualFields, context: PerpetualContext, lots: number, notional: bigint): AfterOpen | null {
  const { instrument, markTicks, leverage, account } = context;
  const rate = freezeRate(instrument, orderKindOf(fields));
  const open = { position: positionCode(fields.position), lots, notional, leverage, rate };
  if (context.mode === 'isolated') return isolatedAfterOpen(instrument, context.held, open, markTicks);
  return account === null ? null : crossAfterOpen(instrument, account, context.legs, open, markTicks);
}

function exitOf(
  leg: LegDraft,
  fields: PerpetualFields,
  { instrument, leverage }: PerpetualContext,
  lots: number,
  cost: bigint,
): ExitEstimate | null {
  if (!isSet(leg)) return null;
  const price = wireDecimal(leg.price);
  const ticks = ticksOf(instrument, isZeroDecimal(price) ? wireDecimal(leg.trigger) : price);
  const rate = instrument.takerRate;
  return exitEstimate(
    instrument,
    { position: positionCode(fields.position), lots, cost, leverage, rate },
    { ticks, rate },
  );
}

/** Profit of closing at what the order would get, at most of what is held. */
function closeOf(
  lots: number,
  notional: bigint,
  context: PerpetualContext,
  fields: PerpetualFields,
): PerpetualDraft['close'] {
  const { instrument, held } = context;
  if (held === null || lots > held.lots) return null;
  const position = positionCode(fields.position);
  const mode = context.mode === 'isolated' ? MarginMode.isolated : MarginMode.cross;
  const rate = freezeRate(instrument, orderKindOf(fields));
  // The share of the cost that leaves does not depend on the price.
  const { costRemoved } = closeFill(instrument, { ...held, mode, position }, { lots, ticks: context.markTicks, rate });
  return { pnl: directionOf(position) * (notional - costRemoved), fee: feeOf(notional, rate) };
}
