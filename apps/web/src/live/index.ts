/** The live feed's public face: what screens may use of it. */

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
  useDeals,
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
} from './hooks.ts';
export { keepOrdersInHiddenTab, live, startLive } from './instance.ts';
export type { NoticeListener } from './notice-feed.ts';
export type { BookLevel, BookSnapshot } from './order-book.ts';
export {
  useFundingRate,
  useFundingRates,
  useFuturesAsset,
  useMarkPrice,
  useSwapOrderEvents,
  useSwapOrders,
  useSwapPositionEvents,
  useSwapPositions,
  useSwapPrice,
  useSwapPriceFeed,
  useSwapState,
} from './swap-hooks.ts';
export { isSwapAlgo, type MarketFeeds, swapOrderKey } from './venue-feeds.ts';
export type {
  AssetState,
  FundingRate,
  FuturesAssetState,
  KlineRow,
  MarketState,
  MarkPrice,
  PublicDeal,
  SwapPrice,
  SwapState,
} from './wire.ts';
export { recordEvent } from './wire.ts';
