/** What of loans operators set: as Postgres has it, as it is typed (shares in percent), and as it is sent. */
import type { LoanSettings } from '@pelican/shared/contracts/loans';
import { termDaysMax } from '@pelican/shared/loans';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import { compareDecimals, isZeroDecimal } from '../../../ui/decimal-compare.ts';
import type { TextsByField } from '../parts/use-value-form.ts';

export type SettingsRow = LoanSettings['moneys'][number];
type Kind = 'amount' | 'days' | 'percent' | 'factor';
export type Figures = Readonly<Record<string, Kind>>;

export const moneyFigures: Figures = {
  amountMin: 'amount',
  amountMax: 'amount',
  repayMin: 'amount',
  daysMin: 'days',
  daysMax: 'days',
  dayRateMin: 'percent',
  dayRateMax: 'percent',
  feeRate: 'percent',
  gstRate: 'percent',
  lateFactor: 'factor',
  liquidationFeeRate: 'percent',
  graceDays: 'days',
};
export const pledgeFigures: Figures = { ltv: 'percent', warning: 'percent', call: 'percent', liquidation: 'percent' };

/** Of which each is less than the next, or not more. */
const inOrder: readonly { names: readonly string[]; mayBeEqual: boolean }[] = [
  { names: ['amountMin', 'amountMax'], mayBeEqual: true },
  { names: ['daysMin', 'daysMax'], mayBeEqual: true },
  { names: ['dayRateMin', 'dayRateMax'], mayBeEqual: true },
  { names: ['ltv', 'warning', 'call', 'liquidation'], mayBeEqual: false },
];
const shareScale = 8;
const percentScale = shareScale - 2;
const mayBeZero: readonly string[] = ['feeRate', 'gstRate', 'liquidationFeeRate', 'graceDays'];

/** As they are typed. */
export function textsOf(row: SettingsRow, figures: Figures): Record<string, string> {
  return byName(figures, (name, kind) => {
    const value = String(row[columnOf(name)] ?? '');
    return kind === 'percent' ? percentOf(value) : value;
  });
}

/** What was typed, in the spelling of `textsOf`; what is no figure stays as it is. */
export function typedTexts(typed: Readonly<Record<string, string>>, figures: Figures): Record<string, string> {
  return byName(figures, (name) => {
    const text = (typed[name] ?? '').trim();
    return /^\d+(\.\d+)?$/.test(text) ? stripZeros(text.replace(/^0+(?=\d)/, '')) : text;
  });
}

/** @param say the text of a problem by its key */
export function termProblems(
  values: Readonly<Record<string, string>>,
  figures: Figures,
  say: (problem: string) => string,
): TextsByField {
  const wrong = Object.entries(figures).flatMap(([name, kind]) => {
    const problem = problemOf(name, kind, values[name] ?? '');
    return problem === undefined ? [] : [[name, say(problem)] as const];
  });
  if (wrong.length > 0) return Object.fromEntries(wrong);
  return Object.fromEntries(
    inOrder
      .flatMap(({ names, mayBeEqual }) => outOfOrder(values, names, mayBeEqual))
      .map((name) => [name, say('order')]),
  );
}

/** Of the figures that are given, as the call takes them. */
export function wireOf(texts: Readonly<Partial<Record<string, string>>>, figures: Figures): SettingsRow {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text = '']) => {
      if (figures[name] === 'days') return [name, Number(text)];
      return [name, figures[name] === 'percent' ? shareOf(text) : text];
    }),
  );
}

function problemOf(name: string, kind: Kind, text: string): string | undefined {
  if (kind === 'days') {
    const isCount =
      /^\d{1,2}$/.test(text) && Number(text) <= termDaysMax && (Number(text) > 0 || mayBeZero.includes(name));
    return isCount ? undefined : 'days';
  }
  if (kind === 'factor') return /^[1-9]\d?(\.\d{1,8})?$/.test(text) ? undefined : 'factor';
  const pattern = kind === 'percent' ? /^\d{1,2}(\.\d{1,6})?$|^100$/ : /^\d{1,15}(\.\d{1,8})?$/;
  if (!pattern.test(text)) return kind;
  return isZeroDecimal(text) && !mayBeZero.includes(name) ? 'positive' : undefined;
}

function outOfOrder(values: Readonly<Record<string, string>>, names: readonly string[], mayBeEqual: boolean): string[] {
  return names.slice(1).filter((name, at) => {
    const [before, value] = [values[names[at] as string], values[name]];
    if (before === undefined || value === undefined) return false;
    const order = compareDecimals(before, value);
    return mayBeEqual ? order > 0 : order >= 0;
  });
}

function byName(figures: Figures, of: (name: string, kind: Kind) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(figures).map(([name, kind]) => [name, of(name, kind)]));
}

/** 'amountMin' -> 'amount_min' */
function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function percentOf(share: string): string {
  return formatBigUnits(parseBigUnits(share, shareScale), percentScale);
}

function shareOf(percent: string): string {
  return formatBigUnits(parseBigUnits(percent, percentScale), shareScale);
}
