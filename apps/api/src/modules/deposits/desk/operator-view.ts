/** Deposits from networks as operators see them: those of users, and transfers that are nobody's. */
import { DomainError } from '@pelican/shared/contracts';
import type { NetworkDeposit, NetworkDepositDetail, NetworkDepositState } from '@pelican/shared/contracts/deposits';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { formatBigUnits, stripZeros } from '@pelican/shared/money';
import { countWaiting, type OperatorQueue } from '../../../identity/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { linkOf } from '../find-deposits.ts';

const { frozen, pending, successful, successfulManual, canceledDeposit } = paymentStatus;
const statusesOf: Readonly<Record<Exclude<NetworkDepositState, 'unclaimed'>, readonly number[]>> = {
  waiting: [pending],
  frozen: [frozen],
  credited: [successful, successfulManual],
  dropped: [canceledDeposit],
};

const fromDeposits = `deposits deposit JOIN payment_methods method ON method.id = deposit.method_id AND method.kind = 'crypto'
  JOIN networks network ON network.id = method.network_id JOIN assets ON assets.id = deposit.asset_id`;

/** They go on by themselves once deposits are open again. */
export const frozenDepositsQueue: OperatorQueue = {
  name: 'frozen_deposits',
  permission: 'money',
  count: (db) => countWaiting(db, `deposit.created_at FROM ${fromDeposits} WHERE deposit.status = ${frozen}`),
};

interface NetworkDepositsWanted {
  state: NetworkDepositState;
  ticker?: string | undefined;
  network?: string | undefined;
  user?: number | undefined;
  hash?: string | undefined;
  /** Unix seconds */
  since?: number | undefined;
  until?: number | undefined;
  before?: number | undefined;
  limit: number;
}

interface Row extends Pick<NetworkDeposit, 'network' | 'ticker' | 'address' | 'tx_hash' | 'reason'> {
  id: string;
  confirmations: string | number;
  needed: number;
  createdAt: Date;
}
interface DepositRow extends Row {
  status: number;
  amount: string;
  userId: string;
  email: string;
}
interface TransferRow extends Row {
  units: string;
  decimals: number;
}

const dateOf = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1_000));

/** The newest first; a page goes on below the last id of the one before. */
export async function listNetworkDeposits(db: Queryable, wanted: NetworkDepositsWanted): Promise<NetworkDeposit[]> {
  const { ticker, network, hash, since, until, before, limit } = wanted;
  const ids = [before ?? null, dateOf(since), dateOf(until), ticker ?? null, network ?? null, hash?.trim() ?? null];
  const values = [...ids, limit];
  if (wanted.state === 'unclaimed') {
    // Nobody's are of no user.
    if (wanted.user !== undefined) return [];
    const { rows } = await db.query<TransferRow>(
      `${selectTransfers} WHERE transfer.state = 'open' AND ${fits('transfer', `left(transfer.reference, length($6) + 1) = $6 || ':'`)}
        ORDER BY transfer.id DESC LIMIT $7`,
      values,
    );
    return rows.map(({ units, decimals, ...row }) => ({
      ...viewRow(row),
      state: 'unclaimed',
      amount: stripZeros(formatBigUnits(BigInt(units), decimals)),
      user: null,
    }));
  }
  const { rows } = await db.query<DepositRow>(
    `${selectDeposits('')} WHERE deposit.status = ANY ($8::int[]) AND ($9::bigint IS NULL OR deposit.user_id = $9)
       AND ${fits('deposit', 'deposit.transaction_hash = $6')} ORDER BY deposit.id DESC LIMIT $7`,
    [...values, statusesOf[wanted.state], wanted.user ?? null],
  );
  return rows.map(viewDeposit);
}

const fits = (row: 'deposit' | 'transfer', ofHash: string) =>
  `($1::bigint IS NULL OR ${row}.id < $1) AND ($2::timestamptz IS NULL OR ${row}.created_at >= $2)
    AND ($3::timestamptz IS NULL OR ${row}.created_at <= $3) AND ($4::text IS NULL OR assets.ticker = $4)
    AND ($5::text IS NULL OR network.key = $5) AND ($6::text IS NULL OR ${ofHash})`;

const selectDeposits = (more: string) => `SELECT deposit.id, deposit.status, network.key AS network, assets.ticker,
    deposit.amount::text AS amount, deposit.user_id AS "userId", users.email, deposit.address, deposit.transaction_hash AS tx_hash,
    deposit.confirmations, greatest(network.confirmations, deposit.confirmations_min) AS needed, deposit.reason,
    deposit.created_at AS "createdAt"${more}
  FROM ${fromDeposits} JOIN users ON users.id = deposit.user_id`;

const selectTransfers = `SELECT transfer.id, network.key AS network, assets.ticker, trunc(transfer.units)::text AS units,
    coalesce(method.decimals, assets.scale) AS decimals, transfer.address, regexp_replace(transfer.reference, ':[^:]*$', '') AS tx_hash,
    least(greatest(coalesce(cursor.height - transfer.block_height + 1, 0), 0), network.confirmations) AS confirmations,
    network.confirmations AS needed, transfer.reason, transfer.created_at AS "createdAt"
  FROM unclaimed_transfers transfer JOIN networks network ON network.id = transfer.network_id
  JOIN payment_methods method ON method.network_id = network.id AND method.contract = transfer.contract
  JOIN assets ON assets.id = method.asset_id LEFT JOIN chain_cursors cursor ON cursor.network_id = network.id`;

interface DetailRow extends DepositRow {
  fee: string;
  memo: string;
  blockHeight: string | null;
  creditedAt: Date | null;
  explorer: string;
}

/** @throws DomainError not_found */
export async function findNetworkDeposit(db: Queryable, id: number): Promise<NetworkDepositDetail> {
  const more = `, deposit.fee::text AS fee, deposit.memo, deposit.block_height AS "blockHeight", deposit.credited_at AS "creditedAt",
    network.explorer_transaction AS explorer`;
  const { rows } = await db.query<DetailRow>(`${selectDeposits(more)} WHERE deposit.id = $1`, [id]);
  const [row] = rows;
  if (!row) throw new DomainError('not_found');
  return {
    ...viewDeposit(row),
    fee: stripZeros(row.fee),
    memo: row.memo,
    explorer_link: linkOf(row.explorer, 'hash', row.tx_hash),
    block_height: row.blockHeight === null ? null : Number(row.blockHeight),
    credited_at: row.creditedAt === null ? null : row.creditedAt.getTime() / 1_000,
  };
}

function viewDeposit(row: DepositRow): NetworkDeposit {
  const states = Object.keys(statusesOf) as (keyof typeof statusesOf)[];
  return {
    ...viewRow(row),
    state: states.find((state) => statusesOf[state].includes(row.status)) ?? 'waiting',
    amount: stripZeros(row.amount),
    user: { id: Number(row.userId), email: row.email },
  };
}

function viewRow({ id, network, ticker, address, tx_hash, confirmations, needed, reason, createdAt }: Row) {
  return {
    id: Number(id),
    network,
    ticker,
    address,
    tx_hash,
    confirmations: Number(confirmations),
    confirmations_needed: needed,
    reason,
    created_at: createdAt.getTime() / 1_000,
  };
}
