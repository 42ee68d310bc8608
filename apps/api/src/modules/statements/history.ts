/** Deposits, withdrawals and transfers of a user in one list. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { HistoryKind, WalletRecord } from '@pelican/shared/contracts/statements';
import { stripZeros } from '@pelican/shared/money';
import { countRows, type Queryable } from '../../platform/database/index.ts';

export interface HistoryFilter {
  userId: number;
  kind: HistoryKind | undefined;
  assetId: number | undefined;
  /** The key of a payment method. */
  method: string | undefined;
  status: number | undefined;
  /** Unix seconds; the end is exclusive. */
  start: number | undefined;
  end: number | undefined;
}

export interface HistoryPage {
  offset: number;
  limit: number;
}

/** A record with what only its own page shows. */
export interface FullRecord extends WalletRecord {
  reason: string;
  changedAt: number;
  /** Of a deposit its credit, of a withdrawal the confirmation by its user. */
  confirmedAt: number | null;
  finishedAt: number | null;
  confirmations: number;
  network: { confirmations: number; blockSeconds: number } | null;
  methodKind: 'crypto' | 'bank' | 'provider' | null;
  /** Of the account. */
  lockedUntil: number | null;
}

/** Of payments that have ended without success: nothing is moved by them, and no fee is charged. */
export const failedStatuses: readonly number[] = [
  paymentStatus.canceled,
  paymentStatus.canceledDeposit,
  paymentStatus.unsuccessful,
  paymentStatus.canceledByValidation,
];

/** Of a payment: nothing where it has ended without success, as all of its amount stays with the user. */
export const chargedFee = `CASE WHEN payment.status IN (${failedStatuses.join(', ')}) THEN 0 ELSE payment.fee END`;

const transferStatus = `CASE transfer.status WHEN 'completed' THEN ${paymentStatus.successful}
  WHEN 'rejected' THEN ${paymentStatus.unsuccessful} ELSE ${paymentStatus.inProcess} END`;

const nothing = `''::text`;
/** Of a withdrawal by a payment provider it is the token of the receiver there. */
const memos = {
  deposit: 'payment.memo',
  withdrawal: `CASE WHEN EXISTS (SELECT FROM payment_methods WHERE id = payment.method_id AND kind = 'provider') THEN '' ELSE payment.memo END`,
};
const payments = (kind: 'deposit' | 'withdrawal', confirmedAt: string, finishedAt: string) =>
  `SELECT '${kind}' AS kind, payment.id, payment.user_id, payment.asset_id, payment.method_id, payment.amount, ${chargedFee} AS fee,
    payment.status, payment.address, ${memos[kind]} AS memo, payment.transaction_hash, payment.confirmations, payment.reason,
    payment.created_at, payment.changed_at, ${confirmedAt} AS confirmed_at, ${finishedAt} AS finished_at,
    NULL::text AS from_wallet, NULL::text AS to_wallet FROM ${kind}s payment`;

/** Each kind with the same columns. */
const sources: Record<HistoryKind, string> = {
  deposit: payments('deposit', 'payment.credited_at', 'payment.credited_at'),
  withdrawal: payments('withdrawal', 'payment.confirmed_at', 'payment.finished_at'),
  transfer: `SELECT 'transfer' AS kind, transfer.id, transfer.user_id, transfer.asset_id, NULL::integer AS method_id, transfer.amount,
    0::numeric AS fee, (${transferStatus})::smallint AS status, ${nothing} AS address, ${nothing} AS memo, ${nothing} AS transaction_hash,
    0 AS confirmations, coalesce(transfer.reject_code, '') AS reason, transfer.created_at,
    coalesce(transfer.completed_at, transfer.created_at) AS changed_at, NULL::timestamptz AS confirmed_at,
    transfer.completed_at AS finished_at, transfer.from_wallet, transfer.to_wallet FROM transfers transfer
    WHERE transfer.from_wallet <> transfer.to_wallet`,
};

const conditions = `user_id = $1 AND ($2::int IS NULL OR asset_id = $2) AND ($3::int IS NULL OR status = $3)
  AND ($4::float8 IS NULL OR created_at >= to_timestamp($4)) AND ($5::float8 IS NULL OR created_at < to_timestamp($5))
  AND ($6::text IS NULL OR method_id IN (SELECT id FROM payment_methods WHERE key = $6))`;

const epoch = (column: string) => `extract(epoch FROM ${column})::float8`;

const columns = `record.kind, record.id, asset.ticker, asset.label AS currency, asset.is_fiat AS "isFiat", record.amount, record.fee,
  ${epoch('record.created_at')} AS "createdAt", record.status, coalesce(method.name, '') AS method, record.address, record.memo,
  record.transaction_hash AS "txHash", coalesce(network.explorer_transaction, '') AS explorer, record.from_wallet AS "from",
  record.to_wallet AS "to"`;
const joined = `JOIN assets asset ON asset.id = record.asset_id
  LEFT JOIN payment_methods method ON method.id = record.method_id
  LEFT JOIN networks network ON network.id = method.network_id`;

type Row = Omit<WalletRecord, 'id' | 'explorerLink'> & { id: string; explorer: string };

/** The newest first. Of each kind no more rows are read than the page and what lies before it. */
export async function findHistory(
  db: Queryable,
  filter: HistoryFilter,
  page: HistoryPage,
): Promise<{ result: WalletRecord[]; total: number }> {
  const values = [
    filter.userId,
    filter.assetId ?? null,
    filter.status ?? null,
    filter.start ?? null,
    filter.end ?? null,
    filter.method ?? null,
  ];
  const kinds = filter.kind ? [filter.kind] : (Object.keys(sources) as HistoryKind[]);
  const newest = kinds.map(
    (kind) => `(SELECT * FROM (${sources[kind]}) one WHERE ${conditions} ORDER BY id DESC LIMIT $7::int + $8::int)`,
  );
  const all = kinds.map((kind) => `SELECT FROM (${sources[kind]}) one WHERE ${conditions}`).join(' UNION ALL ');
  const [{ rows }, total] = await Promise.all([
    db.query<Row>(
      `SELECT ${columns} FROM (
         SELECT * FROM (${newest.join(' UNION ALL ')}) merged ORDER BY created_at DESC, kind, id DESC OFFSET $7 LIMIT $8) record
         ${joined} ORDER BY record.created_at DESC, record.kind, record.id DESC`,
      [...values, page.offset, page.limit],
    ),
    countRows(db, all, values, page),
  ]);
  return { result: rows.map(viewRecord), total };
}

/** Undefined when there is none, or it is of another user. */
export async function findRecord(
  db: Queryable,
  { userId, kind, id }: { userId: number; kind: HistoryKind; id: number },
): Promise<FullRecord | undefined> {
  const { rows } = await db.query<
    Row & Omit<FullRecord, 'network'> & { networkConfirmations: number | null; blockSeconds: number }
  >(
    `SELECT ${columns}, record.reason, ${epoch('record.changed_at')} AS "changedAt", ${epoch('record.confirmed_at')} AS "confirmedAt",
       ${epoch('record.finished_at')} AS "finishedAt", record.confirmations, network.confirmations AS "networkConfirmations",
       network.block_seconds AS "blockSeconds", method.kind AS "methodKind",
       (SELECT ${epoch('withdrawals_locked_until')} FROM users WHERE users.id = record.user_id) AS "lockedUntil"
     FROM (SELECT * FROM (${sources[kind]}) one WHERE user_id = $1 AND id = $2) record ${joined}`,
    [userId, id],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { networkConfirmations, blockSeconds, reason, changedAt, confirmedAt, finishedAt, confirmations } = row;
  return {
    ...viewRecord(row),
    reason,
    changedAt,
    confirmedAt,
    finishedAt,
    confirmations,
    methodKind: row.methodKind,
    lockedUntil: row.lockedUntil,
    network: networkConfirmations === null ? null : { confirmations: networkConfirmations, blockSeconds },
  };
}

function viewRecord(row: Row): WalletRecord {
  const { kind, ticker, currency, isFiat, createdAt, status, method, address, memo, txHash, from, to } = row;
  return {
    kind,
    id: Number(row.id),
    ticker,
    currency,
    isFiat,
    amount: stripZeros(row.amount),
    fee: stripZeros(row.fee),
    createdAt,
    status,
    method,
    address,
    memo,
    txHash,
    explorerLink: row.txHash === '' ? '' : row.explorer.replace('{hash}', encodeURIComponent(txHash)),
    from,
    to,
  };
}
