/** What the application, the operator's tools and the seed may use of wallets. */
export type { BegunTransfer } from './begin-transfer.ts';
export type { WantedCoins } from './gather-coins.ts';
export { requestTransfer } from './request-transfer.ts';
export { walletRoutes } from './routes.ts';
export { createWalletService, type WalletService } from './service.ts';
export { walletShards } from './wallet-shards.ts';
