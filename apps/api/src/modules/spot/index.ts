/** What other modules may use of spot trading. */
export type { CancelAllTarget } from './order-commands.ts';
export { cancelAllCommand, limitCommand, marketCommand, requireMarket } from './order-commands.ts';
export { type OrderRow, orderColumns, viewLiveOrder, viewOrderRow } from './order-view.ts';
export { createSpotService, type OpenOrdersQuery, type SpotService, type SpotServiceDeps } from './service.ts';
