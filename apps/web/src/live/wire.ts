/** What the socket says, as documented in docs/api.md: prices and amounts are decimal strings, times are seconds. */
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

export interface PublicDeal {
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

export interface AssetState {
  available: string;
  freeze: string;
  seq?: number;
}

export const orderEvent = { put: 1, update: 2, finish: 3 } as const;

export interface RpcError {
  code: number;
  message: string;
}

/** Error codes that the client acts upon. */
export const rpcCode = { internalError: 2, serviceTimeout: 5, tokenRefused: 11 } as const;
