/** The kinds of exports of all domains: the API checks what is asked for, the worker writes it. */
import type { ExportKind } from '../modules/exports/index.ts';
import { loanHistoryExport } from '../modules/loans/index.ts';
import { perpetualFillsExport, perpetualFundingExport } from '../modules/perpetual/index.ts';
import { ordersExport, tradesExport } from '../modules/spot/index.ts';
import { accountStatement, movementsExport, transactionsExport } from '../modules/statements/index.ts';
import { taxExports } from '../modules/tax/index.ts';

export function collectExportKinds(): readonly ExportKind[] {
  return [
    transactionsExport,
    tradesExport,
    ordersExport,
    perpetualFillsExport,
    perpetualFundingExport,
    movementsExport,
    accountStatement,
    loanHistoryExport,
    ...taxExports,
  ];
}
