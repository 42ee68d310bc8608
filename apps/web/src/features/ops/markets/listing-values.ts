/** What the wizard of a new market holds in its steps, and what is wrong with each. */
import { type OperatorMarket, tickerPattern } from '@pelican/shared/contracts/markets';
import type { TextsByField } from '../parts/use-value-form.ts';
import { marketDecimals, marketProblems, marketRates, textsOf, typedTexts } from './market-fields.ts';

export const listingSteps = ['coins', 'figures', 'rates', 'review'] as const;
export type ListingStep = (typeof listingSteps)[number];

/** Fields of each step; the last one shows them all. */
export const fieldsOfStep: Record<ListingStep, readonly string[]> = {
  coins: ['base', 'label', 'scale', 'quote', 'like'],
  figures: marketDecimals,
  rates: [...marketRates, 'tax', 'selfTrade', 'isNew'],
  review: [],
};

type Typed = Readonly<Record<string, string>>;

export const emptyListing: Typed = {
  base: '',
  label: '',
  scale: '8',
  quote: '',
  like: '',
  ...Object.fromEntries(marketDecimals.map((name) => [name, ''])),
  priceBandPpm: '5',
  makerFeePpm: '',
  takerFeePpm: '',
  serviceFeePpm: '',
  serviceFeeBuyPpm: '',
  gstPpm: '18',
  tdsPpm: '1',
  tax: 'none',
  selfTrade: 'cancelResting',
  isNew: 'true',
};

/** The values of a market that is listed, as the beginning of another one's. */
export function valuesLike(market: OperatorMarket): Typed {
  return { ...textsOf(market), isNew: 'true' };
}

interface Known {
  tickers: readonly string[];
  markets: readonly string[];
}

export const tickerOf = (text = '') => text.trim().toUpperCase();

/** @param say the text of a problem by its key */
export function problemsOfStep(
  step: ListingStep,
  typed: Typed,
  { tickers, markets }: Known,
  say: (problem: string) => string,
): TextsByField {
  if (step !== 'coins') {
    const all = marketProblems(typedTexts(typed), say);
    return Object.fromEntries(fieldsOfStep[step].flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
  }
  const base = tickerOf(typed.base);
  const quote = typed.quote ?? '';
  const problems: Record<string, string> = {};
  if (!tickerPattern.test(base)) problems.base = say('ticker');
  else if (base === quote) problems.base = say('sameCoin');
  else if (markets.includes(`${base}_${quote}`)) problems.base = say('listed');
  if (quote === '') problems.quote = say('choose');
  if (base !== '' && !tickers.includes(base)) {
    if ((typed.label ?? '').trim() === '') problems.label = say('name');
    if (!/^\d{1,2}$/.test(typed.scale ?? '') || Number(typed.scale) > 18) problems.scale = say('scale');
  }
  return problems;
}
