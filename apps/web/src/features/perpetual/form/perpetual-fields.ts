/** The fields of the perpetual order form, and the effect of each edit. No React, no network. */

import { cutToStep, Decimal, plain, toDecimal } from '../../../terminal/form/form-numbers.ts';
import { cleanDecimal } from '../../../ui/clean-decimal.ts';
import { decimalsOfStep } from '../../../ui/format.ts';
import { type LegDraft, type LegName, type LegsDraft, legsOf, type Source } from '../dialogs/legs.ts';

export type PositionSide = 'long' | 'short';
export type Action = 'open' | 'close';
export type OrderType = 'limit' | 'market' | 'trigger';
/** How a limit order may trade. */
export type Execution = 'gtc' | 'post_only' | 'ioc' | 'fok';
export type SizeUnit = 'contracts' | 'coins';

export interface PerpetualFields {
  action: Action;
  position: PositionSide;
  type: OrderType;
  price: string;
  /** Until then the price follows the market. */
  isPriceTouched: boolean;
  execution: Execution;
  unit: SizeUnit;
  /** In the unit. */
  size: string;
  /** 0 to 100 while the size comes from the slider, else null. */
  percent: number | null;
  triggerPrice: string;
  triggerBy: Source;
  /** What a fired trigger sends. */
  triggerSends: 'limit' | 'market';
  hasLegs: boolean;
  legs: LegsDraft;
}

/** The steps of the market, as the wire has them. */
export interface SizeSteps {
  tickSz: string;
  lotSz: string;
  /** Coins per contract. */
  ctVal: string;
}

export const emptyPerpetualFields: PerpetualFields = {
  action: 'open',
  position: 'long',
  type: 'limit',
  price: '',
  isPriceTouched: false,
  execution: 'gtc',
  unit: 'contracts',
  size: '',
  percent: null,
  triggerPrice: '',
  triggerBy: 'last',
  triggerSends: 'market',
  hasLegs: false,
  legs: legsOf(undefined),
};

export type PerpetualEdit =
  | { kind: 'action'; action: Action }
  | { kind: 'position'; position: PositionSide }
  | { kind: 'type'; type: OrderType }
  | { kind: 'price'; typed: string }
  | { kind: 'follow'; last: string }
  /** Of the book. `coins`: the size up to this level; null leaves the size. */
  | { kind: 'pick'; price: string; coins: string | null }
  | { kind: 'execution'; execution: Execution }
  | { kind: 'unit'; unit: SizeUnit }
  | { kind: 'size'; typed: string }
  /** @see maxContracts of the context: what 100 % is */
  | { kind: 'percent'; percent: number; maxContracts: string }
  | { kind: 'triggerPrice'; typed: string }
  | { kind: 'triggerBy'; source: Source }
  | { kind: 'triggerSends'; sends: PerpetualFields['triggerSends'] }
  | { kind: 'hasLegs'; hasLegs: boolean }
  | { kind: 'leg'; name: LegName; leg: LegDraft }
  /** The order is sent: its figures go, the arrangement of the form stays. */
  | { kind: 'sent' };

/** Step of the size field in its unit. */
export function sizeStep(unit: SizeUnit, { lotSz, ctVal }: SizeSteps): string {
  return unit === 'contracts' ? lotSz : plain(new Decimal(lotSz).times(ctVal));
}

/** A size of one unit in the other; "" stays "". */
export function convertSize(size: string, from: SizeUnit, to: SizeUnit, { ctVal }: SizeSteps): string {
  if (size === '' || from === to) return size;
  const value = toDecimal(size);
  return plain(from === 'contracts' ? value.times(ctVal) : value.div(ctVal));
}

/** The size in contracts, cut to whole lots. */
export function contractsOfSize({ size, unit }: Pick<PerpetualFields, 'size' | 'unit'>, steps: SizeSteps): string {
  const contracts = toDecimal(convertSize(size, unit, 'contracts', steps));
  return plain(cutToStep(contracts, steps.lotSz));
}

function sizeOfContracts(contracts: Decimal, unit: SizeUnit, steps: SizeSteps): string {
  const whole = cutToStep(contracts, steps.lotSz);
  return whole.isZero() ? '' : convertSize(plain(whole), 'contracts', unit, steps);
}

/** A share of the largest size, cut to whole lots. */
function sizeOfPercent(percent: number, maxContracts: string, unit: SizeUnit, steps: SizeSteps): string {
  return sizeOfContracts(new Decimal(maxContracts || '0').times(percent).div(100), unit, steps);
}

/** The form after an edit; the same object when nothing changes. */
export function edited(fields: PerpetualFields, edit: PerpetualEdit, steps: SizeSteps): PerpetualFields {
  switch (edit.kind) {
    case 'action':
      // A close has no take-profit of its own, and a share of one side means nothing on the other.
      return { ...fields, action: edit.action, percent: null, size: '', hasLegs: false };
    case 'position':
      return { ...fields, position: edit.position, percent: null };
    case 'type':
      return { ...fields, type: edit.type, percent: null };
    case 'price':
      return { ...fields, price: cleanDecimal(edit.typed, decimalsOfStep(steps.tickSz)), isPriceTouched: true };
    case 'follow':
      if (fields.isPriceTouched || !(Number(edit.last) > 0) || fields.price === edit.last) return fields;
      return { ...fields, price: edit.last };
    case 'pick':
      return picked(fields, edit.price, edit.coins, steps);
    case 'execution':
      return { ...fields, execution: edit.execution };
    case 'unit':
      return { ...fields, unit: edit.unit, size: convertSize(fields.size, fields.unit, edit.unit, steps) };
    case 'size':
      return {
        ...fields,
        size: cleanDecimal(edit.typed, decimalsOfStep(sizeStep(fields.unit, steps))),
        percent: null,
      };
    case 'percent':
      return {
        ...fields,
        percent: edit.percent,
        size: sizeOfPercent(edit.percent, edit.maxContracts, fields.unit, steps),
      };
    case 'triggerPrice':
      return { ...fields, triggerPrice: cleanDecimal(edit.typed, decimalsOfStep(steps.tickSz)) };
    case 'triggerBy':
      return { ...fields, triggerBy: edit.source };
    case 'triggerSends':
      return { ...fields, triggerSends: edit.sends };
    case 'hasLegs':
      return { ...fields, hasLegs: edit.hasLegs };
    case 'leg':
      return { ...fields, legs: { ...fields.legs, [edit.name]: edit.leg } };
    case 'sent':
      return { ...fields, size: '', percent: null, triggerPrice: '', hasLegs: false, legs: legsOf(undefined) };
  }
}

/** Whether two states of the form are the same order; an untouched price follows the market. */
export function isSameOrder(a: PerpetualFields, b: PerpetualFields): boolean {
  const isFollowing = !a.isPriceTouched && !b.isPriceTouched;
  return (Object.keys(a) as (keyof PerpetualFields)[]).every(
    (key) => a[key] === b[key] || (key === 'price' && isFollowing),
  );
}

/** A price of the book, cut to the tick; a market order becomes a limit order by it. */
function picked(fields: PerpetualFields, price: string, coins: string | null, steps: SizeSteps): PerpetualFields {
  const cut = plain(cutToStep(new Decimal(price), steps.tickSz));
  const priced = {
    ...fields,
    price: cut,
    isPriceTouched: true,
    type: fields.type === 'market' ? ('limit' as const) : fields.type,
  };
  if (coins === null) return priced;
  const contracts = new Decimal(coins).div(steps.ctVal);
  return { ...priced, size: sizeOfContracts(contracts, fields.unit, steps), percent: null };
}

/** The side of the order that does this. */
export function sideOf({ action, position }: Pick<PerpetualFields, 'action' | 'position'>): 'buy' | 'sell' {
  return (action === 'open') === (position === 'long') ? 'buy' : 'sell';
}

/** The form in another market: side, kind of order and unit stay. */
export function forAnotherMarket({ action, position, unit, type }: PerpetualFields): PerpetualFields {
  return { ...emptyPerpetualFields, action, position, unit, type };
}
