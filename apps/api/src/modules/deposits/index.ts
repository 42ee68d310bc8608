/** Deposits from networks: addresses, the watcher, credits. */
export { depositsAudit } from './audit.ts';
export { readCursor, rememberedBlocks } from './cursor.ts';
export { depositPlaceOf } from './deposit-place.ts';
export { depositDeskRoutes } from './desk/operator-routes.ts';
export { frozenDepositsQueue } from './desk/operator-view.ts';
export { eachNetwork, everyForNetworks } from './each-network.ts';
export { depositJobs } from './jobs.ts';
export type { WatchedNetwork } from './networks.ts';
export { sandboxRefillMemo } from './own-transfers.ts';
export { depositsRoutes, sandboxExplorerRoutes } from './routes.ts';
export { createDepositsService } from './service.ts';
export { assignUnclaimed, returnUnclaimed } from './unclaimed/operator-actions.ts';
export { depositsOperatorRoutes } from './unclaimed/operator-routes.ts';
export { listUnclaimed, unclaimedQueue } from './unclaimed/operator-view.ts';
