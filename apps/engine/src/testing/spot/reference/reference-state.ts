/** Orders and markets of the reference, and what a fill needs of its shard. */
import type { EngineEvent, MarketSettings, PlaceOrder, ShardSettings, UserSettings } from '@pelican/shared/engine/spot';
import type { Rates } from './reference-formulas.ts';

export interface ReferenceOrder {
  id: number;
  user: number;
  market: number;
  isBuy: boolean;
  /** 0 for a market order. */
  price: number;
  amount: bigint;
  /** Lots, or quote units of a market order whose amount is in quote. */
  remaining: bigint;
  frozen: bigint;
  rates: Rates;
  isMarket: boolean;
  byQuote: boolean;
  command: PlaceOrder;
}

export interface ReferenceMarket {
  settings: MarketSettings;
  orders: ReferenceOrder[];
  lastPrice: number;
  trades: number;
}

/** What a fill changes and asks of its shard. */
export interface FillingShard {
  events: EngineEvent[];
  readonly service: ShardSettings;
  balance(user: number, asset: number): { available: bigint; frozen: bigint };
  user(user: number): { settings: UserSettings };
  /** What is frozen for so much of the order that is left. */
  freezeOf(order: ReferenceOrder, settings: MarketSettings, remaining: bigint): bigint;
  pricedMarket(base: number, quote: number): ReferenceMarket | undefined;
}
