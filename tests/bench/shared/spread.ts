/** Least, middle and largest of several measurements. */
export interface Spread {
  min: number;
  median: number;
  max: number;
}

/** The spread of at least one value, each rounded to `digits` decimals. Of an even count the median is the mean of the middle two. */
export function spreadOf(values: readonly number[], digits = 0): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] as number;
  const middle = (sorted.length - 1) / 2;
  const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
  return { min: rounded(at(0), digits), median: rounded(median, digits), max: rounded(at(sorted.length - 1), digits) };
}

/** The spread of ours[i] / peer[i], of passes made one after the other. */
export function ratioSpread(ours: readonly number[], peer: readonly number[], digits: number): Spread {
  return spreadOf(
    ours.map((value, index) => value / (peer[index] as number)),
    digits,
  );
}

/** A line about the passes of one contender, in orders a second. */
export function describeRates(name: string, rates: readonly number[]): string {
  const { min, median, max } = spreadOf(rates);
  const inThousands = (rate: number) => `${Math.round(rate / 1000).toLocaleString('en')}k`;
  return `${name}: ${inThousands(median)} orders/s (${inThousands(min)} to ${inThousands(max)} in ${rates.length} passes)`;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
