import { Decimal as DecimalBase } from 'decimal.js';
import { formatUpTo, type Grouping, unknown } from '../../ui/format.ts';

/** No step of a market is finer. */
const shownDecimals = 12;

/** Money in the browser: 50 digits, halves away from zero. Never a float. */
export const Decimal = DecimalBase.clone({ precision: 50, rounding: DecimalBase.ROUND_HALF_UP });
export type Decimal = DecimalBase;

export const zero = new Decimal(0);

/** What was typed, as a decimal: an empty or unfinished value is 0. */
export function toDecimal(text: string): Decimal {
  if (!/^\d*\.?\d*$/.test(text) || !/\d/.test(text)) return zero;
  return new Decimal(text.startsWith('.') ? `0${text}` : text);
}

/** A plain decimal string without an exponent and without trailing zeros. */
export function plain(value: Decimal): string {
  return value.toFixed();
}

/** "96.5" of a market with two decimals is "96.50". */
export function plainFixed(text: string, decimals: number): string {
  return toDecimal(text).toFixed(decimals);
}

/** The nearest multiple of the step towards zero. */
export function cutToStep(value: Decimal, step: string): Decimal {
  return value.div(step).floor().times(step);
}

export function isMultipleOf(value: Decimal, step: string): boolean {
  return value.mod(step).isZero();
}

/** "0.002" -> "0.2 %". */
export function ratePercent(rate: string): string {
  return `${plain(new Decimal(rate).times(100))} %`;
}

/** Figures of a message as they are shown everywhere else: "8000" is "8,000"; what is no figure stays. */
export function groupedValues(
  values: Readonly<Record<string, string | number>>,
  grouping: Grouping,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const shown = formatUpTo(String(value), shownDecimals, grouping);
      return [name, shown === unknown ? value : shown];
    }),
  );
}
