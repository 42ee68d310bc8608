/** The live feed's public face: what screens may use of it. */

export { recordEvent } from '@pelican/shared/contracts';
export { depthLimit } from './depth-feed.ts';
export type { ConnectionInfo, FeedHealth } from './health.ts';
export {
  FeedsProvider,
  type OpenOrders,
  useAsset,
  useAssets,
  useBook,
  useBookValue,
  useConnection,
  useDepthFeed,
  useFeeds,
  useMarketFeed,
  useMarketPrices,
  useMarketState,
  useNoticePushes,
  useOpenOrders,
  useOrderEvents,
  useServerTime,
  useTicker,
  useTrades,
} from './hooks.ts';
export { keepOrdersInHiddenTab, live, startLive } from './instance.ts';
export { pollMs } from './lines.ts';
export type { NoticeListener } from './notice-feed.ts';
export type { BookLevel, BookSnapshot } from './order-book.ts';
export {
  useFundingRate,
  useFundingRates,
  useFuturesAsset,
  useMarkPrice,
  usePerpetualOrderEvents,
  usePerpetualOrders,
  usePerpetualPositionEvents,
  usePerpetualPositions,
  usePerpetualPrice,
  usePerpetualPriceFeed,
  usePerpetualState,
} from './perpetual-hooks.ts';
export { useRefreshOnNotices } from './use-refresh-on-notices.ts';
export { isPerpetualAlgo, type MarketFeeds, perpetualOrderKey } from './venue-feeds.ts';
export { watchVisibility } from './visibility.ts';
export type {
  FundingRate,
  FuturesState,
  KlineRow,
  MarketPrices,
  MarketState,
  MarkPrice,
  PerpetualState,
  PublicTrade,
  TradeBalance,
} from './wire.ts';
