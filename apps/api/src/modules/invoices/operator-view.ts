/** Invoices as operators see them. */
import { DomainError } from '@pelican/shared/contracts';
import type { InvoiceCase, InvoiceDetail, InvoiceState } from '@pelican/shared/contracts/invoices';
import { countRows, likePattern, type Queryable } from '../../platform/database/index.ts';
import { inState } from './repository.ts';

/** People whose e-mail begins with what was typed; of more than these nobody looks for one. */
const peopleMax = 100;

interface Row extends Pick<InvoiceCase, 'hash' | 'ticker' | 'amount' | 'description' | 'state'> {
  id: string;
  ownerId: string;
  ownerEmail: string;
  payerId: string | null;
  payerEmail: string | null;
  usdValue: string | null;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
}

const columns = `invoice.id, invoice.hash, asset.ticker, trim_scale(invoice.amount)::text AS amount, invoice.description,
  CASE WHEN ${inState.expired} THEN 'expired' ELSE invoice.state END AS state, owner.id AS "ownerId", owner.email AS "ownerEmail",
  payer.id AS "payerId", payer.email AS "payerEmail", trim_scale(invoice.usd_value)::text AS "usdValue",
  invoice.created_at AS "createdAt", invoice.expires_at AS "expiresAt", invoice.ended_at AS "endedAt"`;
const from = `invoices invoice JOIN assets asset ON asset.id = invoice.asset_id JOIN users owner ON owner.id = invoice.owner_id
  LEFT JOIN users payer ON payer.id = invoice.payer_id`;

export interface InvoicesWanted {
  /** An id, or the beginning of an e-mail; '' for all. */
  search: string;
  state?: InvoiceState | undefined;
  offset: number;
  limit: number;
}

/** The newest first. */
export async function listInvoiceCases(
  db: Queryable,
  { search, state, offset, limit }: InvoicesWanted,
): Promise<{ result: InvoiceCase[]; total: number }> {
  const values = search === '' ? [] : [search, `${likePattern(search.toLowerCase())}%`];
  const people = `ARRAY(SELECT id FROM users WHERE email LIKE $2 ORDER BY id LIMIT ${peopleMax})`;
  const isWanted = [
    ...(search === ''
      ? []
      : [`(invoice.hash = $1 OR invoice.owner_id = ANY (${people}) OR invoice.payer_id = ANY (${people}))`]),
    ...(state === undefined ? [] : [inState[state]]),
  ];
  const where = isWanted.length === 0 ? '' : `WHERE ${isWanted.join(' AND ')}`;
  const page = `OFFSET $${values.length + 1} LIMIT $${values.length + 2}`;
  const [{ rows }, total] = await Promise.all([
    db.query<Row>(`SELECT ${columns} FROM ${from} ${where} ORDER BY invoice.id DESC ${page}`, [
      ...values,
      offset,
      limit,
    ]),
    countRows(db, `SELECT FROM invoices invoice ${where}`, values, { offset, limit }),
  ]);
  return { result: rows.map(view), total };
}

interface LegRow {
  id: string;
  createdAt: Date;
  account: string | null;
  userId: string | null;
  amount: string | null;
}

/** @throws DomainError not_found */
export async function viewInvoiceCase(db: Queryable, id: number): Promise<InvoiceDetail> {
  const [{ rows }, { rows: legs }] = await Promise.all([
    db.query<Row>(`SELECT ${columns} FROM ${from} WHERE invoice.id = $1`, [id]),
    db.query<LegRow>(
      `SELECT entry.id, entry.created_at AS "createdAt", account.kind AS account, account.user_id AS "userId",
          trim_scale(leg.amount)::text AS amount
        FROM ledger_entries entry LEFT JOIN ledger_legs leg ON leg.entry_id = entry.id AND leg.created_at = entry.created_at
        LEFT JOIN ledger_accounts account ON account.id = leg.account_id
        WHERE entry.idempotency_key = $1 ORDER BY leg.amount`,
      [`invoice:${id}`],
    ),
  ]);
  const [row] = rows;
  if (!row) throw new DomainError('not_found');
  const [entry] = legs;
  return {
    ...view(row),
    usd_value: row.usdValue,
    entry: entry
      ? {
          id: Number(entry.id),
          created_at: entry.createdAt.getTime() / 1_000,
          legs: legs.flatMap(({ account, userId, amount }) =>
            account === null || amount === null
              ? []
              : [{ account, user_id: userId === null ? null : Number(userId), amount }],
          ),
        }
      : null,
  };
}

function view(row: Row): InvoiceCase {
  const { hash, ticker, amount, description, state, ownerId, ownerEmail, payerId, payerEmail } = row;
  return {
    id: Number(row.id),
    hash,
    ticker,
    amount,
    description,
    state,
    owner: { id: Number(ownerId), email: ownerEmail },
    payer: payerId === null ? null : { id: Number(payerId), email: payerEmail ?? '' },
    created_at: row.createdAt.getTime() / 1_000,
    expires_at: row.expiresAt.getTime() / 1_000,
    ended_at: row.endedAt === null ? null : row.endedAt.getTime() / 1_000,
  };
}
