/** Market data in memory, for the modules and the socket. */
export { klineIntervals } from './kline-intervals.ts';
export type { AppliedCommand, LiveMarketData, LiveMarketDataDeps } from './live-market-data.ts';
export { startLiveMarketData } from './live-market-data.ts';
export type { LiveOrder } from './live-order.ts';
