/** The kinds of exports of all domains: the API checks what is asked for, the worker writes it. */
import type { ExportKind } from '../modules/exports/index.ts';
import { tradesExport } from '../modules/spot/index.ts';
import { transactionsExport } from '../modules/statements/index.ts';

export function collectExportKinds(): readonly ExportKind[] {
  return [transactionsExport, tradesExport];
}
