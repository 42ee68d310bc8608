/** The form of an offer: its fields, what is wrong with them by the same schema and bounds as on the server, and what it asks for. */
import { type CurrencyList, newOrder, type OfferView, offerDaysMax } from '@pelican/shared/contracts/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loanCurrenciesQuery } from '../../../api/loans.ts';
import { balancesQuery } from '../../../api/wallet.ts';
import { validateWith } from '../../../identity/validate.ts';
import { compareDecimals } from '../../../ui/decimal-compare.ts';
import { above, faultsOf, isNumber, outside } from '../form-rules.ts';

/** In the order in which they stand on the page: the first with a fault gets the focus. */
export const offerFields = [
  'fiat_currency',
  'amount',
  'amount_from',
  'amount_to',
  'days_from',
  'days_to',
  'percent_from',
  'percent_to',
  'currency',
  'oks_percent',
  'auto_percent',
  'expires_days',
] as const;
export type OfferField = (typeof offerFields)[number];
export type OfferValues = Record<Exclude<OfferField, 'currency'>, string> & {
  currency: string[];
  auto_approve: boolean;
  relend: boolean;
};

export const emptyOffer: OfferValues = {
  fiat_currency: 'USDT',
  amount: '',
  amount_from: '',
  amount_to: '',
  days_from: '',
  days_to: '',
  percent_from: '',
  percent_to: '',
  currency: [],
  oks_percent: '',
  auto_percent: '',
  expires_days: '',
  auto_approve: false,
  relend: false,
};

/** An offer as its form was filled in. A pledge rate that is less strict than every coin's own looks like none on the wire, and an edit leaves it as it is. */
export function valuesOfOffer(offer: OfferView, currencies: CurrencyList): OfferValues {
  const tickers = offer.currency === '' ? [] : offer.currency.split(',');
  const isStricter = tickers.some((ticker) => {
    const pair = currencies.crypto
      .find((one) => one.ticker === ticker)
      ?.pairs.find(({ fiat_currency }) => fiat_currency === offer.fiat_currency);
    return pair !== undefined && pair.ltv !== offer.lvt[ticker];
  });
  return {
    fiat_currency: offer.fiat_currency,
    amount: offer.amount,
    amount_from: offer.amount_from,
    amount_to: offer.amount_to,
    days_from: String(offer.days_from),
    days_to: String(offer.days_to),
    percent_from: offer.percent_from,
    percent_to: offer.percent_to,
    currency: tickers,
    oks_percent: isStricter ? offer.oks_percent : '',
    auto_percent: offer.auto_percent,
    expires_days: '',
    auto_approve: offer.auto_approve,
    relend: offer.relend,
  };
}

/** What is filled in; an automatic rate only where it is used. */
export function orderOf({ auto_percent, oks_percent, expires_days, amount, ...values }: OfferValues) {
  return {
    ...values,
    ...(amount === '' ? {} : { amount }),
    ...(oks_percent === '' ? {} : { oks_percent }),
    ...(expires_days === '' ? {} : { expires_days }),
    ...(values.auto_approve && auto_percent !== '' ? { auto_percent } : {}),
  };
}

/** An edit says the amount only when it was changed: repayments may have made the offer smaller since it was read. */
export function askedOf(values: OfferValues, initial: OfferValues): OfferValues {
  return values.amount === initial.amount ? { ...values, amount: '' } : values;
}

const sumScale = 18;

function sumOf(one: string, other: string): string {
  return formatBigUnits(parseBigUnits(one, sumScale) + parseBigUnits(other, sumScale), sumScale);
}

interface Bounds {
  currencies: CurrencyList | undefined;
  /** What of the money can be given, the offer's own included; undefined until it is known. */
  available: string | undefined;
  /** Below this the amount cannot be set. */
  inUse: string;
}

function offerFaults(t: TFunction<'loans'>, values: OfferValues, { currencies, available, inUse }: Bounds) {
  const { amount, amount_from, amount_to, days_from, days_to, percent_from, percent_to } = values;
  const money = currencies?.fiat.find(({ ticker }) => ticker === values.fiat_currency);
  const limits = currencies?.limits;
  const name = (field: OfferField) => t(`offerField.${field}`);
  const bounded =
    money && limits
      ? {
          amount_from: outside(t, amount_from, money.amount_min, money.amount_max),
          amount_to: outside(t, amount_to, money.amount_min, money.amount_max),
          days_from: outside(t, days_from, String(money.days_min), String(money.days_max)),
          days_to: outside(t, days_to, String(money.days_min), String(money.days_max)),
          percent_from: outside(t, percent_from, money.percent_min, money.percent_max),
          percent_to: outside(t, percent_to, money.percent_min, money.percent_max),
          auto_percent: values.auto_approve
            ? outside(t, values.auto_percent, money.percent_min, money.percent_max)
            : undefined,
          oks_percent: outside(t, values.oks_percent, limits.oks_min, limits.oks_max),
          expires_days: outside(t, values.expires_days, '1', String(offerDaysMax)),
        }
      : {};
  // An edit without an amount keeps what the offer has by then.
  const whole = amount === '' && available !== undefined ? amount_to : amount;
  const isShort = available !== undefined && isNumber(whole) && compareDecimals(whole, available) > 0;
  const isInUse = isNumber(whole) && compareDecimals(whole, inUse) < 0;
  return {
    ...faultsOf({
      amount_from: above(t, amount_from, amount_to, name('amount_to')),
      amount_to: above(t, amount_to, amount, name('amount')),
      days_from: above(t, days_from, days_to, name('days_to')),
      percent_from: above(t, percent_from, percent_to, name('percent_to')),
      amount: isInUse
        ? t('offerForm.inUse', { used: inUse, ticker: values.fiat_currency })
        : isShort
          ? t('offerForm.notEnough', { available, ticker: values.fiat_currency })
          : undefined,
    }),
    ...faultsOf(bounded),
    ...validateWith(newOrder)(orderOf(values)),
  };
}

/** @param edited the offer that is changed, with how it was filled in */
export function useOfferForm(edited?: { offer: OfferView; values: OfferValues }) {
  const { t } = useTranslation('loans');
  const { data: currencies } = useQuery(loanCurrenciesQuery);
  const { data: balances } = useQuery(balancesQuery);
  const [values, setValues] = useState(edited?.values ?? emptyOffer);
  const wallet = balances?.byTicker.get(values.fiat_currency)?.main_available;
  const own = edited?.offer;
  const asked = edited ? askedOf(values, edited.values) : values;
  const faults = offerFaults(t, asked, {
    currencies,
    // An edit takes only what the offer does not hold already.
    available: own ? undefined : wallet,
    inUse: own ? sumOf(own.reserved ?? '0', own.lent ?? '0') : '0',
  });
  const coins = (currencies?.crypto ?? []).filter(({ pairs }) =>
    pairs.some(({ fiat_currency }) => fiat_currency === values.fiat_currency),
  );
  return {
    values,
    change: (changed: Partial<OfferValues>) => setValues({ ...values, ...changed }),
    reset: () => setValues(emptyOffer),
    faults,
    currencies,
    coins,
    wallet,
  };
}

export type OfferForm = ReturnType<typeof useOfferForm>;
