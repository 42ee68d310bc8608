/** What the swap form describes now: both amounts, what it costs at worst, the order to be sent, and what is wrong with it. */
import type { PlaceMarketRequest } from '@pelican/shared/contracts/spot';
import { Decimal, isMultipleOf, plain, toDecimal, zero } from '../../../terminal/form/form-numbers.ts';
import { guardPrice, midPrice, type PriceGuard } from '../../../terminal/form/market-estimate.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import {
  estimateSwap,
  limitPriceOf,
  type SwapEstimate,
  type SwapField,
  type SwapTerms,
  swapAt,
} from './swap-estimate.ts';

/** The amount that was typed; the other one follows the book. */
export interface SwapWish {
  field: SwapField;
  amount: string;
}

export interface SwapLimits extends SwapTerms {
  pair: string;
  stock: string;
  money: string;
  maxAmount: string;
  minTotal: string;
  /** Of what is given, in the trade wallet; null while unknown. */
  available: string | null;
}

/** Key of the message, with its values; `isMissing`: nothing was typed. */
export interface SwapIssue {
  field: SwapField;
  key:
    | 'amountRequired'
    | 'tooSmall'
    | 'minAmount'
    | 'maxAmount'
    | 'amountStep'
    | 'minValue'
    | 'thin'
    | 'insufficient'
    | 'emptyBook';
  values: Record<string, string>;
  isMissing?: boolean;
}

/** What is sent, without its limit. */
export type SwapOrder = Pick<PlaceMarketRequest, 'pair' | 'direction' | 'amount' | 'amount_type'>;

/**
 * A swap as it was confirmed. In JSON, by which repetitions are known (api/submissions.ts), it is the wish alone: one that is
 * sent again is the same although the book, and with it the limit and the amount of a sale, have moved.
 */
export class SwapRequest {
  readonly order: SwapOrder;
  readonly limitPrice: string;
  readonly #wish: SwapWish;

  constructor(wish: SwapWish, order: SwapOrder, limitPrice: string) {
    this.#wish = wish;
    this.order = order;
    this.limitPrice = limitPrice;
  }

  toJSON() {
    const { pair, direction } = this.order;
    return { pair, direction, ...this.#wish };
  }
}

export interface SwapDraft {
  /** The texts of the two fields. */
  give: string;
  receive: string;
  estimate: SwapEstimate;
  /** At the price limit; null without an estimate. */
  worst: { limitPrice: Decimal; give: Decimal; receive: Decimal } | null;
  order: SwapOrder;
  issues: SwapIssue[];
  guard: PriceGuard;
  /** The worst price of the estimate. */
  guardedPrice: Decimal;
  mid: Decimal | null;
}

export interface SwapBook {
  bids: readonly { price: string; amount: string }[];
  asks: readonly { price: string; amount: string }[];
}

/** Places behind the point of an amount that is computed. */
const shownDecimals = 8;

function textOf(amount: Decimal): string {
  return amount.isZero() ? '' : plain(amount);
}

/** @param slippage how far beyond the estimate the price may go, as a fraction */
export function swapDraft(wish: SwapWish, book: SwapBook, slippage: Decimal, limits: SwapLimits): SwapDraft {
  const levels = limits.side === 'buy' ? book.asks : book.bids;
  const amount = toDecimal(wish.amount);
  const estimate = estimateSwap(wish.field, amount, levels, limits);
  const sent = sentAmount(wish, estimate, limits.side);
  const hasEstimate = !estimate.worstPrice.isZero();
  const limitPrice = hasEstimate ? limitPriceOf(estimate, slippage, limits) : zero;
  const worst = hasEstimate ? { limitPrice, ...swapAt(sent.field, sent.amount, limitPrice, limits) } : null;
  const mid = midPrice(book.bids, book.asks);
  return {
    give: wish.field === 'give' ? wish.amount : textOf(estimate.give.toDecimalPlaces(shownDecimals, Decimal.ROUND_UP)),
    receive:
      wish.field === 'receive'
        ? wish.amount
        : textOf(estimate.receive.toDecimalPlaces(shownDecimals, Decimal.ROUND_DOWN)),
    estimate,
    worst,
    order: {
      pair: limits.pair,
      direction: limits.side,
      amount: wireDecimal(plain(sent.amount)),
      amount_type: (sent.field === 'give') === (limits.side === 'sell') ? 'stock' : 'money',
    },
    issues: issuesOf(wish, amount, estimate, levels, limits),
    guard: guardPrice(estimate.worstPrice, mid),
    guardedPrice: estimate.worstPrice,
    mid,
  };
}

/** A sale is sent in stock: money that is wanted with the charges off is no amount that the engine knows. */
function sentAmount({ field, amount }: SwapWish, estimate: SwapEstimate, side: SwapTerms['side']) {
  if (side === 'sell') return { field: 'give' as const, amount: field === 'give' ? toDecimal(amount) : estimate.give };
  return { field, amount: toDecimal(amount) };
}

function issuesOf(
  { field }: SwapWish,
  amount: Decimal,
  estimate: SwapEstimate,
  levels: SwapBook['asks'],
  limits: SwapLimits,
): SwapIssue[] {
  const issue = (key: SwapIssue['key'], values: Record<string, string> = {}, at = field): SwapIssue[] => [
    { field: at, key, values },
  ];
  if (amount.isZero()) return [{ field, key: 'amountRequired', values: {}, isMissing: true }];
  const isStock = (field === 'give') === (limits.side === 'sell');
  if (isStock && !isMultipleOf(amount, limits.amountStep)) return issue('amountStep', { step: limits.amountStep });
  if (levels.length === 0) return issue('emptyBook');
  if (!estimate.complete) return issue('thin', heldOf(field, estimate, limits));
  const stock = limits.side === 'buy' ? estimate.receive : estimate.give;
  if (stock.isZero()) return issue('tooSmall');
  if (isStock || limits.side === 'sell') {
    if (stock.lt(limits.minAmount)) return issue('minAmount', { min: limits.minAmount, ticker: limits.stock });
    if (toDecimal(limits.maxAmount).gt(0) && stock.gt(limits.maxAmount))
      return issue('maxAmount', { max: limits.maxAmount, ticker: limits.stock });
  }
  // Of an amount of money the engine holds the whole against the minimum, of an amount in stock its value.
  const value = limits.side === 'buy' && field === 'give' ? amount : estimate.gross;
  if (value.lt(limits.minTotal)) return issue('minValue', { min: limits.minTotal, ticker: limits.money });
  const needed = field === 'give' ? amount : estimate.give;
  return limits.available !== null && needed.gt(limits.available) ? issue('insufficient', {}, 'give') : [];
}

/** How much of the field's own coin the book has. */
function heldOf(field: SwapField, estimate: SwapEstimate, { side, stock, money }: SwapLimits) {
  const isStock = (field === 'give') === (side === 'sell');
  return {
    held: plain(estimate[field].toDecimalPlaces(shownDecimals, Decimal.ROUND_DOWN)),
    ticker: isStock ? stock : money,
  };
}
