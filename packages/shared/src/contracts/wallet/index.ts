/** Balances and transfers: calls and shapes. */
export { walletEndpoints } from './endpoints.ts';
export type { AnyTransferRequest, Balance, BalanceResponse, TickerBalance, TransferResponse } from './schemas.ts';
