import type { MarketListItem } from '@pelican/shared/contracts/markets';
import { createContext, useContext } from 'react';
import type { Markets } from '../../api/markets.ts';
import type { TerminalMarket } from '../../terminal/terminal-market.ts';
import { type Grouping, groupingOf } from '../../ui/format.ts';

/** The market on screen with what its numbers need. */
export interface SpotMarket {
  name: string;
  info: MarketListItem;
  /** Smallest unit of the money: charges are rounded to it. */
  moneyDecimals: number;
  /** Decimals that totals are shown with. */
  moneyDisplay: number;
  grouping: Grouping;
  /** The address of another pair in the view on screen. */
  pathOf: (pair: string) => string;
}

export function spotMarketOf(info: MarketListItem, markets: Markets, pathOf: SpotMarket['pathOf']): SpotMarket {
  const money = markets.currencies[info.money];
  return {
    name: info.name,
    info,
    moneyDecimals: money?.precision ?? 8,
    moneyDisplay: money?.display_precision ?? 8,
    grouping: groupingOf(info.money),
    pathOf,
  };
}

export function terminalMarketOf({ name, info, moneyDisplay, grouping }: SpotMarket): TerminalMarket {
  return {
    name,
    key: name,
    stock: info.stock,
    money: info.money,
    priceStep: info.price_step,
    priceDecimals: info.price_prec,
    amountDecimals: info.amount_prec,
    totalDecimals: moneyDisplay,
    grouping,
  };
}

const Context = createContext<SpotMarket | null>(null);
export const SpotMarketProvider = Context.Provider;

/** The market on screen. @throws Error outside of the trade page */
export function useSpotMarket(): SpotMarket {
  const market = useContext(Context);
  if (market === null) throw new Error('no market is selected here');
  return market;
}
