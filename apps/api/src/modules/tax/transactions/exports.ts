/** All transactions of a financial year, as other programs take them. */
import { financialYearName, taxPeriod, taxPeriodQuery } from '@pelican/shared/contracts/tax';
import { declareExportKind } from '../../exports/index.ts';
import { findFlows } from './flows.ts';
import { coinTracking, generalLedger, koinly, type TransactionFormat } from './formats.ts';

interface Params {
  year: number;
  quarter?: number | undefined;
}

const transactionsExport = (name: string, program: string, { columns, rows }: TransactionFormat) =>
  declareExportKind<Params>({
    name: `tax.${name}`,
    params: taxPeriodQuery,
    fileName: name,
    isForPrograms: true,
    title: ({ year, quarter }) =>
      `${program}, financial year ${financialYearName(year)}${quarter === undefined ? '' : `, quarter ${quarter}`}`,
    period: ({ year, quarter }) => taxPeriod(year, quarter),
    columns: () => columns,
    async *rows(db, userId, { year, quarter }) {
      for await (const flow of findFlows(db, { userId, ...taxPeriod(year, quarter) })) yield* rows(flow);
    },
  });

export const transactionExports = [
  transactionsExport('ledger', 'Ledger of all transactions', generalLedger),
  transactionsExport('koinly', 'Transactions for Koinly', koinly),
  transactionsExport('cointracking', 'Transactions for CoinTracking', coinTracking),
];
