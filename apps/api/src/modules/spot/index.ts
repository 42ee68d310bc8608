/** What others may use of spot trading. */
export { spotAudit } from './audit.ts';
export { limitCommand, requireMarket } from './order-commands.ts';
export { viewLiveOrder } from './order-view.ts';
export { ordersExport } from './orders-export.ts';
export { findFinishedOrders } from './repository.ts';
export { spotRoutes } from './routes.ts';
export { createSpotService, type SpotService } from './service.ts';
export { findTradeBalances, findWalletHistory } from './trade-wallet.ts';
export { tradesExport } from './trades-export.ts';
