/** What the application, the operator's tools and the seed may use of wallets. */
export { correctionsAccount } from './accounts.ts';
export { walletAudit } from './audit.ts';
export type { Withdrawable } from './balances.ts';
export { findCreditAsset } from './credit-asset.ts';
export type { WantedCoins } from './gather-coins.ts';
export { inrPrice, sumOf, usdPrice, valueText } from './inr-value.ts';
export { insertDeskTransfer } from './repository.ts';
export { requestTransfer } from './request-transfer.ts';
export { walletRoutes } from './routes.ts';
export { createWalletService, unitsOf, type WalletService } from './service.ts';
export { walletShards } from './wallet-shards.ts';
