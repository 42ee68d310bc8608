/** Histories of wallets: calls and shapes. */
export { statementsEndpoints } from './endpoints.ts';
export type {
  HistoryKind,
  HistoryStep,
  Movement,
  Movements,
  WalletName,
  WalletRecord,
  WalletRecordDetail,
} from './schemas.ts';
