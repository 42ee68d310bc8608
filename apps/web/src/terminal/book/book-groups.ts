import type { BookLevel } from '../../live/index.ts';
import { Decimal, plain } from '../form/form-numbers.ts';
import type { OwnLevel } from '../terminal-market.ts';

type Side = OwnLevel['side'];

/** The book as it is. */
export const ungrouped = '0';
const choices = 5;
/** A group is at most a hundredth of the price wide. */
const narrowest = 2;

export interface BookGroup {
  /** Width of a group in money, or `ungrouped`. */
  merge: string;
  label: string;
}

/** The power of ten below a price; null without a price. Widths follow it, so that they change seldom. */
export function magnitudeOf(price: number | undefined): number | null {
  return price ? Math.floor(Math.log10(price)) : null;
}

/**
 * The widths of price groups that make sense in a market: its step, then the powers of ten above it that are multiples
 * of the step and at most 1 % of the price.
 * @param magnitude of the price; null while it is not known
 */
export function bookGroups(priceStep: string, magnitude: number | null): BookGroup[] {
  const groups: BookGroup[] = [{ merge: ungrouped, label: priceStep }];
  if (magnitude === null) return groups;
  const step = new Decimal(priceStep);
  const widest = new Decimal(10).pow(magnitude - narrowest);
  let width = new Decimal(10).pow(step.log(10).floor().plus(1));
  for (; width.lte(widest) && groups.length < choices; width = width.times(10)) {
    if (width.mod(step).isZero()) groups.push({ merge: plain(width), label: plain(width) });
  }
  return groups;
}

interface Grouping {
  merge: string;
  priceStep: string;
  /** Levels of a complete window; the last group of a full one may go on beyond it and is left out. */
  windowSize: number;
}

/** The group that a price belongs to, by number and by its price: bids go down to the group, asks up. */
function grouper(side: Side, { merge, priceStep }: Grouping) {
  const step = Number(priceStep);
  const stepsPerGroup = Math.round(Number(merge) / step);
  return {
    numberOf: (price: number): number => {
      // A price is a multiple of the step, so the quotient is a whole number but for the rounding of floats.
      const groups = Math.round(price / step) / stepsPerGroup;
      return side === 'buy' ? Math.floor(groups) : Math.ceil(groups);
    },
    priceOf: (number: number) => new Decimal(merge).times(number),
  };
}

/** A level of the ladder. */
export interface GroupedLevel extends BookLevel {
  /** Of a group: the sum of price x amount of its levels. */
  total?: string;
}

/** Levels, best first, gathered into groups with the sums of their amounts. */
export function groupLevels(levels: readonly BookLevel[], side: Side, grouping: Grouping): readonly GroupedLevel[] {
  if (grouping.merge === ungrouped) return levels;
  const { numberOf, priceOf } = grouper(side, grouping);
  const groups: { number: number; amount: Decimal; total: Decimal }[] = [];
  for (const level of levels) {
    const number = numberOf(level.priceNumber);
    const last = groups.at(-1);
    const amount = new Decimal(level.amount);
    const total = amount.times(level.price);
    if (last?.number !== number) {
      groups.push({ number, amount, total });
      continue;
    }
    last.amount = last.amount.plus(amount);
    last.total = last.total.plus(total);
  }
  if (levels.length >= grouping.windowSize && groups.length > 1) groups.pop();
  return groups.map(({ number, amount, total }) => {
    const price = priceOf(number);
    return {
      price: plain(price),
      amount: plain(amount),
      priceNumber: price.toNumber(),
      amountNumber: amount.toNumber(),
      total: plain(total),
    };
  });
}

/** The prices of the levels that hold the user's own orders. */
export function ownPrices(levels: readonly OwnLevel[], side: Side, grouping: Grouping): Set<number> {
  const own = levels.filter((level) => level.side === side).map(({ price }) => Number(price));
  if (grouping.merge === ungrouped) return new Set(own);
  const { numberOf, priceOf } = grouper(side, grouping);
  return new Set(own.map((price) => priceOf(numberOf(price)).toNumber()));
}
