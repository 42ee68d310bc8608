/** The perpetual market on screen, with what its numbers and formulas need. */
import type { PerpetualListItem, Instrument as WireInstrument } from '@pelican/shared/contracts/perpetual';
import type { Instrument } from '@pelican/shared/perpetual';
import { createContext, useContext } from 'react';
import type { TerminalMarket } from '../../terminal/terminal-market.ts';
import { decimalsOfStep, type Grouping, groupingOf } from '../../ui/format.ts';
import { formulaInstrument } from './account/instruments.ts';
import { type SizeSteps, sizeStep } from './form/perpetual-fields.ts';

/** USDT is shown in cents where eight decimals would only be noise. */
export const moneyDisplay = 2;

export interface PerpetualMarket {
  name: string;
  info: PerpetualListItem;
  wire: WireInstrument;
  instrument: Instrument;
  steps: SizeSteps;
  grouping: Grouping;
}

export function perpetualMarketOf(info: PerpetualListItem, wire: WireInstrument): PerpetualMarket {
  return {
    name: info.name,
    info,
    wire,
    instrument: formulaInstrument(wire),
    steps: { tickSz: wire.tick_sz, lotSz: wire.lot_sz, ctVal: wire.ct_val },
    grouping: groupingOf(info.money),
  };
}

export function terminalMarketOf({ name, info, wire, steps, grouping }: PerpetualMarket): TerminalMarket {
  return {
    name,
    key: `perpetual:${name}`,
    stock: info.stock,
    money: info.money,
    priceStep: wire.tick_sz,
    priceDecimals: decimalsOfStep(wire.tick_sz),
    amountDecimals: decimalsOfStep(sizeStep('coins', steps)),
    totalDecimals: moneyDisplay,
    grouping,
  };
}

const Context = createContext<PerpetualMarket | null>(null);
export const PerpetualMarketProvider = Context.Provider;

/** The market on screen. @throws Error outside of the perpetual page */
export function usePerpetualMarket(): PerpetualMarket {
  const market = useContext(Context);
  if (market === null) throw new Error('no perpetual market is selected here');
  return market;
}
