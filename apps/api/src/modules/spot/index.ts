/** What others may use of spot trading. */
export type { CancelAllTarget } from './order-commands.ts';
export { viewLiveOrder } from './order-view.ts';
export { findFinishedOrders, type HistoryFilter } from './repository.ts';
export { type SpotRoutesDeps, spotRoutes } from './routes.ts';
export { createSpotService, type OpenOrdersQuery, type SpotService, type SpotServiceDeps } from './service.ts';
export { findTradeBalances, findWalletHistory } from './trade-wallet.ts';
