/** Balances and transfers: calls and shapes. */
export { type AdjustmentKind, adjustmentKinds } from './adjustments.ts';
export { walletEndpoints } from './endpoints.ts';
export type {
  AnyTransferRequest,
  Balance,
  BalanceResponse,
  DepositPlace,
  TickerBalance,
  TransferResponse,
} from './schemas.ts';
