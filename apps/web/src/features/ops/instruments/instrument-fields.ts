/** What of an instrument operators change: as it is typed, and as it is sent. */
import type { OperatorInstrument } from '@pelican/shared/contracts/perpetual';
import { decimalPattern, parseTiers, stripZeros, tiersText } from '@pelican/shared/money';
import type { TextsByField } from '../parts/use-value-form.ts';

export const fixedFigures = ['contractValue', 'lotSize', 'tickSize'] as const;
export const changeableFigures = [
  'minSize',
  'maxLimitSize',
  'maxMarketSize',
  'priceMax',
  'makerFee',
  'takerFee',
  'bandX',
  'bandY',
  'bandZ',
  'fundingCap',
  'fundingInterest',
  'fundingDamper',
  'fundingIntervalMs',
  'impactNotional',
  'staleHaircut',
  'ordersMax',
  'algosMax',
] as const;
type Figure = (typeof changeableFigures)[number];
/** As texts of the form. */
export type InstrumentTexts = Record<Figure | 'tiers', string>;
type InstrumentChange = Partial<Pick<OperatorInstrument, Figure | 'tiers'>>;

const counts: readonly string[] = ['ordersMax', 'algosMax', 'fundingIntervalMs'];
const mayBeZero: readonly string[] = ['takerFee', 'fundingInterest', 'fundingDamper', 'staleHaircut'];

export function textsOf(instrument: OperatorInstrument): InstrumentTexts {
  return { ...figures((name) => String(instrument[name])), tiers: tiersText(instrument.tiers) };
}

/** What was typed, in the spelling of `textsOf`: a figure that is none stays as it is. */
export function typedTexts(typed: Readonly<Record<string, string>>): InstrumentTexts {
  const tiers = typed.tiers ?? '';
  const parsed = parseTiers(tiers);
  return {
    ...figures((name) => {
      const text = (typed[name] ?? '').trim();
      return /^-?\d+(\.\d+)?$/.test(text) ? stripZeros(text) : text;
    }),
    tiers: parsed ? tiersText(parsed) : tiers,
  };
}

/** @param say the text of a problem by its key */
export function instrumentProblems(values: InstrumentTexts, say: (problem: string) => string): TextsByField {
  const found = changeableFigures.map((name) => [name, problemOf(name, values[name])] as const);
  const problems = Object.fromEntries(found.flatMap(([name, problem]) => (problem ? [[name, say(problem)]] : [])));
  return parseTiers(values.tiers) ? problems : { ...problems, tiers: say('tiers') };
}

function problemOf(name: Figure, text: string): string | undefined {
  if (name === 'makerFee') return /^-?\d{1,10}(\.\d{1,8})?$/.test(text) ? undefined : 'rebate';
  if (counts.includes(name)) {
    const [min, max, problem] = name === 'fundingIntervalMs' ? [60_000, 86_400_000, 'interval'] : [1, 10_000, 'count'];
    return /^\d{1,8}$/.test(text) && Number(text) >= min && Number(text) <= max ? undefined : problem;
  }
  if (!decimalPattern.test(text)) return 'decimal';
  return mayBeZero.includes(name) || /[1-9]/.test(text) ? undefined : 'positive';
}

/** Figures as calls take them. */
export function sentFigures(typed: Partial<InstrumentTexts>): InstrumentChange {
  return Object.fromEntries(
    Object.entries(typed).map(([name, text]) => {
      if (name === 'tiers') return [name, parseTiers(text)];
      return [name, counts.includes(name) ? Number(text) : text];
    }),
  );
}

function figures(of: (name: Figure) => string): Record<Figure, string> {
  return Object.fromEntries(changeableFigures.map((name) => [name, of(name)])) as Record<Figure, string>;
}
