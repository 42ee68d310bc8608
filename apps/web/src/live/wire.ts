/** Messages of the socket, as documented in docs/socket.md: prices and amounts are decimal strings, times are seconds. */

/** Whose markets are meant: the perpetual variants of a channel carry their venue in its name. */
export type Venue = 'spot' | 'perpetual';

/** "depth" on spot is "depth_swap" on the other venue. */
export function channelOf(kind: string, venue: Venue): string {
  return venue === 'spot' ? kind : `${kind}_swap`;
}

export type PriceLevel = readonly [price: string, amount: string];

export interface DepthMessage {
  asks?: PriceLevel[];
  bids?: PriceLevel[];
  seq?: number;
  /** `seq` of the message before this one; null in a complete book. */
  prev_seq?: number | null;
  checksum?: number;
  time?: number;
}

export interface PublicTrade {
  id: number;
  time: number;
  price: string;
  amount: string;
  /** Side of the taker. */
  type: 'buy' | 'sell';
}

/** Start, open, close, high, low, volume in stock, deal in money, market, interval, final. */
export type KlineRow = readonly [
  start: number,
  open: string,
  close: string,
  high: string,
  low: string,
  volume: string,
  deal: string,
  market: string,
  interval?: number,
  final?: boolean,
];

/** Figures of the last 24 hours. */
export interface MarketState {
  last: string;
  open: string;
  close: string;
  high: string;
  low: string;
  /** In stock. */
  volume: string;
  /** In money. */
  deal: string;
  /** Percent, signed. */
  change?: string;
}

/** The state of a perpetual market: spot's figures, and what only a perpetual has. */
export interface PerpetualState extends MarketState {
  mark_price: string;
  index_price: string;
  /** In coins. */
  open_interest: string;
}

export interface MarkPrice {
  mark_price: string;
  index_price: string;
  time: number;
}

export interface FundingRate {
  /** Fraction of the notional that is exchanged at `current_time`. */
  current_rate: string;
  current_time: number;
  next_rate: string;
  next_time: number;
  /** Seconds between two settlements. */
  interval: number;
  time: number;
}

/** A row of the list of perpetual markets, once a second. */
export interface PerpetualPrice {
  last: string;
  mark_price: string;
  change: string;
  high: string;
  low: string;
  volume: string;
  deal: string;
}

export interface AssetState {
  available: string;
  freeze: string;
  seq?: number;
}

/** The futures wallet of one asset. All but `balance` move with the mark price. */
export interface FuturesAssetState {
  /** Backs new isolated orders, added margin and transfers out. */
  available: string;
  /** Backs new cross orders. */
  trading_balance: string;
  freeze: string;
  balance: string;
  total_eq: string;
  margin: string;
  profit_unreal: string;
  seq?: number;
}

export const recordEvent = { put: 1, update: 2, finish: 3 } as const;

export interface RpcError {
  code: number;
  message: string;
}

/** Error codes that the client acts upon. */
export const rpcCode = { internalError: 2, serviceTimeout: 5, tokenRefused: 11 } as const;
