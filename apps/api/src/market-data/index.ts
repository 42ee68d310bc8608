/** Market data in memory, for the modules and the socket. */

export type { AppliedCommand, LiveMarketData, LiveMarketDataDeps } from './live-market-data.ts';
export { startLiveMarketData } from './live-market-data.ts';
export type { LiveOrder } from './live-order.ts';
export type { MarketState } from './market-state.ts';
