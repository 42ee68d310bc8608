/** Orders and markets of the reference, and what a fill needs of its shard. */
import type {
  EngineEvent,
  MarketSettings,
  PlaceOrder,
  RejectCode,
  ShardSettings,
  UserSettings,
} from '@pelican/shared/engine/spot';
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
  pricedMarket(base: number, quote: number): ReferenceMarket | undefined;
}

/** What the check of an order asks of its shard. */
export interface CheckingShard {
  readonly markets: ReadonlyMap<number, ReferenceMarket>;
  balance(user: number, asset: number): { available: bigint; frozen: bigint };
  user(user: number): { settings: UserSettings };
  /** Keeps the figures of a refusal for the answer. @returns the code */
  refuse(code: RejectCode, required: bigint | number, available: bigint | number): RejectCode;
}

/** What settings change in a shard. */
export interface ConfiguredShard {
  events: EngineEvent[];
  service: ShardSettings;
  readonly markets: Map<number, ReferenceMarket>;
  readonly assets: Map<number, { scale: number; total: bigint }>;
  user(user: number): { settings: UserSettings };
}
