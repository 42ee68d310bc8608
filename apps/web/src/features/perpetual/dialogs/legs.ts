/** Take-profit and stop-loss as a form has them, and as the calls take them. */
import type { AmendAlgoRequest, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';

export type LegName = 'tp' | 'sl';
export type Source = 'last' | 'mark' | 'index';

export interface LegDraft {
  /** "": no such leg. */
  trigger: string;
  /** "": at market. */
  price: string;
  source: Source;
}
export type LegsDraft = Record<LegName, LegDraft>;

/** A stop looks at the mark, which liquidates; a take-profit at the last price, which is paid. */
const defaultSource: Record<LegName, Source> = { tp: 'last', sl: 'mark' };
const marketPrice = '-1';

function draftOf(leg: LegName, order: PerpetualOrder | undefined): LegDraft {
  const price = order?.[`${leg}_order_price`] ?? '';
  return {
    trigger: order?.[`${leg}_trigger_price`] ?? '',
    price: price === marketPrice ? '' : price,
    source: ((order?.[`${leg}_trigger_px_type`] ?? '') || defaultSource[leg]) as Source,
  };
}

/** The legs of an order or algo; without one an empty form. */
export function legsOf(order: PerpetualOrder | undefined): LegsDraft {
  return { tp: draftOf('tp', order), sl: draftOf('sl', order) };
}

export function isSet(leg: LegDraft): boolean {
  return !isZeroDecimal(wireDecimal(leg.trigger));
}

type LegFields = Pick<
  AmendAlgoRequest,
  | 'tp_trigger_price'
  | 'tp_order_price'
  | 'tp_trigger_px_type'
  | 'sl_trigger_price'
  | 'sl_order_price'
  | 'sl_trigger_px_type'
>;

function fieldsOf(name: LegName, leg: LegDraft): LegFields {
  return {
    [`${name}_trigger_price`]: wireDecimal(leg.trigger),
    [`${name}_order_price`]: isZeroDecimal(wireDecimal(leg.price)) ? marketPrice : wireDecimal(leg.price),
    [`${name}_trigger_px_type`]: leg.source,
  };
}

/** For a new order: the legs that are set. */
export function newLegs(legs: LegsDraft): LegFields {
  return { ...(isSet(legs.tp) ? fieldsOf('tp', legs.tp) : {}), ...(isSet(legs.sl) ? fieldsOf('sl', legs.sl) : {}) };
}

/** For an amendment: what changed; "0" takes a leg away. */
export function amendedLegs(before: LegsDraft, after: LegsDraft): LegFields {
  const changed = (name: LegName): LegFields => {
    if (!isSet(after[name])) return isSet(before[name]) ? { [`${name}_trigger_price`]: '0' } : {};
    return JSON.stringify(before[name]) === JSON.stringify(after[name]) ? {} : fieldsOf(name, after[name]);
  };
  return { ...changed('tp'), ...changed('sl') };
}
