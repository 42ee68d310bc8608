import { Decimal, plain } from '../form/form-numbers.ts';
import type { OwnLevel } from '../terminal-market.ts';

const coarsest = 100;
const choices = 5;

export interface BookGroup {
  /** What the socket is asked for; "0" is the raw book. */
  merge: string;
  label: string;
}

/** The widths of price groups that make sense in a market: its step, then powers of ten above it. */
export function bookGroups(priceStep: string): BookGroup[] {
  const groups: BookGroup[] = [{ merge: '0', label: priceStep }];
  const step = new Decimal(priceStep);
  let width = new Decimal(10).pow(step.log(10).floor().plus(1));
  while (width.lte(coarsest) && groups.length < choices) {
    groups.push({ merge: plain(width), label: plain(width) });
    width = width.times(10);
  }
  return groups;
}

/** The prices of the levels that hold the user's own orders: bids go down to the group, asks up. */
export function ownPrices(levels: readonly OwnLevel[], side: OwnLevel['side'], merge: string): Set<number> {
  const prices = new Set<number>();
  for (const level of levels) {
    if (level.side !== side) continue;
    const price = new Decimal(level.price);
    if (merge === '0') {
      prices.add(price.toNumber());
    } else {
      const groups = price.div(merge);
      prices.add((side === 'buy' ? groups.floor() : groups.ceil()).times(merge).toNumber());
    }
  }
  return prices;
}
