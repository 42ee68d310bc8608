/** Files of a user's histories: calls and shapes. */
export { exportsEndpoints } from './endpoints.ts';
export {
  type ExportFormat,
  type ExportState,
  exportFormat,
  loanHistoryParams,
  movementsParams,
  newExport,
  type OwnExport,
  ordersParams,
  perpetualParams,
  statementParams,
  type TransactionKind,
  tradesParams,
  transactionsParams,
} from './schemas.ts';
