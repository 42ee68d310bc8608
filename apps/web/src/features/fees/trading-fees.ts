/** The trading fees of all markets and of all perpetual contracts, one line for those that have the same. */
import type { MarketListItem } from '@pelican/shared/contracts/markets';
import type { Instrument } from '@pelican/shared/contracts/perpetual';
import { pairText } from '../../ui/pair.ts';

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

export interface PerpetualFees {
  /** Names of the contracts, with those rates. */
  markets: string[];
  maker: string;
  taker: string;
  /** How often funding is paid. */
  fundingMs: number;
}

type ChargedContract = Pick<Instrument, 'market' | 'maker_fee' | 'taker_fee' | 'funding_interval'>;

export function perpetualFeesOf(contracts: readonly ChargedContract[]): PerpetualFees[] {
  const lines = new Map<string, PerpetualFees>();
  for (const { market, maker_fee: maker, taker_fee: taker, funding_interval: fundingMs } of contracts) {
    const key = [maker, taker, fundingMs].join(' ');
    const line = lines.get(key) ?? { markets: [], maker, taker, fundingMs };
    line.markets.push(pairText(market));
    lines.set(key, line);
  }
  return [...lines.values()];
}

/** "0.002" as "0.2": the point two places to the right, by digits; a rate that is paid to the trader is below zero. */
export function percentOf(fraction: string): string {
  if (fraction.startsWith('-')) return `-${percentOf(fraction.slice(1))}`;
  const [whole = '0', places = ''] = fraction.split('.');
  const digits = places.padEnd(2, '0');
  const percent = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = digits.slice(2).replace(/0+$/, '');
  return rest === '' ? percent : `${percent}.${rest}`;
}
