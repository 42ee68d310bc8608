/** Invoices in Postgres. */
import type { Invoice, InvoiceState, OwnInvoice } from '@pelican/shared/contracts/invoices';
import { isActiveUser } from '../../identity/index.ts';
import { countRows, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { publicName } from '../chat/index.ts';

export interface InvoiceRow {
  id: number;
  hash: string;
  ownerId: number;
  /** The public name: the nickname of a new account is most of its e-mail. */
  owner: string;
  isOwnerActive: boolean;
  assetId: number;
  ticker: string;
  /** Whole units without needless zeros. */
  amount: string;
  description: string;
  state: 'open' | 'paid' | 'canceled';
  isOver: boolean;
  payerId: number | null;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
}

type Row = Omit<InvoiceRow, 'id' | 'ownerId' | 'owner' | 'payerId'> & {
  id: string;
  ownerId: string;
  nickname: string;
  email: string;
  payerId: string | null;
};

const columns = `invoice.id, invoice.hash, invoice.owner_id AS "ownerId", owner.nickname, owner.email, ${isActiveUser('owner')} AS "isOwnerActive",
  invoice.asset_id AS "assetId", asset.ticker, trim_scale(invoice.amount)::text AS amount, invoice.description, invoice.state,
  invoice.expires_at <= clock_timestamp() AS "isOver", invoice.payer_id AS "payerId", invoice.created_at AS "createdAt",
  invoice.expires_at AS "expiresAt", invoice.ended_at AS "endedAt"`;
const from =
  'invoices invoice JOIN users owner ON owner.id = invoice.owner_id JOIN assets asset ON asset.id = invoice.asset_id';

const toInvoice = ({ email, nickname, ...row }: Row): InvoiceRow => ({
  ...row,
  id: Number(row.id),
  ownerId: Number(row.ownerId),
  owner: publicName({ id: Number(row.ownerId), email, nickname, isStaff: false }),
  payerId: row.payerId === null ? null : Number(row.payerId),
});

export async function findInvoice(db: Queryable, hash: string): Promise<InvoiceRow | undefined> {
  const { rows } = await db.query<Row>(`SELECT ${columns} FROM ${from} WHERE invoice.hash = $1`, [hash]);
  return rows[0] && toInvoice(rows[0]);
}

export async function findOfKey(db: Queryable, ownerId: number, key: string): Promise<InvoiceRow | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT ${columns} FROM ${from} WHERE invoice.owner_id = $1 AND invoice.idempotency_key = $2`,
    [ownerId, key],
  );
  return rows[0] && toInvoice(rows[0]);
}

export interface NewInvoiceRow extends Pick<InvoiceRow, 'hash' | 'ownerId' | 'assetId' | 'amount' | 'description'> {
  idempotencyKey: string;
  hours: number;
}

/** The caller holds the row of the owner locked. */
export async function insertInvoice(tx: Transaction, wanted: NewInvoiceRow): Promise<void> {
  const { hash, ownerId, assetId, amount, description, idempotencyKey, hours } = wanted;
  await tx.query(
    `INSERT INTO invoices (hash, owner_id, asset_id, amount, description, idempotency_key, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(hours => $7))`,
    [hash, ownerId, assetId, amount, description, idempotencyKey, hours],
  );
}

export async function countOpen(tx: Transaction, ownerId: number): Promise<number> {
  const { rows } = await tx.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM invoices WHERE owner_id = $1 AND state = 'open' AND expires_at > clock_timestamp()`,
    [ownerId],
  );
  return rows[0]?.open ?? 0;
}

/** Whether the main wallet has an amount that is not held. */
export async function hasAvailable(
  db: Queryable,
  { userId, assetId, amount }: { userId: number; assetId: number; amount: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM ledger_accounts WHERE user_id = $1 AND asset_id = $2 AND kind = 'main' AND balance - held >= $3::numeric`,
    [userId, assetId, amount],
  );
  return rowCount !== 0;
}

/** Of several payers at once, and a cancellation, one finds it open. @returns whether this call has ended it */
export async function endInvoice(
  tx: Transaction,
  id: number,
  end: { state: 'paid'; payerId: number; usdValue: string } | { state: 'canceled' },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE invoices SET state = $2, payer_id = $3, usd_value = $4, ended_at = clock_timestamp()
      WHERE id = $1 AND state = 'open' AND expires_at > clock_timestamp()`,
    [id, end.state, ...(end.state === 'paid' ? [end.payerId, end.usdValue] : [null, null])],
  );
  return rowCount === 1;
}

/** Conditions of SQL. */
export const inState: Readonly<Record<InvoiceState, string>> = {
  open: `invoice.state = 'open' AND invoice.expires_at > clock_timestamp()`,
  expired: `invoice.state = 'open' AND invoice.expires_at <= clock_timestamp()`,
  paid: `invoice.state = 'paid'`,
  canceled: `invoice.state = 'canceled'`,
};
const ofSide = {
  made: 'invoice.owner_id = $1',
  paid: 'invoice.payer_id = $1',
  both: '(invoice.owner_id = $1 OR invoice.payer_id = $1)',
};

interface OwnInvoicesFilter {
  userId: number;
  side?: OwnInvoice['side'] | undefined;
  state?: InvoiceState | undefined;
  offset: number;
  limit: number;
}

/** The newest first, made or paid by the user. */
export async function findOwnInvoices(
  db: Queryable,
  { userId, side, state, offset, limit }: OwnInvoicesFilter,
): Promise<{ result: OwnInvoice[]; total: number }> {
  const own = `${ofSide[side ?? 'both']} ${state === undefined ? '' : `AND ${inState[state]}`}`;
  const [{ rows }, total] = await Promise.all([
    db.query<Row>(`SELECT ${columns} FROM ${from} WHERE ${own} ORDER BY invoice.id DESC OFFSET $2 LIMIT $3`, [
      userId,
      offset,
      limit,
    ]),
    countRows(db, `SELECT FROM invoices invoice WHERE ${own}`, [userId], { offset, limit }),
  ]);
  const result = rows.map(toInvoice).map((one) => ({
    ...viewInvoice(one),
    side: one.ownerId === userId ? ('made' as const) : ('paid' as const),
    ended_at: one.endedAt === null ? null : one.endedAt.getTime() / 1000,
  }));
  return { result, total };
}

export function viewInvoice(row: InvoiceRow): Invoice {
  const { hash, ticker, amount, description, owner, ownerId, createdAt, expiresAt } = row;
  return {
    id: hash,
    ticker,
    amount,
    description,
    owner,
    owner_id: ownerId,
    status: statusOf(row),
    reason: reasonOf(row),
    created_at: createdAt.getTime() / 1000,
    expires_at: expiresAt.getTime() / 1000,
  };
}

/** One that nobody can pay is closed, whatever the reason is. */
export function statusOf({ state, isOver, isOwnerActive }: InvoiceRow): Invoice['status'] {
  if (state === 'paid') return 'finished';
  return state === 'canceled' || isOver || !isOwnerActive ? 'closed' : 'pending';
}

function reasonOf(row: InvoiceRow): Invoice['reason'] {
  if (statusOf(row) !== 'closed') return '';
  if (row.state === 'canceled') return 'canceled';
  return row.isOver ? 'expired' : 'unavailable';
}
