/** Balances and transfers: calls and shapes. */
export { walletEndpoints } from './endpoints.ts';
export type { AnyTransferRequest, Balance, BalanceResponse, TransferResponse } from './schemas.ts';
