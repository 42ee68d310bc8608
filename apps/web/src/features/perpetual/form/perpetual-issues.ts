/** What the server would refuse in a perpetual order, and what a user should know before it is sent. */
import { PriceSource } from '@pelican/shared/engine/perpetual';
import {
  attachedLegsError,
  maxLeverageFor,
  orderMaxLots,
  type TriggerLegs,
  tierMaxLots,
} from '@pelican/shared/perpetual';
import { isMultipleOf, toDecimal } from '../../../terminal/form/form-numbers.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { contractsOf, priceOf, textOf, ticksOf } from '../account/sizes.ts';
import { isSet } from '../dialogs/legs.ts';
import {
  orderKindOf,
  ownPriceTicks,
  type PerpetualContext,
  type PerpetualDraft,
  positionCode,
} from './perpetual-draft.ts';
import { contractsOfSize, convertSize, type PerpetualFields, sideOf } from './perpetual-fields.ts';

export type PerpetualField = 'price' | 'triggerPrice' | 'size' | 'tp' | 'sl';

export interface PerpetualIssue {
  field: PerpetualField;
  /** Key of the message. */
  key: string;
  values: Record<string, string | number>;
}

export interface PerpetualWarning {
  /** The field that says it; without one it stands below the button. */
  field?: PerpetualField;
  key: string;
  values: Record<string, string | number>;
}

const missingKeys = new Set(['issue.priceRequired', 'issue.triggerRequired', 'issue.sizeRequired']);

function issue(field: PerpetualField, key: string, values: PerpetualIssue['values'] = {}): PerpetualIssue {
  return { field, key: `issue.${key}`, values };
}

/** Whether nothing was entered, which is no mistake before the button is pressed. */
export function isMissing({ key }: PerpetualIssue): boolean {
  return missingKeys.has(key);
}

/** Refusals that are known before sending, the first of each field. */
export function issuesOf(fields: PerpetualFields, draft: PerpetualDraft, context: PerpetualContext): PerpetualIssue[] {
  return [
    ...priceIssues(fields, context),
    ...triggerIssues(fields, context),
    ...sizeIssues(fields, draft, context).slice(0, 1),
    ...legIssues(fields, draft, context),
  ];
}

function priceIssues(fields: PerpetualFields, { steps }: PerpetualContext): PerpetualIssue[] {
  const isMarket = fields.type === 'market' || (fields.type === 'trigger' && fields.triggerSends === 'market');
  if (isMarket) return [];
  const price = toDecimal(fields.price);
  if (price.isZero()) return [issue('price', 'priceRequired')];
  return isMultipleOf(price, steps.tickSz) ? [] : [issue('price', 'step', { step: steps.tickSz })];
}

function triggerIssues(fields: PerpetualFields, context: PerpetualContext): PerpetualIssue[] {
  if (fields.type !== 'trigger') return [];
  const price = toDecimal(fields.triggerPrice);
  if (price.isZero()) return [issue('triggerPrice', 'triggerRequired')];
  if (!isMultipleOf(price, context.steps.tickSz))
    return [issue('triggerPrice', 'step', { step: context.steps.tickSz })];
  const reference = { last: context.lastTicks, mark: context.markTicks, index: context.indexTicks }[fields.triggerBy];
  const isThere = ticksOf(context.instrument, wireDecimal(fields.triggerPrice)) === reference;
  return isThere ? [issue('triggerPrice', 'triggerNow')] : [];
}

function sizeIssues(fields: PerpetualFields, draft: PerpetualDraft, context: PerpetualContext): PerpetualIssue[] {
  const { instrument, steps } = context;
  const typed = toDecimal(convertSize(fields.size, fields.unit, 'contracts', steps));
  if (typed.isZero()) return [issue('size', 'sizeRequired')];
  if (!typed.eq(contractsOfSize(fields, steps))) return [issue('size', 'lot', { step: steps.lotSz })];
  if (draft.lots < instrument.minLots)
    return [issue('size', 'min', { min: contractsOf(instrument, instrument.minLots) })];
  const most = orderMaxLots(instrument, orderKindOf(fields));
  if (draft.lots > most) return [issue('size', 'max', { max: contractsOf(instrument, most) })];
  if (fields.action === 'close') {
    const closable = fields.type === 'trigger' ? (context.held?.lots ?? 0) : context.closableLots;
    if (draft.lots <= closable) return [];
    return [
      closable === 0
        ? issue('size', 'nothingToClose')
        : issue('size', 'closable', { max: contractsOf(instrument, closable) }),
    ];
  }
  const whole = (context.held?.lots ?? 0) + context.pendingLots + draft.lots;
  if (whole > tierMaxLots(instrument, context.leverage)) {
    const leverage = maxLeverageFor(instrument, whole);
    return [leverage === 0 ? issue('size', 'positionLimit') : issue('size', 'tier', { leverage })];
  }
  const needs = fields.type !== 'trigger' && draft.cost !== null && context.funds !== null;
  return needs && draft.cost && context.funds !== null && draft.cost.cost > context.funds
    ? [issue('size', 'insufficient', { missing: textOf(draft.cost.cost - context.funds) })]
    : [];
}

function legIssues(fields: PerpetualFields, draft: PerpetualDraft, context: PerpetualContext): PerpetualIssue[] {
  if (!fields.hasLegs || fields.action === 'close') return [];
  const { instrument, steps } = context;
  const issues: PerpetualIssue[] = [];
  for (const name of ['tp', 'sl'] as const) {
    const leg = fields.legs[name];
    if (!isSet(leg)) continue;
    const prices = [leg.trigger, leg.price].map(toDecimal);
    if (prices.some((price) => !isMultipleOf(price, steps.tickSz)))
      issues.push(issue(name, 'step', { step: steps.tickSz }));
  }
  if (issues.length > 0) return issues;
  const reference = fields.type === 'market' ? context.lastTicks : draft.priceTicks;
  if (reference === 0) return [];
  const legs: TriggerLegs = {
    tpTriggerTicks: ticksOf(instrument, wireDecimal(fields.legs.tp.trigger)),
    tpOrderTicks: 0,
    tpTriggerBy: PriceSource.last,
    slTriggerTicks: ticksOf(instrument, wireDecimal(fields.legs.sl.trigger)),
    slOrderTicks: 0,
    slTriggerBy: PriceSource.mark,
  };
  const wrong = attachedLegsError(positionCode(fields.position), legs, reference);
  if (wrong === null) return [];
  const isAbove = (wrong === 'tp') === (fields.position === 'long');
  return [issue(wrong, isAbove ? 'legAbove' : 'legBelow', { price: priceOf(instrument, reference) })];
}

/** Warnings: allowed, but possibly a mistake. */
export function warningsOf(
  fields: PerpetualFields,
  draft: PerpetualDraft,
  context: PerpetualContext,
): PerpetualWarning[] {
  return [
    ...bandWarning(fields, context),
    ...bookWarning(fields, draft, context),
    ...stopWarning(fields, draft, context),
  ];
}

/** The server refuses a price outside the band; the form says so first, with the limit. */
function bandWarning(fields: PerpetualFields, context: PerpetualContext): PerpetualWarning[] {
  const ticks = ownPriceTicks(fields, context.instrument);
  if (ticks === 0) return [];
  const { instrument, maxBuyTicks, minSellTicks } = context;
  if (sideOf(fields) === 'buy' && maxBuyTicks > 0 && ticks > maxBuyTicks)
    return [{ key: 'warning.maxPrice', values: { limit: priceOf(instrument, maxBuyTicks) } }];
  if (sideOf(fields) === 'sell' && minSellTicks > 0 && ticks < minSellTicks)
    return [{ key: 'warning.minPrice', values: { limit: priceOf(instrument, minSellTicks) } }];
  return [];
}

function bookWarning(fields: PerpetualFields, draft: PerpetualDraft, context: PerpetualContext): PerpetualWarning[] {
  if (draft.walk && draft.lots > draft.walk.lots)
    return [{ key: 'warning.thinBook', values: { size: contractsOf(context.instrument, draft.walk.lots) } }];
  if (fields.type !== 'limit' || fields.execution !== 'post_only') return [];
  const ticks = ownPriceTicks(fields, context.instrument);
  const best = sideOf(fields) === 'buy' ? context.asks[0]?.ticks : context.bids[0]?.ticks;
  const isCrossing = best !== undefined && ticks > 0 && (sideOf(fields) === 'buy' ? ticks >= best : ticks <= best);
  return isCrossing ? [{ key: 'terminal:guard.wouldTake', values: {}, field: 'price' }] : [];
}

/** A stop beyond the liquidation price never comes to it. */
function stopWarning(fields: PerpetualFields, draft: PerpetualDraft, context: PerpetualContext): PerpetualWarning[] {
  const liquidation = draft.after?.liquidationTicks ?? null;
  if (!fields.hasLegs || fields.action === 'close' || liquidation === null || !isSet(fields.legs.sl)) return [];
  const stop = ticksOf(context.instrument, wireDecimal(fields.legs.sl.trigger));
  const isBeyond = fields.position === 'long' ? stop <= liquidation : stop >= liquidation;
  return isBeyond ? [{ key: 'warning.stopTooFar', values: { price: priceOf(context.instrument, liquidation) } }] : [];
}
