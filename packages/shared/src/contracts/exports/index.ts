/** Files of a user's histories: calls and shapes. */
export { exportsEndpoints } from './endpoints.ts';
export {
  type ExportFormat,
  type ExportState,
  exportFormat,
  type OwnExport,
  type TransactionKind,
  tradesParams,
  transactionsParams,
} from './schemas.ts';
