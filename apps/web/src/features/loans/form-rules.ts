/** Bounds of the forms of loans, as the server judges them (order-form.ts and take.ts of its module). */
import { decimalPattern } from '@pelican/shared/money';
import type { TFunction } from 'i18next';
import { compareDecimals } from '../../ui/decimal-compare.ts';
import { formatUpTo } from '../../ui/format.ts';

const shown = (value: string) => formatUpTo(value, 8);

/** Whether it can be compared: what cannot be is a fault of another kind. */
export function isNumber(value: string | undefined): value is string {
  return value !== undefined && decimalPattern.test(value);
}

/** @returns the fault of a value outside of the bounds */
export function outside(t: TFunction<'loans'>, value: string, from: string, to: string): string | undefined {
  if (!isNumber(value) || (compareDecimals(value, from) >= 0 && compareDecimals(value, to) <= 0)) return undefined;
  return t('form.range', { from: shown(from), to: shown(to) });
}

/** @returns the fault of a value above its counterpart. @param name of the counterpart, as its field is labelled */
export function above(t: TFunction<'loans'>, value: string, other: string, name: string): string | undefined {
  if (!isNumber(value) || !isNumber(other) || compareDecimals(value, other) <= 0) return undefined;
  return t('form.above', { other: name });
}

/** Those that there are, by field. */
export function faultsOf(faults: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).flatMap(([field, text]) => (text ? [[field, text]] : [])));
}
