import { create } from 'zustand';
import {
  type AmountBasis,
  emptyFields,
  type FormFields,
  type OrderType,
  type TimeInForce,
} from './order-form-logic.ts';
import type { Side } from './receipt.ts';

export interface MarketFields {
  amount: string;
  percent: number | null;
}

interface TradeForms {
  side: Side;
  type: OrderType;
  basis: Record<Side, AmountBasis>;
  tif: TimeInForce;
  postOnly: boolean;
  limit: Record<Side, FormFields>;
  market: Record<Side, MarketFields>;
  /** The phone's bottom sheet. */
  sheetOpen: boolean;
}

interface TradeFormStore extends TradeForms {
  set: (changed: Partial<TradeForms>) => void;
  setLimit: (side: Side, fields: FormFields) => void;
  setMarket: (side: Side, fields: MarketFields) => void;
  /** Another pair: both sides start anew. Side, type and options stay. */
  reset: () => void;
}

const emptyMarket: MarketFields = { amount: '', percent: null };

/** The fields of the order form, both sides; shared with the book, whose rows fill them. */
export const useSpotForm = create<TradeFormStore>()((set) => ({
  side: 'buy',
  type: 'limit',
  basis: { buy: 'money', sell: 'stock' },
  tif: 'gtc',
  postOnly: false,
  limit: { buy: emptyFields, sell: emptyFields },
  market: { buy: emptyMarket, sell: emptyMarket },
  sheetOpen: false,
  set: (changed) => set(changed),
  setLimit: (side, fields) => set((forms) => ({ limit: { ...forms.limit, [side]: fields } })),
  setMarket: (side, fields) => set((forms) => ({ market: { ...forms.market, [side]: fields } })),
  reset: () => set({ limit: { buy: emptyFields, sell: emptyFields }, market: { buy: emptyMarket, sell: emptyMarket } }),
}));
