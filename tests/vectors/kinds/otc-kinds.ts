/** otc_quote_price, otc_order_amounts, otc_charges, otc_limits. */
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import {
  byAmount,
  byFiat,
  type OtcAccount,
  type OtcPayment,
  type OtcPrice,
  type OtcSide,
  openLegs,
  otcCharges,
  otcLimits,
  type PriceSource,
  quotationPrices,
  readOtcAmount,
  referencePrice,
  settleLegs,
  withheldRate,
  wrongAmountText,
} from '@pelican/shared/otc';
import { parse8, text8, textOf } from '../vector-instrument.ts';

/** Decimals of what a file gives in any fineness: market prices and amounts of crypto. */
const fine = 18;

function fiatOf(text: string): bigint {
  return parseBigUnits(text, 2);
}

/** Of a balance, what can be paid. */
function fiatWithin(text: string): bigint {
  return parseBigUnits(text, fine) / 10n ** BigInt(fine - 2);
}

function fiatText(value: bigint): string;
function fiatText(value: bigint | null): string | null;
function fiatText(value: bigint | null): string | null {
  return textOf(value, 2);
}

interface LegInput {
  bid: string | null;
  ask: string | null;
  last: string | null;
  lastAgeMs: string | null;
}

interface QuoteInput {
  sources: (
    | { kind: 'direct' | 'cross'; legs: (LegInput | null)[] }
    | { kind: 'feed'; px: string | null; ageMs: string }
  )[];
  buyCoeff: string;
  sellCoeff: string;
  priceStep: string;
  buyPriceMin: string | null;
  sellPriceMax: string | null;
  disableBuy: boolean;
  disableSell: boolean;
}

export function runQuotePrice(input: QuoteInput): object {
  const priceOf = (text: string | null) => (text === null ? null : parseBigUnits(text, fine));
  const guardOf = (text: string | null) => (text === null ? null : parse8(text));
  const sources = input.sources.map((source): PriceSource => {
    if (source.kind === 'feed')
      return { kind: 'feed', price: priceOf(source.px), ageMs: Number(source.ageMs), decimals: fine };
    const legs = source.legs.map((leg) =>
      leg === null
        ? null
        : {
            bid: priceOf(leg.bid),
            ask: priceOf(leg.ask),
            last: priceOf(leg.last),
            lastAgeMs: Number(leg.lastAgeMs ?? 0),
          },
    );
    return { kind: 'market', legs, decimals: fine };
  });
  const reference = referencePrice(sources);
  const { buy, sell } = quotationPrices(
    {
      buyCoefficient: parse8(input.buyCoeff),
      sellCoefficient: parse8(input.sellCoeff),
      priceStep: parse8(input.priceStep),
      buyPriceMin: guardOf(input.buyPriceMin),
      sellPriceMax: guardOf(input.sellPriceMax),
      isBuyDisabled: input.disableBuy,
      isSellDisabled: input.disableSell,
      isBuySoldOut: false,
      isSellSoldOut: false,
    },
    reference,
  );
  return {
    sources: reference.sources8.map((value) => text8(value)),
    reference: text8(reference.reference8),
    buyPrice: text8(buy.price8),
    sellPrice: text8(sell.price8),
    buyReason: buy.reason,
    sellReason: sell.reason,
  };
}

function priceOf(side: OtcSide, price: string, amountStep: string): OtcPrice {
  return { side, price8: parse8(price), coin: 10n ** BigInt(fine), amountStep: parseBigUnits(amountStep, fine) };
}

interface AmountsInput {
  side: OtcSide;
  crypto: string;
  fiat: string;
  price: string;
  amountStep: string;
  amount: string | null;
  fiatAmount: string | null;
  feeRate: string;
  gstRate: string;
  /** Of the user's sale. */
  tdsRate: string;
}

export function runOrderAmounts(input: AmountsInput): object {
  const price = priceOf(input.side, input.price, input.amountStep);
  const rates = {
    fee: parse8(input.feeRate),
    gst: parse8(input.gstRate),
    tdsUser: parse8(input.tdsRate),
    tdsMaker: 0n,
  };
  const isFiat = input.fiatAmount !== null && input.fiatAmount !== undefined;
  const [field, ticker] = isFiat ? ['fiatAmount', input.fiat] : ['amount', input.crypto];
  const typed = readOtcAmount(isFiat ? input.fiatAmount : input.amount, isFiat ? 2 : fine, ticker ?? '');
  if (typeof typed === 'string') return { error: { field, message: typed } };
  const amounts = isFiat ? byFiat(price, rates, typed) : byAmount(price, rates, typed);
  if (!amounts) return { error: { field, message: wrongAmountText(ticker ?? '') } };
  const texts = {
    amount: formatBigUnits(amounts.amount, fine),
    total: fiatText(amounts.total),
    fee: fiatText(amounts.fee),
    gst: fiatText(amounts.gst),
  };
  return input.side === 'buy'
    ? { ...texts, pays: fiatText(amounts.userPays) }
    : { ...texts, tds: fiatText(amounts.tdsUser), receives: fiatText(amounts.userReceives) };
}

interface ChargesInput {
  side: OtcSide;
  payment: OtcPayment;
  total: string;
  tax: string;
  userWithheld: boolean;
  makerWithheld: boolean;
  feeRate: string;
  gstRate: string;
  tdsRate: string;
}

export function runCharges(input: ChargesInput): object {
  const { side, payment } = input;
  const charges = otcCharges(side, fiatOf(input.total), {
    fee: parse8(input.feeRate),
    gst: parse8(input.gstRate),
    tdsUser: withheldRate(input.tax, input.userWithheld, parse8(input.tdsRate)),
    tdsMaker: withheldRate(input.tax, input.makerWithheld, parse8(input.tdsRate)),
  });
  const deal = { side, payment, amount: 1n, charges };
  const opened = openLegs(deal);
  const whole = [...opened, ...settleLegs(deal)];
  const sumOf = (legs: typeof whole, account: OtcAccount) =>
    fiatText(legs.reduce((sum, leg) => sum + (leg.account === account && leg.asset === 'fiat' ? leg.amount : 0n), 0n));
  return {
    fee: fiatText(charges.fee),
    gst: fiatText(charges.gst),
    tdsUser: fiatText(charges.tdsUser),
    tdsMaker: fiatText(charges.tdsMaker),
    userPays: fiatText(charges.userPays),
    userReceives: fiatText(charges.userReceives),
    bankTransfer: payment === 'bank' ? fiatText(charges.userPays ?? charges.userReceives) : null,
    holds: { userFiat: sumOf(opened, 'userHold'), makerFiat: sumOf(opened, 'makerHold') },
    finished: {
      userMain: sumOf(whole, 'userMain'),
      makerDesk: sumOf(whole, 'makerDesk'),
      houseFee: sumOf(whole, 'houseFee'),
      houseGst: sumOf(whole, 'houseGst'),
      houseTds: sumOf(whole, 'houseTds'),
    },
  };
}

interface LimitsInput {
  side: OtcSide;
  payment: OtcPayment;
  price: string;
  amountStep: string;
  feeRate: string;
  gstRate: string;
  tdsUserRate: string;
  tdsMakerRate: string;
  min: string;
  max: string;
  remaining: string;
  makerCrypto: string;
  makerFiat: string;
  userCrypto: string;
  userFiat: string;
  orderCap: string;
  dayCap: string;
  used24h: string;
}

export function runLimits(input: LimitsInput): object {
  const rates = {
    fee: parse8(input.feeRate),
    gst: parse8(input.gstRate),
    tdsUser: parse8(input.tdsUserRate),
    tdsMaker: parse8(input.tdsMakerRate),
  };
  const limits = otcLimits(priceOf(input.side, input.price, input.amountStep), input.payment, rates, {
    min: fiatOf(input.min),
    max: fiatOf(input.max),
    remaining: parseBigUnits(input.remaining, fine),
    makerCrypto: parseBigUnits(input.makerCrypto, fine),
    makerFiat: fiatWithin(input.makerFiat),
    userCrypto: parseBigUnits(input.userCrypto, fine),
    userFiat: fiatWithin(input.userFiat),
    orderCap: fiatOf(input.orderCap),
    dayCap: fiatOf(input.dayCap),
    usedToday: fiatOf(input.used24h),
  });
  return {
    minAmount: formatBigUnits(limits.minAmount, fine),
    minTotal: fiatText(limits.minTotal),
    maxAmount: formatBigUnits(limits.maxAmount, fine),
    maxTotal: fiatText(limits.maxTotal),
    binding: limits.binding,
    available: limits.isAvailable,
  };
}
