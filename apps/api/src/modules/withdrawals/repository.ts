/** Withdrawals in Postgres. */
import { type PaymentStatus, paymentStatus } from '@pelican/shared/contracts/payments';
import type { PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import { countRows, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { mayBePaid } from '../payments/index.ts';

/** Over what a withdrawal is confirmed: link or code of a mail, or a code by text message. */
export type Channel = 'mail' | 'text';

export interface Withdrawal {
  id: number;
  userId: number;
  assetId: number;
  ticker: string;
  /** Name of the asset. */
  label: string;
  methodId: number;
  methodKey: string;
  methodName: string;
  methodKind: 'crypto' | 'bank' | 'provider';
  /** Null for methods other than networks. */
  networkId: number | null;
  /** A memo distinguishes the receivers on the network. */
  isMemo: boolean;
  /** Whole units; `net` is the amount less the fee: what its receiver gets. */
  amount: string;
  fee: string;
  net: string;
  usdValue: string;
  status: PaymentStatus;
  address: string;
  memo: string;
  bankId: number | null;
  transactionHash: string;
  risks: string[];
  /** Why it waits, was refused or has failed, in the words that its user reads. */
  reason: string;
  createdAt: Date;
  changedAt: Date;
  confirmedAt: Date | null;
  finishedAt: Date | null;
  expiresAt: Date | null;
  /** Over what its user may confirm it. */
  confirmBy: Channel[];
  /** The part that pays has it. */
  takenAt: Date | null;
  /** Why it was not paid when it was tried. */
  payoutProblem: PayoutProblem | null;
  /** How many attempts in a row have ended with this problem. */
  payoutAttempts: number;
  /** Payouts of its method are stopped: it may have been paid although this row does not say so, and is not returned. */
  mayBePaid: boolean;
  /** With {hash}; empty where there is no explorer. */
  explorerTransaction: string;
}

type Row = Omit<Withdrawal, 'id' | 'userId' | 'bankId'> & { id: string; userId: string; bankId: string | null };

/** A SELECT of rows as `toWithdrawal` takes them; what follows it begins with WHERE. */
const selectWithdrawals = `SELECT withdrawal.id, withdrawal.user_id AS "userId", withdrawal.asset_id AS "assetId", asset.ticker, asset.label,
    method.id AS "methodId", method.key AS "methodKey", method.name AS "methodName", method.kind AS "methodKind",
    method.network_id AS "networkId", method.is_memo AS "isMemo", trim_scale(withdrawal.amount)::text AS amount, trim_scale(withdrawal.fee)::text AS fee,
    trim_scale(withdrawal.amount - withdrawal.fee)::text AS net, trim_scale(withdrawal.usd_value)::text AS "usdValue",
    withdrawal.status, withdrawal.address, withdrawal.memo, withdrawal.bank_id AS "bankId",
    withdrawal.transaction_hash AS "transactionHash", withdrawal.risks, withdrawal.reason, withdrawal.created_at AS "createdAt",
    withdrawal.changed_at AS "changedAt", withdrawal.confirmed_at AS "confirmedAt", withdrawal.finished_at AS "finishedAt",
    withdrawal.expires_at AS "expiresAt", withdrawal.confirm_by AS "confirmBy", withdrawal.taken_at AS "takenAt", withdrawal.payout_problem AS "payoutProblem",
    withdrawal.payout_attempts AS "payoutAttempts",
    ${mayBePaid('withdrawal', 'method')} AS "mayBePaid",
    coalesce(network.explorer_transaction, '') AS "explorerTransaction"
  FROM withdrawals withdrawal
  JOIN assets asset ON asset.id = withdrawal.asset_id
  JOIN payment_methods method ON method.id = withdrawal.method_id
  LEFT JOIN networks network ON network.id = method.network_id`;

const toWithdrawal = ({ id, userId, bankId, ...row }: Row): Withdrawal => ({
  ...row,
  id: Number(id),
  userId: Number(userId),
  bankId: bankId === null ? null : Number(bankId),
});

/**
 * @param rest from WHERE on
 * @param name of what a request asks for, always with the same `rest`: a connection plans it once
 */
export async function selectWhere(
  db: Queryable,
  rest: string,
  values: readonly unknown[],
  name?: string,
): Promise<Withdrawal[]> {
  const text = `${selectWithdrawals} ${rest}`;
  const { rows } = await db.query<Row>({ ...(name !== undefined && { name }), text, values: [...values] });
  return rows.map(toWithdrawal);
}

export interface NewWithdrawal {
  userId: number;
  assetId: number;
  methodId: number;
  /** Whole units. */
  amount: string;
  fee: string;
  usdValue: string;
  idempotencyKey: string;
  address: string;
  memo: string;
  bankId: number | null;
  /** Undefined for one that needs no confirmation. */
  expiresInMinutes: number | undefined;
  confirmBy: readonly Channel[];
}

/** The caller has the user's row locked, and has looked for the key. @returns its id */
export async function insertWithdrawal(tx: Transaction, wanted: NewWithdrawal): Promise<number> {
  const { userId, assetId, methodId, amount, fee, usdValue, idempotencyKey, address, memo, bankId } = wanted;
  const { rows } = await tx.query<{ id: string }>({
    name: 'withdrawal-insert',
    text: `INSERT INTO withdrawals (user_id, asset_id, method_id, amount, fee, usd_value, status, idempotency_key, address, memo, bank_id, expires_at,
        confirm_by)
      VALUES ($1, $2, $3, $4, $5, $6, ${paymentStatus.unconfirmedByUser}, $7, $8, $9, $10,
        clock_timestamp() + make_interval(mins => $11), $12) RETURNING id`,
    values: [
      userId,
      assetId,
      methodId,
      amount,
      fee,
      usdValue,
      idempotencyKey,
      address,
      memo,
      bankId,
      wanted.expiresInMinutes ?? null,
      wanted.confirmBy,
    ],
  });
  return Number(rows[0]?.id);
}

export async function findOfKey(db: Queryable, userId: number, key: string): Promise<Withdrawal | undefined> {
  const where = 'WHERE withdrawal.user_id = $1 AND withdrawal.idempotency_key = $2';
  return (await selectWhere(db, where, [userId, key], 'withdrawal-of-key'))[0];
}

/** One's own; undefined for somebody else's. */
export async function findOwn(db: Queryable, userId: number, id: number): Promise<Withdrawal | undefined> {
  const where = 'WHERE withdrawal.id = $2 AND withdrawal.user_id = $1';
  return (await selectWhere(db, where, [userId, id], 'withdrawal-own'))[0];
}

/** Its row stays locked until the transaction ends. */
export async function lockWithdrawal(tx: Transaction, id: number): Promise<Withdrawal | undefined> {
  // The lock first: the joined row is then as the one who had the lock has left it.
  await tx.query('SELECT FROM withdrawals WHERE id = $1 FOR UPDATE', [id]);
  return (await selectWhere(tx, 'WHERE withdrawal.id = $1', [id]))[0];
}

/** What changes beside the status. */
export interface StatusChange {
  reason?: string;
  risks?: readonly string[];
  transactionHash?: string;
}

/** The caller has the row locked and has looked at its status. */
export async function setStatus(
  tx: Transaction,
  id: number,
  status: PaymentStatus,
  { reason, risks, transactionHash }: StatusChange = {},
): Promise<void> {
  await tx.query(
    `UPDATE withdrawals SET status = $2::smallint, changed_at = clock_timestamp(), reason = coalesce($3, reason), risks = coalesce($4::text[], risks),
        transaction_hash = coalesce($5, transaction_hash),
        confirmed_at = CASE WHEN $2::smallint IN (${paymentStatus.inProcess}, ${paymentStatus.unconfirmedByAdmin})
          THEN coalesce(confirmed_at, clock_timestamp()) ELSE confirmed_at END,
        confirmation_hash = CASE WHEN $2::smallint = ${paymentStatus.unconfirmedByUser} THEN confirmation_hash END,
        finished_at = CASE WHEN $2::smallint IN (${paymentStatus.successful}, ${paymentStatus.successfulManual})
          THEN clock_timestamp() ELSE finished_at END
      WHERE id = $1`,
    [id, status, reason ?? null, risks ?? null, transactionHash ?? null],
  );
}

/** The caller has the row locked. */
export async function setUsdValue(tx: Transaction, id: number, usdValue: string): Promise<void> {
  await tx.query('UPDATE withdrawals SET usd_value = $2 WHERE id = $1', [id, usdValue]);
}

export interface WantedWithdrawals {
  userId: number;
  assetId: number | undefined;
  offset: number;
  limit: number;
}

/** The newest first. */
export async function findOwnPage(
  db: Queryable,
  { userId, assetId = undefined, offset, limit }: WantedWithdrawals,
): Promise<{ result: Withdrawal[]; total: number }> {
  const own = 'withdrawal.user_id = $1 AND ($2::int IS NULL OR withdrawal.asset_id = $2)';
  const values = [userId, assetId ?? null];
  const [result, total] = await Promise.all([
    selectWhere(db, `WHERE ${own} ORDER BY withdrawal.id DESC OFFSET $3 LIMIT $4`, [...values, offset, limit]),
    countRows(db, `SELECT FROM withdrawals withdrawal WHERE ${own}`, values, { offset, limit }),
  ]);
  return { result, total };
}
