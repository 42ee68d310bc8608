/** The form that takes a part of an offer: its fields, what is wrong with them, and what the loan would be. */
import { bid as bidSchema, type CurrencyList, type OfferView } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loanCurrenciesQuery } from '../../../api/loans.ts';
import { type Markets, marketsQuery } from '../../../api/markets.ts';
import { useSession } from '../../../api/session.ts';
import { balancesQuery } from '../../../api/wallet.ts';
import { validateWith } from '../../../identity/validate.ts';
import { compareDecimals } from '../../../ui/decimal-compare.ts';
import { faultsOf, outside } from '../form-rules.ts';
import { type CreditFigures, type CreditTerms, creditFigures } from './credit-figures.ts';

export const creditFields = [
  'currency',
  'amount',
  'days',
  'pay_percent',
  'volatility_percent',
  'amount_crypto',
] as const;
export type CreditField = (typeof creditFields)[number];
export type CreditValues = Record<CreditField, string>;

const defaultCushion = '1';
const coinDecimalsMax = 8;

/** What of an offer the form depends on. */
export type CreditOffer = Pick<
  OfferView,
  | 'fiat_currency'
  | 'currency'
  | 'lvt'
  | 'oks_percent'
  | 'amount_from'
  | 'amount_max'
  | 'days_from'
  | 'days_to'
  | 'percent_from'
  | 'percent_to'
  | 'auto_approve'
  | 'auto_percent'
> &
  Partial<Pick<OfferView, 'version'>>;

type Pair = CurrencyList['crypto'][number]['pairs'][number];

/** Coins of the offer that can be pledged now. */
function pairsOf(offer: CreditOffer, currencies: CurrencyList | undefined): Map<string, Pair> {
  const accepted = offer.currency.split(',');
  const found = (currencies?.crypto ?? []).flatMap(({ ticker, pairs }) => {
    const pair = pairs.find(({ fiat_currency }) => fiat_currency === offer.fiat_currency);
    return pair && accepted.includes(ticker) ? [[ticker, pair] as const] : [];
  });
  return new Map(found);
}

interface Known {
  offer: CreditOffer;
  currencies: CurrencyList | undefined;
  markets: Markets | undefined;
  pair: Pair | undefined;
}

/** Undefined until everything is known that the figures depend on, and filled in without a fault. */
function termsOf(values: CreditValues, { offer, currencies, markets, pair }: Known): CreditTerms | undefined {
  const { currency, amount, days, pay_percent, volatility_percent, amount_crypto } = values;
  const money = currencies?.fiat.find(({ ticker }) => ticker === offer.fiat_currency);
  const units = {
    money: markets?.currencies[offer.fiat_currency]?.precision,
    crypto: markets?.currencies[currency]?.precision,
  };
  const market = markets?.byName.get(`${currency}_${offer.fiat_currency}`);
  if (!money || !pair?.price || !market || units.money === undefined || units.crypto === undefined) return undefined;
  const { ltv, warning, call, liquidation, price } = pair;
  return {
    units: { money: units.money, crypto: units.crypto },
    amount,
    percent: pay_percent,
    days: Number(days),
    feeRate: money.fee_rate,
    gstRate: money.gst_rate,
    ltv,
    warning,
    call,
    liquidation,
    // The offer's own demand counts for the coins of which it makes less lendable than the coin's setting.
    pledgePercent: offer.lvt[currency] === ltv ? null : offer.oks_percent,
    cushion: volatility_percent || defaultCushion,
    agreed: amount_crypto === '' ? null : amount_crypto,
    price,
    priceStep: market.price_step,
  };
}

/** What is wrong before the pledge is looked at. */
function formFaults(t: TFunction<'loans'>, values: CreditValues, offer: CreditOffer): Record<string, string> {
  const { amount_from, amount_max, days_from, days_to, percent_from, percent_to } = offer;
  return {
    ...faultsOf({
      // What is free may be less than the offer's largest loan.
      amount: outside(t, values.amount, amount_from, amount_max),
      days: outside(t, values.days, String(days_from), String(days_to)),
      pay_percent: outside(t, values.pay_percent, percent_from, percent_to),
    }),
    ...validateWith(bidSchema)(sentOf(values)),
  };
}

/** What is empty and not needed is not sent. */
function sentOf({ volatility_percent, amount_crypto, ...values }: CreditValues) {
  return {
    ...values,
    ...(volatility_percent === '' ? {} : { volatility_percent }),
    ...(amount_crypto === '' ? {} : { amount_crypto }),
  };
}

function pledgeFault(
  t: TFunction<'loans'>,
  { refusal, leastPledge, pledge, proposedPledge }: CreditFigures,
  { currency, available }: { currency: string; available: string | undefined },
): string | undefined {
  if (refusal === 'pledge_too_small') return t('take.tooSmall', { least: leastPledge, ticker: currency });
  if (refusal === 'pledge_too_large') return t('take.tooLarge');
  const held = pledge ?? proposedPledge;
  const isShort = available !== undefined && compareDecimals(held, available) > 0;
  return isShort ? t('take.notEnough', { needed: held, available, ticker: currency }) : undefined;
}

/** @param initial of the fields, where they are not the offer's own */
export function useCreditForm(offer: CreditOffer, initial: Partial<CreditValues> = {}) {
  const { t } = useTranslation('loans');
  const { data: currencies } = useQuery(loanCurrenciesQuery);
  const { data: markets } = useQuery(marketsQuery);
  const { isSignedIn } = useSession();
  const { data: balances } = useQuery({ ...balancesQuery, enabled: isSignedIn });
  const pairs = pairsOf(offer, currencies);
  const priced = [...pairs].find(([, { price }]) => price !== null)?.[0];
  const [typed, setTyped] = useState<Partial<CreditValues>>({});
  const values: CreditValues = {
    currency: priced ?? pairs.keys().next().value ?? '',
    amount: '',
    days: String(offer.days_to),
    // The least that a loan begins with at once.
    pay_percent: offer.auto_approve ? offer.auto_percent : offer.percent_to,
    volatility_percent: defaultCushion,
    amount_crypto: '',
    ...initial,
    ...typed,
  };
  const pair = pairs.get(values.currency);
  const faults = formFaults(t, values, offer);
  const isFilled = Object.keys(faults).length === 0;
  const terms = isFilled ? termsOf(values, { offer, currencies, markets, pair }) : undefined;
  const figures = terms && creditFigures(terms);
  const available = balances?.byTicker.get(values.currency)?.main_available;
  const ofPledge = figures && pledgeFault(t, figures, { currency: values.currency, available });
  return {
    values,
    coins: [...pairs.keys()],
    coinDecimals: markets?.currencies[values.currency]?.precision ?? coinDecimalsMax,
    available,
    change: (changed: Partial<CreditValues>) => setTyped({ ...typed, ...changed }),
    faults: { ...faults, ...faultsOf({ amount_crypto: ofPledge }) },
    figures,
    /** Whether the price of the chosen coin is too old to begin by. */
    isStale: pair !== undefined && pair.price === null,
    /** The bid with the coins and the version that are shown, so that no others are held and no other terms agreed to. */
    request: () =>
      bidSchema.parse({
        ...sentOf(values),
        version: offer.version,
        amount_crypto: figures?.pledge ?? figures?.proposedPledge,
      }),
  };
}

export type CreditForm = ReturnType<typeof useCreditForm>;
