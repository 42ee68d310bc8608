/** Figures of loans as they are shown: money with two decimals, all of them in the tooltip. */
import { formatFixed, formatUpTo, groupingOf, unknown } from '../../ui/format.ts';

const moneyDecimals = 2;

interface MoneyProps {
  value: string | null | undefined;
  ticker: string;
}

/** "1,000.00 USDT" */
export function Money({ value, ticker }: MoneyProps) {
  return (
    <span className="tabular" title={value ? `${value} ${ticker}` : undefined}>
      {moneyText(value, ticker)}
    </span>
  );
}

export function moneyText(value: string | null | undefined, ticker: string): string {
  const text = formatFixed(value, moneyDecimals, groupingOf(ticker));
  return text === unknown ? text : `${text} ${ticker}`;
}

/** "100–1,000 USDT" */
export function rangeText(from: string, to: string, ticker: string): string {
  const [low, high] = [from, to].map((value) => formatUpTo(value, moneyDecimals, groupingOf(ticker)));
  return low === high ? `${low} ${ticker}` : `${low}–${high} ${ticker}`;
}

/** "0.05–0.1 %" */
export function percentRangeText(from: string, to: string): string {
  return from === to ? percentText(from) : `${formatUpTo(from, 2)}–${percentText(to)}`;
}

export function percentText(value: string | null | undefined): string {
  const text = formatUpTo(value, 2);
  return text === unknown ? text : `${text} %`;
}
