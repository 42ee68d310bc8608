/** Histories of wallets: calls and shapes. */
export { statementsEndpoints } from './endpoints.ts';
export {
  type HistoryKind,
  type HistoryStep,
  historyKind,
  historyPageSize,
  type Movement,
  type Movements,
  type WalletName,
  type WalletRecord,
  type WalletRecordDetail,
} from './schemas.ts';
