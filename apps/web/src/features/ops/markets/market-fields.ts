/** What of a spot market operators change: as it is typed, and as it is sent. Rates are typed as percents. */
import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import { decimalPattern, stripZeros } from '@pelican/shared/money';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import type { TextsByField } from '../parts/use-value-form.ts';

export const marketDecimals = ['priceStep', 'amountStep', 'amountMin', 'amountMax', 'totalMin', 'priceMax'] as const;
export const marketRates = [
  'priceBandPpm',
  'makerFeePpm',
  'takerFeePpm',
  'serviceFeePpm',
  'serviceFeeBuyPpm',
  'gstPpm',
  'tdsPpm',
] as const;
export const marketSteps = ['priceStep', 'amountStep'] as const;
export const taxes = ['none', 'sell', 'both'] as const satisfies readonly OperatorMarket['tax'][];
export const selfTrades = [
  'cancelResting',
  'cancelTaker',
  'allow',
] as const satisfies readonly OperatorMarket['selfTrade'][];

const mayBeZero: readonly string[] = ['amountMin', 'totalMin'];
const ppmOfPercent = 10_000;

type Decimal = (typeof marketDecimals)[number];
type Rate = (typeof marketRates)[number];
/** As texts of the form. */
export type MarketTexts = Record<Decimal | Rate | 'tax' | 'selfTrade' | 'isNew', string>;
type MarketChange = Partial<Pick<OperatorMarket, Decimal | Rate | 'tax' | 'selfTrade' | 'isNew'>>;

export function textsOf(market: OperatorMarket): MarketTexts {
  const { tax, selfTrade, isNew } = market;
  return {
    ...texts(marketDecimals, (name) => market[name]),
    ...texts(marketRates, (name) => String(market[name] / ppmOfPercent)),
    tax,
    selfTrade,
    isNew: String(isNew),
  };
}

/** What was typed, in the spelling of `textsOf`: a figure that is none stays as it is. */
export function typedTexts(typed: Readonly<Record<string, string>>): MarketTexts {
  const clean = (name: string) => {
    const text = (typed[name] ?? '').trim();
    return isDecimal(text) ? stripZeros(wireDecimal(text)) : text;
  };
  return {
    ...texts(marketDecimals, clean),
    ...texts(marketRates, clean),
    tax: typed.tax ?? '',
    selfTrade: typed.selfTrade ?? '',
    isNew: typed.isNew ?? '',
  };
}

/** @param say the text of a problem by its key */
export function marketProblems(values: MarketTexts, say: (problem: string) => string): TextsByField {
  const problems: Record<string, string> = {};
  for (const name of marketDecimals) {
    if (!isDecimal(values[name])) problems[name] = say('decimal');
    else if (!mayBeZero.includes(name) && !/[1-9]/.test(values[name])) problems[name] = say('positive');
  }
  for (const name of marketRates)
    if (!/^\d{1,3}(\.\d{1,4})?$/.test(values[name]) || Number(values[name]) > 100) problems[name] = say('percent');
  return problems;
}

/** Figures as calls take them. */
export function sentFigures(typed: Partial<MarketTexts>): MarketChange {
  return Object.fromEntries(
    Object.entries(typed).map(([name, text]) => {
      if (marketRates.includes(name as Rate)) return [name, Math.round(Number(text) * ppmOfPercent)];
      return [name, name === 'isNew' ? text === 'true' : text];
    }),
  );
}

function isDecimal(text: string): boolean {
  return decimalPattern.test(text);
}

function texts<Name extends string>(names: readonly Name[], of: (name: Name) => string): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, string>;
}
