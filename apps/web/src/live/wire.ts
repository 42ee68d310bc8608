/** Types of what the socket takes and sends, by its declarations in packages/shared/src/contracts. */

import type { ParamsOf, PushOf, ResultOf, socketMethods, socketPushes } from '@pelican/shared/contracts';
import type { DepthBook, KlineRow, PeriodFigures, PublicTrade } from '@pelican/shared/contracts/markets';
import type {
  FundingRate,
  FuturesState,
  MarketPrices,
  MarkPrice,
  PerpetualState,
} from '@pelican/shared/contracts/perpetual';
import type { TradeBalance } from '@pelican/shared/contracts/spot';

export type {
  DepthBook,
  FundingRate,
  FuturesState,
  KlineRow,
  MarketPrices,
  MarkPrice,
  PerpetualState,
  PublicTrade,
  TradeBalance,
};
/** Figures of the last 24 hours. */
export type MarketState = PeriodFigures;
export type PriceLevel = NonNullable<DepthBook['asks']>[number];

export type MethodName = keyof typeof socketMethods;
export type MethodParams<Name extends MethodName> = ParamsOf<(typeof socketMethods)[Name]>;
export type MethodResult<Name extends MethodName> = ResultOf<(typeof socketMethods)[Name]>;
export type PushName = keyof typeof socketPushes;
export type PushParams<Name extends PushName> = PushOf<(typeof socketPushes)[Name]>;

/** Whose markets are meant: the perpetual variants of a channel carry their venue in its name. */
export type Venue = 'spot' | 'perpetual';

/** "depth" on spot is "depth_swap" on the other venue. */
export function channelOf<const Kind extends string>(kind: Kind, venue: Venue): Kind | `${Kind}_swap` {
  return venue === 'spot' ? kind : `${kind}_swap`;
}

export interface RpcError {
  code: number;
  message: string;
}

/** Error codes that the client acts upon. */
export const rpcCode = { internalError: 2, serviceTimeout: 5, unauthorized: 6, tooMany: 7, tokenRefused: 11 } as const;
