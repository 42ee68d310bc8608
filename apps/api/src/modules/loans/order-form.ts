/** What a lender has filled in, compared with what the currency allows. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type EditedOrder,
  type NewLoanRequest,
  type NewOrder,
  offerDaysMax,
  pledgePercentMax,
  pledgePercentMin,
} from '@pelican/shared/contracts/loans';
import type { OfferTerms } from '@pelican/shared/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { percentText, rateOfPercent } from './decimals.ts';
import type { OfferFacts, StoredOffer } from './offers.ts';
import { above, demandForm, outside } from './refusals.ts';
import type { MoneySettings, PledgeSettings } from './settings.ts';

/** The words of create-loan-request as those of create-order. */
export function orderOfRequest(request: NewLoanRequest): NewOrder {
  const { amount_min, amount_max, day_min, day_max, percent, ...rest } = request;
  return {
    ...rest,
    amount_from: amount_min,
    amount_to: amount_max,
    days_from: day_min,
    days_to: day_max,
    percent_from: percent,
    percent_to: percent,
  };
}

/** An offer as it would be filled in now, with what an edit changes, in whichever words. */
export function orderOfEdit({ terms, facts }: StoredOffer, edit: EditedOrder, tickers: string[]): NewOrder {
  const { version: _version, amount_min, amount_max, day_min, day_max, percent, ...named } = edit;
  const units = (amount: bigint) => formatBigUnits(amount, facts.money.scale);
  return {
    fiat_currency: facts.money.ticker,
    amount_from: named.amount_from ?? amount_min ?? units(terms.amountFrom),
    amount_to: named.amount_to ?? amount_max ?? units(terms.amountTo),
    amount: named.amount,
    days_from: named.days_from ?? day_min ?? facts.daysFrom,
    days_to: named.days_to ?? day_max ?? facts.daysTo,
    percent_from: named.percent_from ?? percent ?? percentText(facts.dayRateFrom),
    percent_to: named.percent_to ?? percent ?? percentText(facts.dayRateTo),
    currency: named.currency ?? tickers,
    oks_percent: named.oks_percent ?? (facts.pledgeRate === null ? undefined : percentText(facts.pledgeRate)),
    auto_approve: named.auto_approve ?? terms.autoApprove,
    auto_percent: named.auto_percent ?? percentText(terms.autoRate),
    relend: named.relend ?? terms.relend,
    expires_days: named.expires_days,
  };
}

export interface CheckedOrder {
  /** All of the offer; null when nothing was said. */
  amount: bigint | null;
  terms: OfferTerms;
  facts: Omit<OfferFacts, 'lenderId' | 'expiresAt'>;
  /** Null when nothing was said. */
  expiresDays: number | null;
}

/** @throws DomainError unknown_asset, currency_not_accepted */
export function openMoney(settings: readonly MoneySettings[], ticker: string): MoneySettings {
  const money = settings.find(({ asset }) => asset.ticker === ticker);
  if (!money) throw new DomainError('unknown_asset', { fields: { fiat_currency: ['Unknown currency'] } });
  if (!money.isOpen) throw new DomainError('currency_not_accepted');
  return money;
}

/**
 * @param keptIds pledges that the offer has already: one that was closed since may stay in it
 * @throws DomainError invalid_argument, unknown_asset, currency_not_accepted
 */
export function checkOrder(
  order: NewOrder,
  settings: readonly MoneySettings[],
  keptIds: readonly number[] = [],
): CheckedOrder {
  const money = openMoney(settings, order.fiat_currency);
  const { scale } = money.asset;
  const units = (amount: string) => parseBigUnits(amount, scale);
  const [amountFrom, amountTo] = [units(order.amount_from), units(order.amount_to)];
  const [rateFrom, rateTo] = [rateOfPercent(order.percent_from), rateOfPercent(order.percent_to)];
  const amount = order.amount === undefined ? null : units(order.amount);
  const autoRate = order.auto_percent === undefined ? rateTo : rateOfPercent(order.auto_percent);
  const pledgeRate = order.oks_percent === undefined ? null : rateOfPercent(order.oks_percent);
  const expiresDays = order.expires_days ?? null;
  const shown = (value: bigint) => formatBigUnits(value, scale);
  const inAmounts = (value: bigint) => outside(value, money.amountMin, money.amountMax, shown);
  const inDays = (days: number) => outside(days, money.daysMin, money.daysMax, String);
  const inRates = (rate: bigint) => outside(rate, money.dayRateMin, money.dayRateMax, percentText);
  const [pledgeMin, pledgeMax] = [rateOfPercent(`${pledgePercentMin}`), rateOfPercent(`${pledgePercentMax}`)];
  demandForm({
    amount_from: inAmounts(amountFrom) ?? above(amountFrom, amountTo, { field: 'amount_from', other: 'amount_to' }),
    amount_to:
      inAmounts(amountTo) ??
      (amount === null ? undefined : above(amountTo, amount, { field: 'amount_to', other: 'amount' })),
    days_from:
      inDays(order.days_from) ?? above(order.days_from, order.days_to, { field: 'days_from', other: 'days_to' }),
    days_to: inDays(order.days_to),
    percent_from: inRates(rateFrom) ?? above(rateFrom, rateTo, { field: 'percent_from', other: 'percent_to' }),
    percent_to: inRates(rateTo),
    auto_percent: inRates(autoRate),
    oks_percent: pledgeRate === null ? undefined : outside(pledgeRate, pledgeMin, pledgeMax, percentText),
    expires_days: expiresDays === null ? undefined : outside(expiresDays, 1, offerDaysMax, String),
  });
  const terms = {
    amountFrom,
    amountTo,
    autoApprove: order.auto_approve ?? false,
    autoRate,
    relend: order.relend ?? false,
  };
  const pledgeIds = acceptedPledges(order.currency, money, keptIds);
  const ranges = { daysFrom: order.days_from, daysTo: order.days_to, dayRateFrom: rateFrom, dayRateTo: rateTo };
  return { amount, terms, facts: { money: money.asset, ...ranges, pledgeIds, pledgeRate }, expiresDays };
}

/** @throws DomainError currency_not_accepted */
function acceptedPledges(tickers: readonly string[], { pledges }: MoneySettings, keptIds: readonly number[]): number[] {
  const isAccepted = ({ asset, isOpen }: PledgeSettings) => isOpen || keptIds.includes(asset.id);
  return tickers.map((ticker) => {
    const pledge = pledges.find((one) => one.asset.ticker === ticker && isAccepted(one));
    if (!pledge)
      throw new DomainError('currency_not_accepted', { fields: { currency: [`${ticker} is not accepted`] } });
    return pledge.asset.id;
  });
}
