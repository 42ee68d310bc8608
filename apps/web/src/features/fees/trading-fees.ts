/** The trading fees of all markets, one line for those that have the same. */
import type { MarketListItem } from '@pelican/shared/contracts/markets';

export interface TradingFees {
  /** What the markets are quoted in, with those rates. */
  money: string[];
  maker: string;
  taker: string;
  gst: string;
  tds: string;
}

export function tradingFeesOf(markets: readonly MarketListItem[]): TradingFees[] {
  const lines = new Map<string, TradingFees>();
  for (const { money, maker_fee: maker, taker_fee: taker, gst, tds } of markets) {
    const key = [maker, taker, gst, tds].join(' ');
    const line = lines.get(key) ?? { money: [], maker, taker, gst, tds };
    if (!line.money.includes(money)) line.money.push(money);
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** "0.002" as "0.2": the point two places to the right, by digits. */
export function percentOf(fraction: string): string {
  const [whole = '0', places = ''] = fraction.split('.');
  const digits = places.padEnd(2, '0');
  const percent = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(2).replace(/0+$/, '');
  return rest === '' ? percent : `${percent}.${rest}`;
}
