import { Decimal, zero } from './form-numbers.ts';

interface Level {
  readonly price: string;
  readonly amount: string;
}

export interface MarketEstimate {
  /** In stock. */
  amount: Decimal;
  /** price x amount over the levels taken. */
  gross: Decimal;
  averagePrice: Decimal;
  /** Price of the last level taken. */
  worstPrice: Decimal;
  /** False when the visible book does not hold enough. */
  complete: boolean;
}

/**
 * What a market order would take from the levels of the other side, best first. Give either `amount` in stock or
 * `money` to be spent on value (without fee).
 */
export function estimateMarketOrder(
  levels: readonly Level[],
  target: { amount: Decimal } | { money: Decimal },
): MarketEstimate {
  let amount = zero;
  let gross = zero;
  let worstPrice = zero;
  let complete = false;
  for (const level of levels) {
    const price = new Decimal(level.price);
    const left = 'amount' in target ? target.amount.minus(amount) : target.money.minus(gross).div(price);
    complete = left.lte(level.amount);
    const taken = complete ? left : new Decimal(level.amount);
    if (taken.lte(0)) break;
    amount = amount.plus(taken);
    gross = gross.plus(taken.times(price));
    worstPrice = price;
    if (complete) break;
  }
  return { amount, gross, averagePrice: amount.isZero() ? zero : gross.div(amount), worstPrice, complete };
}

/** Half-way between best bid and best ask; null when a side is empty. */
export function midPrice(bids: readonly Level[], asks: readonly Level[]): Decimal | null {
  const bid = bids[0];
  const ask = asks[0];
  return bid && ask ? new Decimal(bid.price).plus(ask.price).div(2) : null;
}

export type PriceGuard = 'ok' | 'warn' | 'type';

const warnShare = '0.05';
const typeShare = '0.2';

/** Fat-finger guard: 5 % away from the middle warns, 20 % asks to type the price. */
export function guardPrice(price: Decimal, mid: Decimal | null): PriceGuard {
  if (mid === null || mid.isZero() || price.isZero()) return 'ok';
  const distance = price.div(mid).minus(1).abs();
  if (distance.gte(typeShare)) return 'type';
  return distance.gte(warnShare) ? 'warn' : 'ok';
}

/** Whether to ask before sending: the setting, or the guard whatever the setting says. */
export function needsConfirmation(confirmOrders: boolean, guard: PriceGuard): boolean {
  return confirmOrders || guard !== 'ok';
}
