/** The live feed's public face: what screens may use of it. */
export type { ConnectionInfo, FeedHealth } from './health.ts';
export {
  useAsset,
  useAssets,
  useBook,
  useBookValue,
  useConnection,
  useDeals,
  useDepthFeed,
  useMarketFeed,
  useMarketPrices,
  useMarketState,
  useOpenOrders,
  useOrderEvents,
  useServerTime,
  useTicker,
} from './hooks.ts';
export { keepOrdersInHiddenTab, live } from './instance.ts';
export type { BookLevel, BookSnapshot } from './order-book.ts';
export type { OpenOrders } from './own-orders.ts';
export type { AssetState, KlineRow, MarketState, PublicDeal } from './wire.ts';
export { orderEvent } from './wire.ts';
