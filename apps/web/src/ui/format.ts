/**
 * Decimal strings for the eye. Nothing here touches a float: digits are moved, grouped and rounded as text. The minus is
 * U+2212, what is unknown is an en dash, never a zero.
 */
import { countedMax } from '@pelican/shared/contracts';

export const unknown = '–';
const minus = '−';

export type Grouping = 'western' | 'indian';

interface Parts {
  negative: boolean;
  whole: string;
  fraction: string;
}

function parse(decimal: string): Parts | null {
  const match = /^(-?)0*(\d+)(?:\.(\d*))?$/.exec(decimal.trim());
  return match ? { negative: match[1] === '-', whole: match[2] as string, fraction: match[3] ?? '' } : null;
}

/** Half up, as the specification's rounding mode 4. */
function roundTo(parts: Parts, decimals: number): Parts {
  if (parts.fraction.length <= decimals) return { ...parts, fraction: parts.fraction.padEnd(decimals, '0') };
  const kept = BigInt(parts.whole + parts.fraction.slice(0, decimals));
  const digits = (parts.fraction.charCodeAt(decimals) >= 53 ? kept + 1n : kept).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return { ...parts, whole: digits.slice(0, point), fraction: digits.slice(point) };
}

function group(whole: string, grouping: Grouping): string {
  if (whole.length <= 3) return whole;
  const pattern = grouping === 'indian' ? /\B(?=(\d{2})+$)/g : /\B(?=(\d{3})+$)/g;
  return `${whole.slice(0, -3).replace(pattern, ',')},${whole.slice(-3)}`;
}

function isZero(parts: Parts): boolean {
  return !/[1-9]/.test(parts.whole + parts.fraction);
}

function join(parts: Parts, grouping: Grouping): string {
  const sign = parts.negative && !isZero(parts) ? minus : '';
  return sign + group(parts.whole, grouping) + (parts.fraction === '' ? '' : `.${parts.fraction}`);
}

/** Rupees are grouped 12,34,567.89; everything else by thousands. */
export function groupingOf(ticker: string | undefined): Grouping {
  return ticker === 'INR' ? 'indian' : 'western';
}

/** Exactly `decimals` places, rounded half up, so that a column's points stand in line. */
export function formatFixed(
  decimal: string | null | undefined,
  decimals: number,
  grouping: Grouping = 'western',
): string {
  const parts = decimal ? parse(decimal) : null;
  return parts ? join(roundTo(parts, decimals), grouping) : unknown;
}

/** At most `decimals` places, no zeros at the end, cut and never rounded up: a balance must not look larger than it is. */
export function formatUpTo(
  decimal: string | null | undefined,
  decimals: number,
  grouping: Grouping = 'western',
): string {
  const parts = decimal ? parse(decimal) : null;
  if (!parts) return unknown;
  const fraction = parts.fraction.slice(0, decimals).replace(/0+$/, '');
  return join({ ...parts, fraction }, grouping);
}

/** +1.20 % with a sign always, 2 decimals. */
export function formatPercent(percent: string | null | undefined): string {
  const parts = percent ? parse(percent) : null;
  if (!parts) return unknown;
  const rounded = roundTo(parts, 2);
  const text = join(rounded, 'western');
  return `${parts.negative || isZero(rounded) ? text : `+${text}`} %`;
}

/** -1 falling, 1 rising, 0 neither: by the digits that are shown. */
export function signOf(decimal: string | null | undefined, decimals = 2): -1 | 0 | 1 {
  const parts = decimal ? parse(decimal) : null;
  if (!parts || isZero(roundTo(parts, decimals))) return 0;
  return parts.negative ? -1 : 1;
}

const compactSteps: Record<Grouping, { power: number; unit: string }[]> = {
  western: [
    { power: 9, unit: 'B' },
    { power: 6, unit: 'M' },
    { power: 3, unit: 'K' },
  ],
  indian: [
    { power: 7, unit: 'Cr' },
    { power: 5, unit: 'L' },
    { power: 3, unit: 'K' },
  ],
};

/** Volumes: 1.23M, 4.56 Cr for rupees; three decimals below a thousand. */
export function formatCompact(decimal: string | null | undefined, grouping: Grouping = 'western'): string {
  const parts = decimal ? parse(decimal) : null;
  if (!parts) return unknown;
  const step = compactSteps[grouping].find(({ power }) => parts.whole.length > power);
  if (!step) return formatUpTo(decimal, 3, grouping);
  const moved: Parts = {
    negative: parts.negative,
    whole: parts.whole.slice(0, -step.power),
    fraction: parts.whole.slice(-step.power) + parts.fraction,
  };
  return `${join(roundTo(moved, 2), grouping)}${grouping === 'indian' ? ' ' : ''}${step.unit}`;
}

/** Places behind the point of a step: "0.0100" has two. */
export function decimalsOfStep(step: string): number {
  return (step.split('.')[1] ?? '').replace(/0+$/, '').length;
}

/** Labels longer than 15 characters are cut to 14 and an ellipsis. */
export function shortLabel(label: string): string {
  return label.length > 15 ? `${label.slice(0, 14)}…` : label;
}

/** The `total` of a list, which is "at least" where it was not counted to the end. */
export function formatTotal(total: number): string {
  return total < countedMax ? String(total) : `${total}+`;
}
