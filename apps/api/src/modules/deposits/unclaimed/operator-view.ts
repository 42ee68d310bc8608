/** Transfers that belong to nobody, as operators see them. */
import { DomainError } from '@pelican/shared/contracts';
import type { UnclaimedState, UnclaimedTransfer } from '@pelican/shared/contracts/deposits';
import { formatBigUnits, stripZeros } from '@pelican/shared/money';
import { countWaiting, type OperatorQueue, operatorNameOf } from '../../../identity/index.ts';
import { countRows, type Queryable } from '../../../platform/database/index.ts';
import { linkOf } from '../find-deposits.ts';
import { assignUnclaimed, returnUnclaimed } from './operator-actions.ts';

/** About `transfer`. */
const pendingRequest = `SELECT id, maker FROM operator_requests WHERE status = 'pending' AND expires_at > now()
    AND action IN ('${assignUnclaimed.name}', '${returnUnclaimed.name}') AND payload ->> 'transfer' = transfer.id::text`;

/** Those that no operator has asked to decide yet. */
export const unclaimedQueue: OperatorQueue = {
  name: 'unclaimed_transfers',
  permission: 'money',
  count: (db) =>
    countWaiting(
      db,
      `transfer.created_at FROM unclaimed_transfers transfer WHERE transfer.state = 'open' AND NOT EXISTS (${pendingRequest})`,
    ),
};

interface Row extends Pick<UnclaimedTransfer, 'network' | 'ticker' | 'address' | 'memo' | 'state' | 'reason'> {
  id: string;
  units: string;
  decimals: number;
  reference: string;
  explorer: string;
  confirmations: string;
  needed: number;
  userId: string | null;
  email: string | null;
  deposit: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  request: string | null;
  maker: string | null;
}

const transfers = `unclaimed_transfers transfer JOIN networks network ON network.id = transfer.network_id
  JOIN payment_methods method ON method.network_id = network.id AND method.contract = transfer.contract
  JOIN assets ON assets.id = method.asset_id`;

const select = `SELECT transfer.id, network.key AS network, assets.ticker, trunc(transfer.units)::text AS units,
    coalesce(method.decimals, assets.scale) AS decimals, transfer.reference, transfer.address, transfer.memo,
    network.explorer_transaction AS explorer, least(greatest(cursor.height - transfer.block_height + 1, 0), network.confirmations) AS confirmations,
    network.confirmations AS needed, transfer.state, transfer.reason, deposit.user_id AS "userId", users.email,
    transfer.deposit_id AS deposit, transfer.created_at AS "createdAt", transfer.decided_at AS "decidedAt", request.id AS request, request.maker
  FROM ${transfers}
  LEFT JOIN chain_cursors cursor ON cursor.network_id = network.id
  LEFT JOIN deposits deposit ON deposit.id = transfer.deposit_id
  LEFT JOIN users ON users.id = deposit.user_id
  LEFT JOIN LATERAL (${pendingRequest} ORDER BY id LIMIT 1) request ON true`;

export interface UnclaimedWanted {
  state: UnclaimedState;
  /** Key of a network; all without one. */
  network?: string | undefined;
  ticker?: string | undefined;
  offset: number;
  limit: number;
}

/** The one that has waited longest first; of those that are decided the newest. */
export async function listUnclaimed(
  db: Queryable,
  { state, network, ticker, offset, limit }: UnclaimedWanted,
): Promise<{ result: UnclaimedTransfer[]; total: number }> {
  const wanted = `WHERE transfer.state = $1 AND ($2::text IS NULL OR network.key = $2) AND ($3::text IS NULL OR assets.ticker = $3)`;
  const values = [state, network ?? null, ticker ?? null];
  const order = state === 'open' ? 'transfer.id' : 'transfer.id DESC';
  const [{ rows }, total] = await Promise.all([
    db.query<Row>(`${select} ${wanted} ORDER BY ${order} OFFSET $4 LIMIT $5`, [...values, offset, limit]),
    countRows(db, `SELECT FROM ${transfers} ${wanted}`, values, { offset, limit }),
  ]);
  return { result: rows.map(view), total };
}

/** @throws DomainError not_found */
export async function findUnclaimed(db: Queryable, id: number): Promise<UnclaimedTransfer> {
  const { rows } = await db.query<Row>(`${select} WHERE transfer.id = $1`, [id]);
  if (!rows[0]) throw new DomainError('not_found');
  return view(rows[0]);
}

function view(row: Row): UnclaimedTransfer {
  const { network, ticker, address, memo, state, reason, deposit, userId, email, maker } = row;
  const hash = row.reference.slice(0, row.reference.lastIndexOf(':'));
  return {
    id: Number(row.id),
    network,
    ticker,
    amount: stripZeros(formatBigUnits(BigInt(row.units), row.decimals)),
    address,
    memo,
    tx_hash: hash,
    explorer_link: linkOf(row.explorer, 'hash', hash),
    confirmations: Number(row.confirmations),
    confirmations_needed: row.needed,
    state,
    reason,
    user: deposit === null ? null : { id: Number(userId), email: email ?? '', deposit: Number(deposit) },
    created_at: row.createdAt.getTime() / 1_000,
    decided_at: row.decidedAt === null ? null : row.decidedAt.getTime() / 1_000,
    request: maker === null ? null : { id: Number(row.request), maker: operatorNameOf(maker) },
  };
}
