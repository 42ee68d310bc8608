/** Public market data: calls and shapes. */
export { tickerPattern } from '../common.ts';
export { marketsEndpoints } from './endpoints.ts';
export { coinLabel, marketsOperatorEndpoints, type OpeningProblem, type OperatorMarket } from './operator-endpoints.ts';
export { type MarketListItem, type MarketListResponse, marketListResponse } from './schemas.ts';
export type { DepthBook, KlineRow, PeriodFigures, PublicTrade } from './socket.ts';
export { unitPrices } from './turnover.ts';
