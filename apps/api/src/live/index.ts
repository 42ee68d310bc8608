/** Market data in memory, for the modules and the socket. */
export { addToCandle, type Candle, flatCandle } from './candles.ts';
export {
  type DepthChange,
  type DepthLevel,
  type DepthWindow,
  emptyWindow,
  type LevelChange,
  mergeUnits,
  nextWindow,
  type WindowShape,
} from './depth-window.ts';
export { dayView, formatPriceUnits, periodView, todayView } from './figures.ts';
export { KlineHistory, klineRowsMax } from './kline-history.ts';
export { bucketStart, klineIntervals, monthSeconds } from './kline-intervals.ts';
export { klineRow } from './kline-row.ts';
export type { LiveListener, MarketView } from './live-listeners.ts';
export { type MarketFacts, MarketState } from './market-state.ts';
export { readPeriod } from './period-figures.ts';
export {
  type AppliedPerpetualCommand,
  type LivePerpetualData,
  type PerpetualEngine,
  startLivePerpetualData,
} from './perpetual/live-perpetual-data.ts';
export { PerpetualMarketState } from './perpetual/market-state.ts';
export {
  type AlgoRecord,
  isAlgoOpen,
  isOrderOpen,
  type KeptAlgo,
  type KeptOrder,
  type KeptPosition,
  type OrderRecord,
  type PositionRecord,
} from './perpetual/records.ts';
export {
  type AlgoRow,
  algoColumns,
  algoOfRow,
  type OrderRow,
  orderColumns,
  orderOfRow,
  type PositionRow,
  positionColumns,
  positionOfRow,
} from './perpetual/rows.ts';
export type { PerpetualNotice, PerpetualUserListener, PositionChange } from './perpetual/user-watch.ts';
export { PriceLevels } from './price-levels.ts';
export { createKnownAssets, type KnownAsset, type KnownAssets, requireAsset } from './spot/known-asset.ts';
export { knownMarket, type MarketLookup } from './spot/known-market.ts';
export { Listings } from './spot/listings.ts';
export { type AppliedCommand, startLiveMarketData } from './spot/live-market-data.ts';
export type { LiveOrder } from './spot/live-order.ts';
export type { SpotShard } from './spot/spot-shard.ts';
export { joinSpotShards, type SpotVenue } from './spot/spot-venue.ts';
export type { UserListener } from './spot/user-watch.ts';
export { type Trade, tradesKept } from './trade-ring.ts';
