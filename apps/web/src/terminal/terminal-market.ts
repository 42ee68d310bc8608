import { createContext, useContext } from 'react';
import type { Grouping } from '../ui/format.ts';

/** What book, tape, chart and depth need of the market on screen, whichever venue it is of. */
export interface TerminalMarket {
  name: string;
  /** What is remembered of it is kept under this: spot and perpetual markets share their names. */
  key: string;
  stock: string;
  money: string;
  priceStep: string;
  priceDecimals: number;
  amountDecimals: number;
  /** Decimals that price x amount is shown with. */
  totalDecimals: number;
  grouping: Grouping;
}

/** A price at which the signed-in user has an order in the book. */
export interface OwnLevel {
  side: 'buy' | 'sell';
  price: string;
}

const Context = createContext<TerminalMarket | null>(null);
export const TerminalMarketProvider = Context.Provider;

/** The market on screen. @throws Error outside of a trading screen */
export function useTerminalMarket(): TerminalMarket {
  const market = useContext(Context);
  if (market === null) throw new Error('no market is on this screen');
  return market;
}
