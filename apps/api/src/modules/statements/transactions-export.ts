/** The export of deposits, withdrawals, transfers, codes and invoices with their fees. */
import { type TransactionKind, transactionsParams } from '@pelican/shared/contracts/exports';
import { type PaymentStatus, paymentStatus } from '@pelican/shared/contracts/payments';
import { stripZeros } from '@pelican/shared/money';
import { declareExportKind, queryRows } from '../exports/index.ts';
import { chargedFee } from './history.ts';

const statusNames: Record<PaymentStatus, string> = {
  [paymentStatus.frozen]: 'Freezed',
  [paymentStatus.pending]: 'Pending',
  [paymentStatus.successful]: 'Successful',
  [paymentStatus.canceled]: 'Canceled',
  [paymentStatus.unconfirmedByUser]: 'Unconfirmed by user',
  [paymentStatus.unconfirmedByAdmin]: 'Unconfirmed by admin',
  [paymentStatus.successfulManual]: 'Successful manual',
  [paymentStatus.unknown]: 'Unknown',
  [paymentStatus.canceledDeposit]: 'Canceled deposit',
  [paymentStatus.confirmedByUser]: 'Confirmed by user',
  [paymentStatus.inProcess]: 'In process',
  [paymentStatus.unsuccessful]: 'Unsuccessful',
  [paymentStatus.canceledByValidation]: 'Canceled by inner validation exception',
  [paymentStatus.sent]: 'In-Process',
};

const payment = (type: 'Deposit' | 'Withdrawal', prefix: string) => `
  SELECT '${prefix}' || id AS number, created_at, '${type}' AS type, asset_id, amount, ${chargedFee}, status, method_id, address, memo, transaction_hash
    FROM ${type.toLowerCase()}s payment WHERE user_id = $1`;

const none = `NULL::integer, ''::text, ''::text, ''::text`;
const transferStatus = `CASE status WHEN 'completed' THEN ${paymentStatus.successful}
  WHEN 'rejected' THEN ${paymentStatus.unsuccessful} ELSE ${paymentStatus.inProcess} END`;

const sources: Record<TransactionKind, string> = {
  deposit: payment('Deposit', 'D'),
  withdrawal: payment('Withdrawal', 'W'),
  transfer: `SELECT 'T' || id, created_at, 'Transfer from ' || from_wallet || ' to ' || to_wallet, asset_id, amount, 0, ${transferStatus},
      ${none} FROM transfers WHERE user_id = $1 AND from_wallet <> to_wallet`,
  code: `SELECT 'C' || code.id, event.created_at, CASE event.kind WHEN 'created' THEN 'Code created' WHEN 'given' THEN 'Code used by its receiver'
        WHEN 'received' THEN 'Code applied' ELSE 'Code deleted' END, code.asset_id, code.amount, 0, ${paymentStatus.successful}, ${none}
      FROM transfer_code_events event JOIN transfer_codes code ON code.id = event.code_id WHERE event.user_id = $1`,
  invoice: `SELECT 'I' || id, ended_at, CASE WHEN owner_id = $1 THEN 'Invoice paid to you' ELSE 'Invoice paid' END, asset_id, amount, 0,
      ${paymentStatus.successful}, ${none} FROM invoices WHERE state = 'paid' AND (owner_id = $1 OR payer_id = $1)`,
};

interface Row {
  number: string;
  time: number;
  type: string;
  ticker: string;
  amount: string;
  fee: string;
  net: string;
  status: PaymentStatus;
  method: string;
  address: string;
  memo: string;
  hash: string;
}

const currencyAt = 2;

export const transactionsExport = declareExportKind({
  name: 'statements.transactions',
  params: transactionsParams,
  fileName: 'transactions',
  title: ({ type }) => (type ? titles[type] : 'Transactions'),
  period: ({ from, to }) => ({ from, to }),
  columns: () => [
    { name: 'Time', kind: 'time', width: 1.2 },
    { name: 'Type', kind: 'text', width: 1.2 },
    { name: 'Currency', kind: 'text', width: 0.6 },
    { name: 'Amount', kind: 'figure', width: 1.2, currency: currencyAt },
    { name: 'Fee', kind: 'figure', width: 0.8, currency: currencyAt },
    { name: 'Amount less fee', kind: 'figure', width: 1.2, currency: currencyAt },
    { name: 'Status', kind: 'text', width: 0.9 },
    { name: 'Method', kind: 'text', width: 0.9 },
    { name: 'Address', kind: 'text', width: 1.6 },
    { name: 'Memo', kind: 'text', width: 0.6 },
    { name: 'Transaction', kind: 'text', width: 1.8 },
    { name: 'Number', kind: 'text', width: 0.6 },
  ],
  async *rows(db, userId, { type, ticker, payment_method: method, status, from, to }) {
    const wanted = type ? [type] : (Object.keys(sources) as TransactionKind[]);
    // The first branch names the columns.
    const all = `SELECT NULL::text AS number, NULL::timestamptz AS created_at, NULL::text AS type, NULL::integer AS asset_id, NULL::numeric AS amount,
      NULL::numeric AS fee, NULL::integer AS status, NULL::integer AS method_id, NULL::text AS address, NULL::text AS memo,
      NULL::text AS transaction_hash WHERE false`;
    const text = `SELECT number, extract(epoch FROM created_at)::float8 AS time, type, asset.ticker, amount, fee, amount - fee AS net, one.status,
        coalesce(method.name, '') AS method, address,
        CASE WHEN type = 'Withdrawal' AND method.kind = 'provider' THEN '' ELSE memo END AS memo, transaction_hash AS hash
      FROM (${[all, ...wanted.map((kind) => sources[kind])].join(' UNION ALL ')}) one
      JOIN assets asset ON asset.id = one.asset_id LEFT JOIN payment_methods method ON method.id = one.method_id
      WHERE ($2::text IS NULL OR asset.ticker = $2) AND ($3::int IS NULL OR one.status = $3)
        AND ($4::float8 IS NULL OR created_at >= to_timestamp($4)) AND ($5::float8 IS NULL OR created_at < to_timestamp($5))
        AND ($6::text IS NULL OR method.key = $6)
      ORDER BY created_at, number`;
    const values = [userId, ticker || null, status ?? null, from ?? null, to ?? null, method || null];
    for await (const row of queryRows<Row>(db, { text, values }))
      yield [
        row.time,
        row.type,
        row.ticker,
        stripZeros(row.amount),
        stripZeros(row.fee),
        stripZeros(row.net),
        statusNames[row.status],
        row.method,
        row.address,
        row.memo,
        row.hash,
        row.number,
      ];
  },
});

const titles: Record<TransactionKind, string> = {
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  transfer: 'Transfers',
  code: 'Codes',
  invoice: 'Invoices',
};
