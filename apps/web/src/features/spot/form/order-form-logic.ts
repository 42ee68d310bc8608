/** The order form without the screen: what each edit does to the other fields, and what is wrong with the result. */

import { type BookLevel, depthLimit } from '../../../live/index.ts';
import { cutToStep, Decimal, isMultipleOf, plain, toDecimal, zero } from '../../../terminal/form/form-numbers.ts';
import { cleanDecimal } from '../../../ui/clean-decimal.ts';
import { decimalsOfStep } from '../../../ui/format.ts';
import { amountForTotal, type FeeRates, largestAmount, receiptOf, type Side, walkAsks } from './receipt.ts';

export type OrderType = 'limit' | 'market';
/** What a market order's amount is given in. */
export type AmountBasis = 'money' | 'stock';
export type TimeInForce = 'gtc' | 'ioc' | 'fok';

/** What the form must know of the market and the user. */
export interface FormContext {
  side: Side;
  stock: string;
  money: string;
  priceStep: string;
  amountStep: string;
  minAmount: string;
  maxAmount: string;
  minTotal: string;
  moneyDecimals: number;
  rates: FeeRates;
  /** Free money for a buy, free stock for a sell; null while unknown. */
  available: string | null;
}

export interface FormFields {
  price: string;
  amount: string;
  /** Fee included: added for a buy, taken off for a sell. */
  total: string;
  /** 0 to 100 while the amount comes from the slider, else null. */
  percent: number | null;
  /** Until then the price follows the market. */
  priceChangedByUser: boolean;
}

export const emptyFields: FormFields = { price: '', amount: '', total: '', percent: null, priceChangedByUser: false };

const totalDecimals = 8;

function textOf(value: Decimal): string {
  return value.isZero() ? '' : plain(value);
}

/** The total of price and amount with the fee, to 8 decimals; empty when either is missing. */
export function totalText(price: string, amount: string, context: FormContext): string {
  const gross = toDecimal(price).times(toDecimal(amount));
  if (gross.isZero()) return '';
  return textOf(
    receiptOf(context.side, gross, context.rates, context.moneyDecimals).net.toDecimalPlaces(totalDecimals),
  );
}

/** The price was typed: the total follows, and so does an amount that was set as a share of the balance. */
export function editPrice(fields: FormFields, typed: string, context: FormContext): FormFields {
  const price = cleanDecimal(typed, decimalsOfStep(context.priceStep));
  return withPrice({ ...fields, priceChangedByUser: true }, price, context);
}

function withPrice(fields: FormFields, price: string, context: FormContext): FormFields {
  const next = { ...fields, price };
  if (fields.percent !== null) return editPercent(next, fields.percent, context);
  if (fields.amount === '' && fields.total !== '') return editTotal(next, fields.total, context);
  return { ...next, total: totalText(price, fields.amount, context) };
}

/** A price taken from the book or the market; cut to the step. */
export function takePrice(fields: FormFields, price: string, context: FormContext): FormFields {
  return withPrice(
    { ...fields, priceChangedByUser: true },
    plain(cutToStep(toDecimal(price), context.priceStep)),
    context,
  );
}

/** The market moved: an untouched form shows the new price. */
export function followMarket(fields: FormFields, lastPrice: string): FormFields {
  const untouched = !fields.priceChangedByUser && fields.amount === '' && fields.total === '';
  if (!untouched || fields.price === lastPrice || toDecimal(lastPrice).isZero()) return fields;
  return { ...fields, price: lastPrice };
}

/** The order is sent: its amount goes. A price that the user chose stays for the next order and does not follow the market. */
export function afterSending({ price, priceChangedByUser }: FormFields): FormFields {
  return { ...emptyFields, price, priceChangedByUser };
}

/** The amount was typed: the total follows. */
export function editAmount(fields: FormFields, typed: string, context: FormContext): FormFields {
  const amount = cleanDecimal(typed, decimalsOfStep(context.amountStep));
  return { ...fields, amount, percent: null, total: totalText(fields.price, amount, context) };
}

/** The total was typed: the amount whose total with all charges is at most this, cut to the step. */
export function editTotal(fields: FormFields, typed: string, context: FormContext): FormFields {
  const total = cleanDecimal(typed, totalDecimals);
  const amount = amountForTotal(context.side, toDecimal(total), toDecimal(fields.price), context.rates, context);
  return { ...fields, total, percent: null, amount: textOf(amount) };
}

/** The slider moved: a share of what the balance covers. */
export function editPercent(fields: FormFields, percent: number, context: FormContext): FormFields {
  const available = toDecimal(context.available ?? '');
  const largest = largestAmount(context.side, available, toDecimal(fields.price), context.rates, context);
  const amount = textOf(cutToStep(largest.times(percent).div(100), context.amountStep));
  return { ...fields, amount, percent, total: totalText(fields.price, amount, context) };
}

/** A market order takes, whatever the limit orders of the same user would pay. */
export function takerRates(rates: FeeRates): FeeRates {
  return { ...rates, fee: rates.takerFee };
}

/**
 * The share of the balance that a market order takes, in its own unit.
 * @param asks for a purchase in stock, whose cost is that of the levels it takes
 */
export function marketAmountForPercent(
  percent: number,
  basis: AmountBasis,
  context: FormContext,
  asks: readonly BookLevel[],
): string {
  const available = toDecimal(context.available ?? '')
    .times(percent)
    .div(100);
  if (basis === 'money') return textOf(available.toDecimalPlaces(context.moneyDecimals, Decimal.ROUND_DOWN));
  if (context.side === 'sell') return textOf(cutToStep(available, context.amountStep));
  return textOf(stockForMoney(available, context, asks));
}

/** The most stock that a market purchase may ask for: the engine refuses one whose cost is above what is available. */
function stockForMoney(budget: Decimal, context: FormContext, asks: readonly BookLevel[]): Decimal {
  const rates = takerRates(context.rates);
  const { amount, cost, complete } = walkAsks(asks, { budget, withRoom: true }, rates, context);
  const last = asks.at(-1);
  // Beyond the levels that are known lie dearer ones; beyond the end of the book nothing is bought and nothing paid.
  if (complete || last === undefined || asks.length >= depthLimit) return amount;
  return amount.plus(largestAmount('buy', budget.minus(cost), toDecimal(last.price), rates, context));
}

export type FormField = 'price' | 'amount' | 'total';

export interface FormIssue {
  field: FormField;
  /** Key of the message. */
  key: string;
  values: Record<string, string>;
  /** Nothing was entered. */
  isMissing?: boolean;
  /** How much more the wallet would have to hold of what the order spends. */
  missing?: string;
}

/** What the server would refuse in a limit order, in the order of the fields. */
export function limitIssues(fields: FormFields, context: FormContext): FormIssue[] {
  const price = toDecimal(fields.price);
  const amount = toDecimal(fields.amount);
  const issues: FormIssue[] = [];
  if (price.isZero()) issues.push({ field: 'price', key: 'form.priceRequired', values: {}, isMissing: true });
  else if (!isMultipleOf(price, context.priceStep))
    issues.push({ field: 'price', key: 'form.priceStep', values: { step: context.priceStep } });
  issues.push(...amountIssues(amount, context));
  if (issues.length > 0) return issues;
  const gross = price.times(amount);
  if (gross.lt(context.minTotal)) {
    issues.push({ field: 'total', key: 'form.minValue', values: { min: context.minTotal, ticker: context.money } });
  }
  const needed = context.side === 'buy' ? receiptOf('buy', gross, context.rates, context.moneyDecimals).net : amount;
  issues.push(...balanceIssues(needed, context, context.side === 'buy' ? 'total' : 'amount'));
  return issues;
}

/** What the server would refuse in a market order. @param asks for a purchase in stock */
export function marketIssues(
  typed: string,
  basis: AmountBasis,
  asks: readonly BookLevel[],
  context: FormContext,
): FormIssue[] {
  const value = toDecimal(typed);
  if (basis === 'stock') {
    const issues = amountIssues(value, context);
    if (issues.length > 0) return issues;
    const needed =
      context.side === 'buy' ? walkAsks(asks, { amount: value }, takerRates(context.rates), context).cost : value;
    return balanceIssues(needed, context, 'amount');
  }
  if (value.isZero()) return [{ field: 'amount', key: 'form.amountRequired', values: {}, isMissing: true }];
  if (value.lt(context.minTotal))
    return [{ field: 'amount', key: 'form.minValue', values: { min: context.minTotal, ticker: context.money } }];
  return context.side === 'buy' ? balanceIssues(value, context, 'amount') : [];
}

function amountIssues(amount: Decimal, context: FormContext): FormIssue[] {
  const { amountStep, minAmount, maxAmount, stock } = context;
  if (amount.isZero()) return [{ field: 'amount', key: 'form.amountRequired', values: {}, isMissing: true }];
  if (!isMultipleOf(amount, amountStep))
    return [{ field: 'amount', key: 'form.amountStep', values: { step: amountStep } }];
  if (amount.lt(minAmount))
    return [{ field: 'amount', key: 'form.minAmount', values: { min: minAmount, ticker: stock } }];
  if (toDecimal(maxAmount).gt(0) && amount.gt(maxAmount))
    return [{ field: 'amount', key: 'form.maxAmount', values: { max: maxAmount, ticker: stock } }];
  return [];
}

function balanceIssues(needed: Decimal, context: FormContext, field: FormField): FormIssue[] {
  if (context.available === null || needed.lte(context.available)) return [];
  const missing = plain(needed.minus(context.available));
  return [{ field, key: 'form.insufficient', values: {}, missing }];
}

/** The fee in the service token, estimated over prices in one common money; null when a price is missing. */
export function tokenFee(
  gross: Decimal,
  rate: string,
  moneyPrice: string | null,
  tokenPrice: string | null,
): Decimal | null {
  const perMoney = moneyPrice === null ? zero : toDecimal(moneyPrice);
  const perToken = tokenPrice === null ? zero : toDecimal(tokenPrice);
  if (perMoney.isZero() || perToken.isZero()) return null;
  return gross.times(rate).times(perMoney).div(perToken);
}
