/** Balances and transfers: calls and shapes. */
export { type AdjustmentKind, adjustmentKinds } from './adjustments.ts';
export { walletEndpoints } from './endpoints.ts';
export {
  type AnyTransferRequest,
  anyTransferRequest,
  type Balance,
  type BalanceResponse,
  type DepositPlace,
  type TickerBalance,
  type TransferResponse,
} from './schemas.ts';
