/** Files of a user's histories, on the wire. Times are unix seconds. */
import * as z from 'zod/mini';
import { besideOthers, listOf, orderSource, paging, pairName, ticker } from '../common.ts';

const time = z.coerce.number().check(z.gte(0), z.lte(9_000_000_000));
export const exportFormat = z.enum(['csv', 'pdf']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** The end is exclusive; without a beginning or an end the period is open there. */
const period = { from: z.optional(time), to: z.optional(time) };

interface Period {
  from?: number | undefined;
  to?: number | undefined;
}
const isPeriod = z.refine<Period>(({ from, to }) => from === undefined || to === undefined || from <= to, {
  error: "From date shouldn't exceed To date",
  path: ['from'],
  ...besideOthers,
});

const transactionKinds = ['deposit', 'withdrawal', 'transfer', 'code', 'invoice'] as const;
export type TransactionKind = (typeof transactionKinds)[number];

/** As the list of the wallet's history is filtered. An empty filter is none. */
const transactions = {
  ...period,
  type: z.optional(z.union([z.enum(transactionKinds), z.literal('')])),
  ticker: z.optional(z.union([ticker, z.literal('')])),
  payment_method: z.optional(z.string().check(z.maxLength(40))),
  status: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(14))),
};
export const transactionsParams = z.object(transactions).check(isPeriod);
export const exportTransactions = z.object({ ...transactions, format: exportFormat }).check(isPeriod);

const side = z.optional(z.enum(['buy', 'sell', '']));
const trades = { ...period, pair: z.optional(z.union([pairName, z.literal('')])), side };
export const tradesParams = z.object(trades).check(isPeriod);
export const tradeHistoryExport = z.object({ ...trades, format: exportFormat }).check(isPeriod);

/** As the lists of orders are filtered; open orders are of the time when they were placed, finished ones of their end. */
export const ordersParams = z
  .object({
    ...period,
    state: z.optional(z.enum(['open', 'finished', ''])),
    pair: z.optional(z.union([pairName, z.literal('')])),
    side,
    source: z.optional(z.union([orderSource, z.literal('')])),
    status: z.optional(z.enum(['open', 'partially_filled', 'filled', 'canceled', ''])),
  })
  .check(isPeriod);

export const perpetualParams = z.object(period).check(isPeriod);

/** By the time of the request. An empty role is both. */
export const loanHistoryParams = z
  .object({ ...period, role: z.optional(z.enum(['lend', 'borrow', ''])) })
  .check(isPeriod);

const wallet = z.enum(['main', 'trade', 'futures']);
export const movementsParams = z
  .object({
    ...period,
    wallet: z.optional(z.union([wallet, z.literal('')])),
    ticker: z.optional(z.union([ticker, z.literal('')])),
  })
  .check(isPeriod);
/** A statement is of a period with both ends; one that is not over ends when it is written. */
export const statementParams = z.object({ from: time, to: time }).check(isPeriod);

/** Of any kind; its params are checked as the kind declares them. */
export const newExport = z.object({
  kind: z.string().check(z.maxLength(60)),
  params: z.record(z.string(), z.unknown()),
  format: exportFormat,
});

export const exportState = z.enum(['waiting', 'running', 'ready', 'failed', 'cancelled', 'expired']);
export type ExportState = z.infer<typeof exportState>;

const ownExport = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  /** In words; empty when it is of all time. */
  period: z.string(),
  format: exportFormat,
  state: exportState,
  /** Percent of its rows that are written; null where nobody knows yet. */
  progress: z.nullable(z.number()),
  /** Rows of the table, written so far or in the file. */
  rows: z.number(),
  /** Bytes of the file; 0 until it is ready. */
  size: z.number(),
  fileName: z.string(),
  createdAt: z.number(),
  finishedAt: z.nullable(z.number()),
  /** From then on there is no file. */
  expiresAt: z.number(),
  /** Why there is no file. */
  reason: z.nullable(z.enum(['too_many_rows', 'failed'])),
});
export type OwnExport = z.infer<typeof ownExport>;
export const startedExport = z.extend(ownExport, { status: z.literal('success') });
export { ownExport };
export const ownExports = listOf(ownExport);
export const exportsQuery = z.object({
  offset: paging.shape.offset,
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 30),
});
/** Bytes. */
export const exportFile = z.unknown();
export const exportParams = z.object({ id: z.uuid() });
