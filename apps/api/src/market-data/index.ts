/** Market data in memory, for the modules and the socket. */

export type { AppliedPerpetualCommand, LivePerpetualData } from './perpetual/live-perpetual-data.ts';
export { startLivePerpetualData } from './perpetual/live-perpetual-data.ts';
export { Listings } from './spot/listings.ts';
export type { AppliedCommand, LiveMarketData, LiveMarketDataDeps } from './spot/live-market-data.ts';
export { startLiveMarketData } from './spot/live-market-data.ts';
export type { LiveOrder } from './spot/live-order.ts';
export type { SpotMarketState } from './spot/market-state.ts';
export { joinSpotShards, type SpotShard, type SpotVenue } from './spot/spot-venue.ts';
