import { useMemo } from 'react';
import { type BookLevel, type BookSnapshot, useBookValue } from '../../../live/index.ts';
import { Decimal, plain, toDecimal } from '../../../terminal/form/form-numbers.ts';
import {
  estimateMarketOrder,
  guardPrice,
  type MarketEstimate,
  midPrice,
  type PriceGuard,
} from '../../../terminal/form/market-estimate.ts';
import { useSpotMarket } from '../market-context.ts';
import {
  type AmountBasis,
  type FormContext,
  type FormFields,
  type FormIssue,
  limitIssues,
  marketIssues,
  takerRates,
} from './order-form-logic.ts';
import { type Receipt, receiptOf, type Side, walkAsks } from './receipt.ts';
import type { MarketFields } from './spot-form-store.ts';

/** The order that the form describes now: the receipt, what is wrong, and how far it is off the market. */
export interface OrderDraft {
  receipt: Receipt;
  issues: FormIssue[];
  guard: PriceGuard;
  /** The price that the guard looked at: the typed one, or the worst one that a market order would take. */
  guardedPrice: Decimal;
  mid: Decimal | null;
  /** It is post-only and would be refused, since it meets the best order of the other side. */
  wouldTake: boolean;
  /** Market orders only. */
  estimate: MarketEstimate | null;
}

/** What a limit order is held against. */
export interface LimitSurroundings {
  mid: Decimal | null;
  /** The best price of the other side; null while there is none. */
  opposite: Decimal | null;
  postOnly: boolean;
}

export function limitDraft(
  fields: FormFields,
  context: FormContext,
  { mid, opposite, postOnly }: LimitSurroundings,
): OrderDraft {
  const price = toDecimal(fields.price);
  const gross = price.times(toDecimal(fields.amount));
  return {
    receipt: receiptOf(context.side, gross, context.rates, context.moneyDecimals),
    issues: limitIssues(fields, context),
    guard: guardPrice(price, mid),
    guardedPrice: price,
    mid,
    wouldTake: postOnly && isCrossing(context.side, price, opposite),
    estimate: null,
  };
}

function isCrossing(side: Side, price: Decimal, opposite: Decimal | null): boolean {
  if (opposite === null || price.isZero()) return false;
  return side === 'buy' ? price.gte(opposite) : price.lte(opposite);
}

export function marketDraft(
  fields: MarketFields,
  basis: AmountBasis,
  context: FormContext,
  book: Pick<BookSnapshot, 'bids' | 'asks' | 'ready'>,
): OrderDraft {
  const levels = context.side === 'buy' ? book.asks : book.bids;
  const value = toDecimal(fields.amount);
  const estimate = estimateOf(value, basis, context, levels);
  const issues = marketIssues(fields.amount, basis, levels, context);
  if (issues.length === 0 && book.ready && levels.length === 0)
    issues.push({ field: 'amount', key: 'form.emptyBook', values: {} });
  const mid = midPrice(book.bids, book.asks);
  return {
    receipt: receiptOf(context.side, estimate.gross, takerRates(context.rates), context.moneyDecimals),
    issues,
    guard: guardPrice(estimate.worstPrice, mid),
    guardedPrice: estimate.worstPrice,
    mid,
    wouldTake: false,
    estimate,
  };
}

/** A buyer's money includes the charges, so less than all of it goes into the value. */
function estimateOf(
  value: Decimal,
  basis: AmountBasis,
  context: FormContext,
  levels: readonly BookLevel[],
): MarketEstimate {
  if (basis === 'stock') return estimateMarketOrder(levels, { amount: value });
  if (context.side === 'sell') return estimateMarketOrder(levels, { money: value });
  const { amount, complete } = walkAsks(levels, { budget: value }, takerRates(context.rates), context);
  return { ...estimateMarketOrder(levels, { amount }), complete };
}

function useBookPrice(select: (book: Pick<BookSnapshot, 'bids' | 'asks'>) => Decimal | null): Decimal | null {
  const { name } = useSpotMarket();
  const text = useBookValue((book) => {
    const price = book.market === name ? select(book) : null;
    return price === null ? null : plain(price);
  });
  return useMemo(() => (text === null ? null : new Decimal(text)), [text]);
}

/** The middle of the book on screen; null while a side is empty. */
export function useMid(): Decimal | null {
  return useBookPrice(({ bids, asks }) => midPrice(bids, asks));
}

/** The best price that an order of this side could take; null while there is none. */
export function useOpposite(side: Side): Decimal | null {
  return useBookPrice(({ bids, asks }) => {
    const best = side === 'buy' ? asks[0] : bids[0];
    return best ? new Decimal(best.price) : null;
  });
}
